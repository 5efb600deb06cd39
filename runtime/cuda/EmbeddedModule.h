// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GPU modules that the build put into a program: one table of embedded files per group of kernels, with machine code for
// several targets and PTX for all others.

#ifndef FLAME_RUNTIME_CUDA_EMBEDDEDMODULE_H
#define FLAME_RUNTIME_CUDA_EMBEDDEDMODULE_H

#include "runtime/cuda/Driver.h"
#include "support/EmbeddedFile.h"

#include <span>

namespace flame::rt {

/// The image to load on `device`: machine code for exactly this target, else for an older one of the same generation,
/// else PTX (with its zero byte). Empty when the table has none of these.
std::span<const std::byte> chooseEmbedded(const FlameEmbedded *table, const DeviceInfo &device);

} // namespace flame::rt

#endif // FLAME_RUNTIME_CUDA_EMBEDDEDMODULE_H
