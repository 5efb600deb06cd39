// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which habits of other programs to keep where they change a picture without being what anybody wanted. The value of
// --compat.

#ifndef FLAME_COMPILER_COMPAT_H
#define FLAME_COMPILER_COMPAT_H

namespace flame {

enum class Compat {
  Flam3,  ///< key frames, edges and loops of XML exactly as flam3 has them; defects of other formats are mended
  Cuburn, ///< the same, and blends of JSON nodes pair up the xforms that cuburn pairs up
  Clean   ///< every defect is mended
};

} // namespace flame

#endif // FLAME_COMPILER_COMPAT_H
