// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles an animation for the current processor, in process.

#ifndef FLAME_COMPILER_CPU_COMPILEFORCPU_H
#define FLAME_COMPILER_CPU_COMPILEFORCPU_H

#include "compiler/animation/Animation.h"
#include "compiler/codegen/PackFlame.h"
#include "runtime/cpu/CpuWorkers.h"
#include "support/CacheFolder.h"

#include "llvm/Support/Error.h"

#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace llvm::orc {
class LLJIT;
}

namespace flame {

/// Machine code loaded into this process. It contains no numbers of a flame.
struct CpuCode {
  CpuCode();
  ~CpuCode();

  std::unique_ptr<llvm::orc::LLJIT> jit;
  rt::CpuKernels kernels = {};
  void (*precalc)(float *) = nullptr;
};

/// A cache of loaded code for flames of the same structure. Several threads may use it.
class LoadedCpuCode {
public:
  /// Keeps the `limit` most recently used codes.
  explicit LoadedCpuCode(size_t limit = 64) : limit(limit) {}

  std::shared_ptr<const CpuCode> find(const std::string &key);
  void keep(const std::string &key, std::shared_ptr<const CpuCode> code);

private:
  const size_t limit;
  std::mutex mutex;
  std::list<std::pair<std::string, std::shared_ptr<const CpuCode>>> newestFirst;
};

/// Caches with code of earlier flames.
struct CpuCodeSources {
  rt::CacheFolder *objects = nullptr; ///< may be null
  LoadedCpuCode *loaded = nullptr;    ///< may be null
};

/// The machine code of an animation, and the other data that the workers need.
class CpuFlame {
public:
  /// Compiles with `lanes` points per vector: 16, 8 or 4; 0 selects the most that this processor
  /// supports. Code found in `sources` is not compiled again. Optimising and compiling a flame
  /// takes seconds, reading cached code milliseconds. A flame that differs from a loaded one only
  /// in numbers just packs its numbers.
  static llvm::Expected<std::unique_ptr<CpuFlame>> compile(const Animation &animation,
                                                           unsigned lanes = 0,
                                                           const CompileOptions &options = {},
                                                           const CpuCodeSources &sources = {});
  ~CpuFlame();

  const rt::CpuKernels &kernels() const { return code->kernels; }
  /// Identifies the code of this flame, for caches of data derived from it.
  const std::string &codeKey() const { return key; }
  /// True if the code was compiled or read from a file, rather than already loaded.
  bool codeIsNew() const { return codeWasMade; }
  /// Curves of the parameter block.
  const std::vector<abi::Track> &curves() const { return tracks; }
  const std::vector<abi::Knot> &curveKnots() const { return knots; }
  const GenomeFacts &facts() const { return genomeFacts; }
  const abi::BlockLayout &layout() const { return blockLayout; }

  /// The parameter blocks of all temporal samples, one after the other, including camera, selection
  /// tables and hoisted values. Tracks, knots, layout and the pointer to the blocks are the flame's
  /// own; those in `args` are ignored.
  std::vector<float> makeBlocks(const abi::InterpolateArgs &args) const;

  /// Colours of the animation: rows of abi::kPaletteSize entries, and the time of each, ascending.
  const std::vector<abi::PaletteEntry> &palettes() const { return colors; }
  const std::vector<float> &paletteTimes() const { return colorTimes; }

  /// Number of lanes for which this processor has vector instructions.
  static unsigned nativeLanes();

private:
  CpuFlame() = default;

  std::shared_ptr<const CpuCode> code;
  std::string key;
  bool codeWasMade = false;
  GenomeFacts genomeFacts;
  abi::BlockLayout blockLayout = {};
  std::vector<abi::Track> tracks;
  std::vector<abi::Knot> knots;
  std::vector<abi::PaletteEntry> colors;
  std::vector<float> colorTimes;
};

} // namespace flame

#endif // FLAME_COMPILER_CPU_COMPILEFORCPU_H
