// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GPU modules that the build put into a program: one table per group of kernels, made by the CMake function
// flame_embed_table, with machine code for several targets and PTX for all others.

#ifndef FLAME_RUNTIME_HOST_EMBEDDEDMODULE_H
#define FLAME_RUNTIME_HOST_EMBEDDEDMODULE_H

#include "runtime/host/Driver.h"

#include <span>

/// A row of an embedded table; a table ends with a row of nulls. `name` is a target ("sm_90") or "ptx". A zero byte
/// follows the bytes of every row.
struct FlameEmbedded {
  const char *name, *begin, *end;
};

namespace flame::rt {

/// The image to load on `device`: machine code for exactly this target, else for an older one of the same generation,
/// else PTX (with its zero byte). Empty when the table has none of these.
std::span<const std::byte> chooseEmbedded(const FlameEmbedded *table, const DeviceInfo &device);

} // namespace flame::rt

#endif // FLAME_RUNTIME_HOST_EMBEDDEDMODULE_H
