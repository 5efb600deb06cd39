// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs jobs: reads, compiles, writes. Many run in parallel; their messages appear in order.

#ifndef FLAME_TOOLS_FLAMEC_JOBS_H
#define FLAME_TOOLS_FLAMEC_JOBS_H

#include "tools/flamec/JobPlan.h"

namespace flame {

/// Runs all jobs, even if some fail, and returns the worst of their codes. Messages of a job are
/// printed together, in the order of the plan.
ExitCode runJobs(const JobPlan &plan, const Arguments &arguments, const CompileOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEC_JOBS_H
