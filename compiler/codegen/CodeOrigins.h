// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the instructions of PTX come from. All functions of a linked module are inlined into its kernels, and most of what they
// say is moved about; locations, as debuggers use them, survive that. Here every function gets some before the optimiser runs, and
// PTX is read together with them. Nothing of that changes the code.

#ifndef FLAME_COMPILER_CODEGEN_CODEORIGINS_H
#define FLAME_COMPILER_CODEGEN_CODEORIGINS_H

#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace flame {

/// What an instruction was written for.
struct CodeOrigin {
  /// The functions it was inlined through, the kernel first: "flame_iterate", "iterateExchanged", "flame_xform_0", "flame_math_sin".
  std::vector<std::string> functions;
  /// Where the genome asked for it: a file, a line and a column from 1. An empty file: it stems from the library alone.
  std::string file;
  unsigned line = 0, column = 0;

  bool operator==(const CodeOrigin &) const = default;
};

/// Gives a location to every instruction that has none: its function. To be called on a linked module before anything is inlined.
void addOrigins(llvm::Module &module);

/// Numbers the origins that the instructions of an optimised module have, and leaves the numbers in place of their locations.
std::vector<CodeOrigin> numberOrigins(llvm::Module &module);

/// A line of a kernel in PTX.
struct CodeLine {
  std::string text;               ///< without the blanks in front
  std::optional<unsigned> origin; ///< of an instruction: which of the origins that were numbered
};

/// A kernel's lines.
struct KernelCode {
  std::vector<CodeLine> lines;
  /// The lines [begin, end) of the loop that goes once round for every round of the chaos game; empty if there is none.
  size_t roundBegin = 0, roundEnd = 0;

  bool isInRound(size_t line) const { return line >= roundBegin && line < roundEnd; }
};

/// Reads the kernel `name` of PTX that was emitted from a module with numbers.
KernelCode readKernel(llvm::StringRef ptx, llvm::StringRef name,
                      const std::vector<CodeOrigin> &origins);

/// Whether `function` is the body of an xform in generated code.
bool isXformBody(llvm::StringRef function);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_CODEORIGINS_H
