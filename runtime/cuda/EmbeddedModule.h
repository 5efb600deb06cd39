// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GPU modules embedded in a program by the build: one table of files per group of kernels, with
// machine code for several targets and PTX for all others.

#ifndef FLAME_RUNTIME_CUDA_EMBEDDEDMODULE_H
#define FLAME_RUNTIME_CUDA_EMBEDDEDMODULE_H

#include "runtime/cuda/Driver.h"
#include "support/EmbeddedFile.h"

#include <span>

namespace flame::rt {

/// The image to load on `device`: machine code for exactly this target, else for an older one of
/// the same generation, else PTX (with its zero byte). Empty if the table has none of these.
std::span<const std::byte> chooseEmbedded(const FlameEmbedded *table, const DeviceInfo &device);

} // namespace flame::rt

#endif // FLAME_RUNTIME_CUDA_EMBEDDEDMODULE_H
