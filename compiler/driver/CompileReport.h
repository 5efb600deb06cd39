// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler did with a flame, for people who want to know: its IR before and after the passes, what each of these changed,
// where numbers stand in the parameter block, how functions are computed, and what every line of the genome became in PTX.

#ifndef FLAME_COMPILER_DRIVER_COMPILEREPORT_H
#define FLAME_COMPILER_DRIVER_COMPILEREPORT_H

#include "compiler/animation/Animation.h"
#include "compiler/codegen/CompileOptions.h"

#include "llvm/Support/Error.h"

#include <nlohmann/json.hpp>

#include <string>

namespace flame {

/// Compiles `animation` once more for the first target, with all of that noted. `options.sources` owns what it was read from. The
/// members are those that compiler/driver/report.html reads:
///
///   {"name", "target", "tools": {...}, "features": [...], "registers", "spills" (where ptxas is),
///    "sources": [{"file", "first": line, "lines": [...]}], "flame", "opt": [{"text", "at":
///    LOCATION}],                      IR before and after the passes "passes": [{"name",
///    "operations", "slots", "xforms"}],          after each, the first one after none "remarks":
///    [{"pass", "kind", "text", "at": LOCATION}], "slots": [{"name", "offsets": [...], "values":
///    [...], "at"}], "layout": {...}, "origins": [{"functions": [...], "at": LOCATION}], "ptx":
///    [[text, origin or -1]...], "round": [begin, end], "instructions": {GROUP: {"round",
///    "outside"}},               of the kernel, as written, not as run "parts": {PART: number}}
///    those of a round, by what they are for
///
/// LOCATION is [file, line, column], or null.
llvm::Expected<nlohmann::json> describeCompilation(const Animation &animation,
                                                   const CompileOptions &options);

/// A page that shows a description, in one file.
std::string makeReportPage(const nlohmann::json &description);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_COMPILEREPORT_H
