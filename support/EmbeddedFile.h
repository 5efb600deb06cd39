// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that the build embeds in a program, under names. The CMake function flame_embed_table makes
// the tables.

#ifndef FLAME_SUPPORT_EMBEDDEDFILE_H
#define FLAME_SUPPORT_EMBEDDEDFILE_H

/// A row of an embedded table, which ends with a row of nulls. For a GPU module, `name` is a target
/// ("sm_90"), "ptx", or "ptx.zst" for compressed PTX. A zero byte follows the bytes of every row.
struct FlameEmbedded {
  const char *name, *begin, *end;
};

#endif // FLAME_SUPPORT_EMBEDDEDFILE_H
