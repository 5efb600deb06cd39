// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles an animation for the processor that is running, in process.

#ifndef FLAME_COMPILER_CPU_COMPILEFORCPU_H
#define FLAME_COMPILER_CPU_COMPILEFORCPU_H

#include "compiler/animation/Animation.h"
#include "compiler/codegen/PackFlame.h"
#include "runtime/cpu/CpuWorkers.h"
#include "support/CacheFolder.h"

#include "llvm/Support/Error.h"

#include <memory>

namespace llvm::orc {
class LLJIT;
}

namespace flame {

/// The machine code of an animation, and what the workers need beside it.
class CpuFlame {
public:
  /// Compiles with `lanes` points per vector: 16, 8 or 4; 0 is the most that this processor has. What `cache` has is not
  /// compiled again: optimising and compiling a flame takes seconds, reading what came of it milliseconds.
  static llvm::Expected<std::unique_ptr<CpuFlame>> compile(const Animation &animation,
                                                           unsigned lanes = 0,
                                                           const CompileOptions &options = {},
                                                           rt::CacheFolder *cache = nullptr);
  ~CpuFlame();

  const rt::CpuKernels &kernels() const { return entryPoints; }
  const abi::BlockLayout &layout() const { return blockLayout; }

  /// The parameter blocks of all temporal samples, one after the other; camera, selection tables and hoisted values
  /// included. Tracks, knots, layout and the pointer to the blocks are the flame's own, whatever `args` says.
  std::vector<float> makeBlocks(const abi::InterpolateArgs &args) const;

  /// Colours of the animation: rows of abi::kPaletteSize entries, and the time of each, ascending.
  const std::vector<abi::PaletteEntry> &palettes() const { return colors; }
  const std::vector<float> &paletteTimes() const { return colorTimes; }

  /// Lanes that this processor has instructions for.
  static unsigned nativeLanes();

private:
  CpuFlame() = default;

  std::unique_ptr<llvm::orc::LLJIT> jit;
  rt::CpuKernels entryPoints = {};
  void (*precalc)(float *) = nullptr;
  abi::BlockLayout blockLayout = {};
  std::vector<abi::Track> tracks;
  std::vector<abi::Knot> knots;
  std::vector<abi::PaletteEntry> colors;
  std::vector<float> colorTimes;
};

} // namespace flame

#endif // FLAME_COMPILER_CPU_COMPILEFORCPU_H
