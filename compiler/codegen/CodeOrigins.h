// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Traces the instructions of PTX back to their origin. All functions of a linked module are inlined
// into its kernels, and the optimiser moves most instructions; debug locations survive both. Every
// function gets debug locations before optimisation, and the emitted PTX is read together with
// them. The generated code does not change.

#ifndef FLAME_COMPILER_CODEGEN_CODEORIGINS_H
#define FLAME_COMPILER_CODEGEN_CODEORIGINS_H

#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace flame {

/// The origin of an instruction.
struct CodeOrigin {
  /// The chain of inlined functions, beginning with the kernel: "flame_iterate",
  /// "iterateExchanged", "flame_xform_0", "flame_math_sin".
  std::vector<std::string> functions;
  /// The place in the genome: file, line, and column from 1. An empty file means that the
  /// instruction stems only from the library.
  std::string file;
  unsigned line = 0, column = 0;

  bool operator==(const CodeOrigin &) const = default;
};

/// Gives every instruction without a location the location of its function. Call on a linked module
/// before inlining.
void addOrigins(llvm::Module &module);

/// Numbers the origins of the instructions of an optimised module, and replaces their locations by
/// the numbers.
std::vector<CodeOrigin> numberOrigins(llvm::Module &module);

/// A line of a kernel in PTX.
struct CodeLine {
  std::string text;               ///< without leading blanks
  std::optional<unsigned> origin; ///< for an instruction, the index of its origin
};

/// The lines of a kernel.
struct KernelCode {
  std::vector<CodeLine> lines;
  /// The lines [begin, end) of the loop over the rounds of the chaos game; empty if there is none.
  size_t roundBegin = 0, roundEnd = 0;

  bool isInRound(size_t line) const { return line >= roundBegin && line < roundEnd; }
};

/// Reads the kernel `name` from PTX that was emitted from a module with numbered origins.
KernelCode readKernel(llvm::StringRef ptx, llvm::StringRef name,
                      const std::vector<CodeOrigin> &origins);

/// True if `function` is the body of an xform in generated code.
bool isXformBody(llvm::StringRef function);

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_CODEORIGINS_H
