// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles one flame in several ways and measures the length of the code and its speed on a GPU.

#ifndef FLAME_TOOLS_FLAMEBENCH_VARIANTS_H
#define FLAME_TOOLS_FLAMEBENCH_VARIANTS_H

#include "compiler/animation/Animation.h"
#include "runtime/cuda/Driver.h"
#include "runtime/plan/FramePlan.h"
#include "tools/flamebench/Table.h"

#include <functional>
#include <memory>

namespace flame {

/// A way to compile a flame.
struct Variant {
  std::string name;
  uint32_t ablation = 0; ///< flags of abi::Ablation
  std::vector<std::string> disabledPasses = {};
  bool shortFunctions = true; ///< see flame-select-math
  /// Plotting its points costs as much as plotting those of the flame.
  bool plots = true;
};

/// Options of the measurement.
struct VariantBenchOptions {
  std::vector<std::string> flames; ///< any files that flamec reads
  /// Target such as "sm_90". Empty: that of the GPU, or kTargetWithoutGpu without a GPU.
  std::string target;
  bool codeOnly = false; ///< do not use the GPU
  int ordinal = 0;       ///< index of the GPU
  rt::FrameRequest request;
  unsigned repeat = 3;  ///< number of frames; their median counts
  unsigned threads = 1; ///< threads that compile
};

inline constexpr char kTargetWithoutGpu[] = "sm_90";

/// A flame and its name in tables.
struct NamedFlame {
  std::string name;
  Animation animation;
};

/// Returns the number of xforms that are ever chosen. Their indices start at 0.
rt::Result<unsigned> countChosenXforms(const NamedFlame &flame);

/// Reads the flames. The error text has the reader's messages about an invalid file.
rt::Result<std::vector<NamedFlame>> readFlames(const std::vector<std::string> &paths);

/// Measures variants of flames, on a GPU if there is one. The columns, each if it is available:
///
///   ptx             PTX instructions in the loop over rounds
///   sass            machine instructions in the whole kernel; needs ptxas
///   registers       registers of a thread; needs ptxas
///   far, far_ps     10^9 samples per second and picoseconds per sample with the camera far away,
///                   where no point is in the picture
///   plot, plot_ps   the same with the camera of the flame
class VariantBench {
public:
  static rt::Result<VariantBench> create(const VariantBenchOptions &options);

  /// The target of the code.
  const std::string &target() const { return architecture; }
  /// The reason why no GPU is used. Empty if one is used.
  const std::string &complaint() const { return reason; }

  using ChooseVariants = std::function<rt::Result<std::vector<Variant>>(const NamedFlame &)>;

  /// Returns a table for each flame, of which there must be at least one, with a row for each
  /// variant.
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

/// Counts the instructions of the loop over rounds by part: a row for each part, a column for each
/// flame.
rt::Result<Table> countParts(const std::vector<NamedFlame> &flames, const std::string &target);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_VARIANTS_H
