// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The filters of a frame: a chain in the order in which they run. A look, a profile or the user
// names it. The filters themselves are records in ir/Filters.td. FilterPlan.h turns a chain into
// the stages that devices run.

#ifndef FLAME_RUNTIME_PLAN_FILTERCHAIN_H
#define FLAME_RUNTIME_PLAN_FILTERCHAIN_H

#include "artefact/Manifest.h"
#include "support/Result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flame::rt {

/// A filter.
enum class Filter : uint8_t {
#define FLAME_FILTER_ENUMERATORS
#include "runtime/plan/FilterTable.inc"
};

/// Position of a filter in a chain; see ir/Filter.td.
enum class FilterOrder : uint8_t { Counted, Scaling, Scaled, Clip, Colors, ToPixels, Encoding };

/// A parameter of a filter, with the value of a frame that it sets.
struct FilterParam {
  std::string_view name;
  double low, high;
  double FrameDefaults::*setting;
};

struct FilterInfo {
  Filter filter;
  std::string_view name;
  FilterOrder order;
  bool isLocal;    ///< looks at one bucket alone
  uint32_t spares; ///< accumulators of each bucket that it needs besides the first
  uint32_t gutter; ///< pixels around the picture that it reads
  std::span<const FilterParam> params;
};

/// All filters, in the order of the enumeration.
std::span<const FilterInfo> filterTable();
const FilterInfo &infoOf(Filter filter);

/// The filter of a name that --denoise takes: "nlm", "bilateral" or "oidn".
std::optional<Filter> findDenoiser(std::string_view name);

/// The looks of frames.
inline constexpr std::string_view kFlam3Look = "flam3", kCuburnLook = "cuburn",
                                  kJWildfireLook = "jwildfire", kHdrLook = "hdr";

/// A filter of a chain, with the user's values for its parameters.
struct FilterUse {
  Filter filter;
  std::vector<std::pair<const FilterParam *, double>> values;

  bool operator==(const FilterUse &) const = default;
};

/// A chain that can be run: every filter at most once and in its order, with a log scale and one
/// clip.
class FilterChain {
public:
  /// flam3's chain, the default of XML files. `earlyClip`: colours are made before the spatial
  /// filter.
  static FilterChain flam3(bool earlyClip = false);
  /// cuburn's chain, the default of JSON.
  static FilterChain cuburn();
  /// JWildfire's chain, the default of its flames.
  static FilterChain jwildfire();
  /// flam3's chain with light beyond white.
  static FilterChain hdr(bool earlyClip = false);
  /// The chain of a look. `earlyClip` matters to flam3's and the HDR look.
  static FilterChain ofLook(std::string_view look, bool earlyClip);
  /// Returns this chain with the filter `saturate` at its end, unless it has one.
  FilterChain withSaturation() const;
  /// Returns this chain with the filter `curves` at its end, unless it has one.
  FilterChain withCurves() const;
  /// Returns this chain with the filter `mix` at its start, unless it has one.
  FilterChain withMixer() const;
  /// Returns this chain with a denoiser at its start, in place of its own denoisers.
  FilterChain denoisedBy(Filter filter) const;
  /// Returns this chain with light beyond white, encoded at the end by `encoding`. A chain that
  /// already encodes colours stays as it is.
  FilterChain encodedBy(Filter encoding) const;
  /// Parses "logscale(brightness=4),colorclip". The error explains an invalid chain.
  static Result<FilterChain> parse(std::string_view text);

  std::span<const FilterUse> uses() const { return filters; }
  bool has(Filter filter) const;
  /// True if the result is encoded for an HDR screen.
  bool isEncoded() const;
  /// Sets the user's values.
  void apply(FrameDefaults &frame) const;
  /// The text that `parse` reads; values are printed without loss.
  std::string text() const;

  bool operator==(const FilterChain &) const = default;

private:
  explicit FilterChain(std::vector<FilterUse> filters) : filters(std::move(filters)) {}
  std::vector<FilterUse> filters;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FILTERCHAIN_H
