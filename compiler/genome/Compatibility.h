// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choice of --compat where flam3 does not do what its files say. docs/reference/compatibility.md lists the cases.

#ifndef FLAME_COMPILER_GENOME_COMPATIBILITY_H
#define FLAME_COMPILER_GENOME_COMPATIBILITY_H

namespace flame {

enum class Compatibility {
  Flam3, ///< the picture that flam3 makes
  Clean, ///< the picture that the words of the file ask for
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_COMPATIBILITY_H
