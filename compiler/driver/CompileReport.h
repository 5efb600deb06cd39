// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report on the compilation of a flame: its IR before and after the passes, the changes by each
// pass, the positions of numbers in the parameter block, the implementations of math functions, and
// the PTX generated for each line of the genome.

#ifndef FLAME_COMPILER_DRIVER_COMPILEREPORT_H
#define FLAME_COMPILER_DRIVER_COMPILEREPORT_H

#include "compiler/animation/Animation.h"
#include "compiler/codegen/CompileOptions.h"

#include "llvm/Support/Error.h"

#include <nlohmann/json.hpp>

#include <string>

namespace flame {

/// Compiles `animation` once more for the first target and records every stage. `options.sources`
/// owns the text that it was read from. compiler/driver/report.html reads these members:
///
///   {"name", "target", "tools": {...}, "features": [...],
///    "registers", "spills"                            (if there is a ptxas)
///    "sources": [{"file", "first": line, "lines": [...]}],
///    "flame", "opt": [{"text", "at": LOCATION}],      IR before and after the passes
///    "passes": [{"name", "operations", "slots", "xforms"}],    after each; first, after none
///    "remarks": [{"pass", "kind", "text", "at": LOCATION}],
///    "slots": [{"name", "offsets": [...], "values": [...], "at"}], "layout": {...},
///    "origins": [{"functions": [...], "at": LOCATION}],
///    "ptx": [[text, origin or -1]...], "round": [begin, end],
///    "instructions": {GROUP: {"round", "outside"}},   static counts of the kernel
///    "parts": {PART: number}}                         counts of a round, by purpose
///
/// LOCATION is [file, line, column], or null.
llvm::Expected<nlohmann::json> describeCompilation(const Animation &animation,
                                                   const CompileOptions &options);

/// A self-contained page that shows a description.
std::string makeReportPage(const nlohmann::json &description);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_COMPILEREPORT_H
