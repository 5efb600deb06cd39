// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One flame compiled in several ways: how long its code is, and how fast a GPU runs it.

#ifndef FLAME_TOOLS_FLAMEBENCH_VARIANTS_H
#define FLAME_TOOLS_FLAMEBENCH_VARIANTS_H

#include "compiler/animation/Animation.h"
#include "runtime/cuda/Driver.h"
#include "runtime/plan/FramePlan.h"
#include "tools/flamebench/Table.h"

#include <functional>
#include <memory>

namespace flame {

/// A way of compiling a flame.
struct Variant {
  std::string name;
  uint32_t ablation = 0; ///< of abi::Ablation
  std::vector<std::string> disabledPasses = {};
  bool shortFunctions = true; ///< see flame-select-math
  bool plots = true; ///< whether plotting its points takes what it takes for those of the flame
};

/// What to measure them with.
struct VariantBenchOptions {
  std::vector<std::string> flames; ///< files of any kind that flamec reads
  std::string target;    ///< "sm_90"; empty: that of the GPU, or kTargetWithoutGpu if there is none
  bool codeOnly = false; ///< leave the GPU alone
  int ordinal = 0;       ///< of the GPU
  rt::FrameRequest request;
  unsigned repeat = 3;  ///< frames, of which the median counts
  unsigned threads = 1; ///< that compile
};

inline constexpr char kTargetWithoutGpu[] = "sm_90";

/// A flame, and what to call it.
struct NamedFlame {
  std::string name;
  Animation animation;
};

/// How many xforms a flame has that are ever chosen. Their numbers are from 0.
rt::Result<unsigned> countChosenXforms(const NamedFlame &flame);

/// Reads the flames. What the reader says of a wrong one is the text of the error.
rt::Result<std::vector<NamedFlame>> readFlames(const std::vector<std::string> &paths);

/// Measures variants of flames, on a GPU if there is one. Columns, each as far as it can be known:
///
///   ptx             instructions of the loop over rounds, in PTX
///   sass            of the whole kernel, in machine code; with ptxas
///   registers       of a thread; with ptxas
///   far, far_ps     10^9 samples per second and picoseconds per sample where nothing is seen, as the camera is far away
///   plot, plot_ps   the same where it is
class VariantBench {
public:
  static rt::Result<VariantBench> create(const VariantBenchOptions &options);

  /// What code is made for.
  const std::string &target() const { return architecture; }
  /// Why no GPU is used; empty if one is.
  const std::string &complaint() const { return reason; }

  using ChooseVariants = std::function<rt::Result<std::vector<Variant>>(const NamedFlame &)>;

  /// A table for each flame, of which there is at least one, with a row for each of its variants.
  rt::Result<std::vector<Table>> measure(const std::vector<NamedFlame> &flames,
                                         const ChooseVariants &choose) const;

private:
  struct CompiledFlame;

  rt::Result<CompiledFlame> compile(const NamedFlame &flame, const ChooseVariants &choose) const;
  rt::Result<Table> measure(const NamedFlame &flame, CompiledFlame &&made) const;

  explicit VariantBench(VariantBenchOptions options) : options(std::move(options)) {}

  VariantBenchOptions options;
  std::unique_ptr<rt::Driver> driver; ///< null: no GPU
  std::string architecture, assembler, reason, device;
};

/// How many instructions of the loop over rounds are for what: a row for each part, a column for each flame.
rt::Result<Table> countParts(const std::vector<NamedFlame> &flames, const std::string &target);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_VARIANTS_H
