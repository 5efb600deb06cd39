// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of --compat. They apply where flam3 deviates from the wording of its files.
// docs/reference/compatibility.md lists the cases.

#ifndef FLAME_COMPILER_GENOME_COMPATIBILITY_H
#define FLAME_COMPILER_GENOME_COMPATIBILITY_H

namespace flame {

enum class Compatibility {
  Flam3, ///< reproduce flam3's picture
  Clean, ///< follow the wording of the file
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_COMPATIBILITY_H
