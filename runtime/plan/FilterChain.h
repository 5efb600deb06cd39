// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which filters a frame goes through: a chain, in the order in which they run, as a look, a profile or the user names it.
// The filters themselves are records in ir/Filters.td; FilterPlan.h turns a chain into what devices run.

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

/// Where in a chain a filter may stand; see ir/Filter.td.
enum class FilterOrder : uint8_t { Counted, Scaling, Scaled, Clip, Colors, ToPixels, Encoding };

/// A parameter of a filter: the value of a frame that it is.
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
  uint32_t spares; ///< accumulators of each bucket that it needs beside the first
  uint32_t gutter; ///< pixels around the picture that it looks at
  std::span<const FilterParam> params;
};

/// All filters, in the order of the enumeration.
std::span<const FilterInfo> filterTable();
const FilterInfo &infoOf(Filter filter);

/// A filter that --denoise takes: "nlm", "bilateral" or "oidn".
std::optional<Filter> findDenoiser(std::string_view name);

/// The looks that a frame may have.
inline constexpr std::string_view kFlam3Look = "flam3", kCuburnLook = "cuburn",
                                  kJWildfireLook = "jwildfire", kHdrLook = "hdr";

/// A filter of a chain, and what the user said about its parameters.
struct FilterUse {
  Filter filter;
  std::vector<std::pair<const FilterParam *, double>> values;

  bool operator==(const FilterUse &) const = default;
};

/// A chain that can be run: every filter once at most and in its order, a log scale and one clip
/// among them.
class FilterChain {
public:
  /// flam3's: what XML files ask for. `earlyClip`: colours are made before the spatial filter.
  static FilterChain flam3(bool earlyClip = false);
  /// cuburn's: what JSON asks for.
  static FilterChain cuburn();
  /// JWildfire's: what its flames ask for.
  static FilterChain jwildfire();
  /// flam3's with light beyond white.
  static FilterChain hdr(bool earlyClip = false);
  /// That of a look. `earlyClip` counts in flam3's and in that for HDR.
  static FilterChain ofLook(std::string_view look, bool earlyClip);
  /// This chain with the filter `saturate` behind it, unless it has that.
  FilterChain withSaturation() const;
  /// This chain with the filter `curves` behind it, unless it has that.
  FilterChain withCurves() const;
  /// This chain with the filter `mix` in front of it, unless it has that.
  FilterChain withMixer() const;
  /// This chain with a filter that takes noise away, and starts it, in the place of those that it has.
  FilterChain denoisedBy(Filter filter) const;
  /// This chain with light beyond white, which `encoding` codes at the end; as it is if it codes colours already.
  FilterChain encodedBy(Filter encoding) const;
  /// Reads "logscale(brightness=4),colorclip". Fails with what is wrong with a chain.
  static Result<FilterChain> parse(std::string_view text);

  std::span<const FilterUse> uses() const { return filters; }
  bool has(Filter filter) const;
  /// Whether what comes out of it is for a screen of HDR.
  bool isEncoded() const;
  /// Sets the values that the user gave.
  void apply(FrameDefaults &frame) const;
  /// As `parse` reads it; values without loss.
  std::string text() const;

  bool operator==(const FilterChain &) const = default;

private:
  explicit FilterChain(std::vector<FilterUse> filters) : filters(std::move(filters)) {}
  std::vector<FilterUse> filters;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FILTERCHAIN_H
