// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Carries out jobs: reads, compiles, writes. Many are worked on side by side, and speak in order.

#ifndef FLAME_TOOLS_FLAMEC_JOBS_H
#define FLAME_TOOLS_FLAMEC_JOBS_H

#include "tools/flamec/JobPlan.h"

namespace flame {

/// Carries out all jobs, also if some fail, and returns the worst of their codes. Messages of a job come together, and
/// in the order of the plan.
ExitCode runJobs(const JobPlan &plan, const Arguments &arguments, const CompileOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEC_JOBS_H
