// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that the build put into a program, under names: tables made by the CMake function flame_embed_table.

#ifndef FLAME_SUPPORT_EMBEDDEDFILE_H
#define FLAME_SUPPORT_EMBEDDEDFILE_H

/// A row of an embedded table; a table ends with a row of nulls. Of a GPU module, `name` is a target ("sm_90"), "ptx", or "ptx.zst" where that is packed.
/// A zero byte follows the bytes of every row.
struct FlameEmbedded {
  const char *name, *begin, *end;
};

#endif // FLAME_SUPPORT_EMBEDDEDFILE_H
