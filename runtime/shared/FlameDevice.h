// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of device code. Everything under runtime/device is freestanding C++20: no standard
// headers except <stdint.h>, no globals, no heap, no recursion, no printf. Computations on points
// use `float` only, and literals end in `f`. Files named *.h hold pure functions that also compile
// for the host and are unit-tested there. Files named *.cpp hold kernels and all code that needs
// threads. A kernel is a dozen lines of calls.
//
// Exported names follow one grammar, flame_<group>_<what>. Exported functions are always inlined
// into the genome's code.

#ifndef FLAME_RUNTIME_SHARED_FLAMEDEVICE_H
#define FLAME_RUNTIME_SHARED_FLAMEDEVICE_H

#include <stdint.h>

/// A function of a header, inlined into every caller.
#define FLAME_INLINE inline __attribute__((always_inline))
/// A function that generated code calls: kept in the bitcode, inlined into its caller.
#define FLAME_DEVICE extern "C" __attribute__((always_inline, used))
/// An entry point of the GPU.
#define FLAME_KERNEL extern "C" [[clang::nvptx_kernel]] __attribute__((used))
/// Stands at the beginning of a kernel of FlameGenericModules, which is launched with `threads`
/// threads and gets so few registers that `blocks` blocks fit a multiprocessor. Clang has an
/// attribute for this in CUDA only; cmake/launch_bounds.awk turns the comment into directives.
#define FLAME_LAUNCH_BOUNDS(threads, blocks)                                                       \
  __asm__ volatile("// launch bounds: %0 %1" ::"n"(threads), "n"(blocks))
/// The same for a kernel whose blocks are launched in clusters of `blocks`, on GPUs from compute
/// capability 9.0 on.
#define FLAME_CLUSTER(blocks) __asm__ volatile("// cluster: %0" ::"n"(blocks))
/// Memory shared by the threads of a block.
#define FLAME_SHARED __attribute__((address_space(3)))

#endif // FLAME_RUNTIME_SHARED_FLAMEDEVICE_H
