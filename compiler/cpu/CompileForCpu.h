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

#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace llvm::orc {
class LLJIT;
}

namespace flame {

/// Machine code that was loaded into this process. It holds no numbers of a flame.
struct CpuCode {
  CpuCode();
  ~CpuCode();

  std::unique_ptr<llvm::orc::LLJIT> jit;
  rt::CpuKernels kernels = {};
  void (*precalc)(float *) = nullptr;
};

/// Loaded code, for flames of the same structure. May be used from several threads.
class LoadedCpuCode {
public:
  /// Keeps so much that was used last.
  explicit LoadedCpuCode(size_t limit = 64) : limit(limit) {}

  std::shared_ptr<const CpuCode> find(const std::string &key);
  void keep(const std::string &key, std::shared_ptr<const CpuCode> code);

private:
  const size_t limit;
  std::mutex mutex;
  std::list<std::pair<std::string, std::shared_ptr<const CpuCode>>> newestFirst;
};

/// Where code of other flames may be found.
struct CpuCodeSources {
  rt::CacheFolder *objects = nullptr; ///< may be null
  LoadedCpuCode *loaded = nullptr;    ///< may be null
};

/// The machine code of an animation, and what the workers need beside it.
class CpuFlame {
public:
  /// Compiles with `lanes` points per vector: 16, 8 or 4; 0 is the most that this processor has. What `sources` have is not
  /// compiled again: optimising and compiling a flame takes seconds, reading what came of it milliseconds, and for a flame that
  /// differs in numbers from one that is loaded nothing is done but packing the numbers.
  static llvm::Expected<std::unique_ptr<CpuFlame>> compile(const Animation &animation,
                                                           unsigned lanes = 0,
                                                           const CompileOptions &options = {},
                                                           const CpuCodeSources &sources = {});
  ~CpuFlame();

  const rt::CpuKernels &kernels() const { return code->kernels; }
  /// What identifies the code of this flame, for whoever keeps what it made.
  const std::string &codeKey() const { return key; }
  /// Whether the code had to be made, or read from a file.
  bool codeIsNew() const { return codeWasMade; }
  /// Curves of the parameter block.
  const std::vector<abi::Track> &curves() const { return tracks; }
  const std::vector<abi::Knot> &curveKnots() const { return knots; }
  const GenomeFacts &facts() const { return genomeFacts; }
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
