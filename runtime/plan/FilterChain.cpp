// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in chains, the checks of a chain, and its text.

#include "runtime/plan/FilterChain.h"

#include "support/NumberText.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace flame::rt {

#define FLAME_FILTER_PARAMS
#include "runtime/plan/FilterTable.inc"

static constexpr FilterInfo kFilters[] = {
#define FLAME_FILTER_ROWS
#include "runtime/plan/FilterTable.inc"
};

std::span<const FilterInfo> filterTable() { return kFilters; }

const FilterInfo &infoOf(Filter filter) { return kFilters[size_t(filter)]; }

//===-- chains --------------------------------------------------------------------------------===//

static FilterChain chainOf(std::string_view text) {
  Result<FilterChain> chain = FilterChain::parse(text);
  return *std::move(chain); // built-in chains are valid
}

FilterChain FilterChain::flam3(bool earlyClip) {
  return chainOf(earlyClip ? "logscale,de,colorclip,spatial" : "logscale,de,spatial,colorclip");
}

FilterChain FilterChain::cuburn() { return chainOf("bilateral,logscale,smearclip"); }

FilterChain FilterChain::jwildfire() { return chainOf("glowscale,spatial,colorclip"); }

FilterChain FilterChain::hdr(bool earlyClip) {
  return chainOf(earlyClip ? "logscale,de,hdrclip,spatial" : "logscale,de,spatial,hdrclip");
}

FilterChain FilterChain::ofLook(std::string_view look, bool earlyClip) {
  if (look == kCuburnLook)
    return cuburn();
  if (look == kHdrLook)
    return hdr(earlyClip);
  return look == kJWildfireLook ? jwildfire() : flam3(earlyClip);
}

FilterChain FilterChain::withSaturation() const {
  FilterChain longer = *this;
  if (!has(Filter::Saturate))
    longer.filters.push_back({Filter::Saturate, {}});
  return longer;
}

FilterChain FilterChain::withCurves() const {
  FilterChain longer = *this;
  if (!has(Filter::Curves))
    longer.filters.push_back({Filter::Curves, {}});
  return longer;
}

FilterChain FilterChain::withMixer() const {
  FilterChain longer = *this;
  if (!has(Filter::Mix))
    longer.filters.insert(longer.filters.begin(), {Filter::Mix, {}});
  return longer;
}

std::optional<Filter> findDenoiser(std::string_view name) {
  for (Filter filter : {Filter::NonLocalMeans, Filter::Bilateral, Filter::OpenImageDenoise})
    if (infoOf(filter).name == name)
      return filter;
  return std::nullopt;
}

/// True if a filter is a denoiser.
static bool isDenoiser(Filter filter) {
  return filter == Filter::Bilateral || filter == Filter::NonLocalMeans ||
         filter == Filter::OpenImageDenoise || filter == Filter::DensityEstimation ||
         filter == Filter::EdgeDensity;
}

FilterChain FilterChain::denoisedBy(Filter filter) const {
  FilterChain other = *this;
  if (has(filter))
    return other;
  std::erase_if(other.filters, [](const FilterUse &use) { return isDenoiser(use.filter); });
  other.filters.insert(other.filters.begin(), {filter, {}});
  return other;
}

FilterChain FilterChain::encodedBy(Filter encoding) const {
  FilterChain longer = *this;
  if (isEncoded())
    return longer;
  for (FilterUse &use : longer.filters)
    if (infoOf(use.filter).order == FilterOrder::Clip && use.filter != Filter::HdrClip)
      use = {Filter::HdrClip, {}};
  longer.filters.push_back({encoding, {}});
  return longer;
}

bool FilterChain::isEncoded() const {
  return std::ranges::any_of(filters, [](const FilterUse &use) {
    return infoOf(use.filter).order == FilterOrder::Encoding;
  });
}

bool FilterChain::has(Filter filter) const {
  return std::ranges::find(filters, filter, &FilterUse::filter) != filters.end();
}

void FilterChain::apply(FrameDefaults &frame) const {
  for (const FilterUse &use : filters)
    for (const auto &[param, value] : use.values)
      frame.*param->setting = value;
}

std::string FilterChain::text() const {
  std::string text;
  for (const FilterUse &use : filters) {
    text += (text.empty() ? "" : ",") + std::string(infoOf(use.filter).name);
    for (size_t i = 0; i < use.values.size(); ++i)
      text += (i == 0 ? "(" : ",") + std::string(use.values[i].first->name) + "=" +
              numberText(use.values[i].second);
    text += use.values.empty() ? "" : ")";
  }
  return text;
}

//===-- checking ------------------------------------------------------------------------------===//

static Error wrong(std::string message, std::string hint = "") {
  return Error(ErrorKind::Usage, std::move(message), std::move(hint));
}

/// Formats names: "'logscale', 'de', ...".
static std::string listNames(auto predicate) {
  std::string names;
  for (const FilterInfo &info : kFilters)
    if (predicate(info))
      names += (names.empty() ? "'" : ", '") + std::string(info.name) + "'";
  return names;
}

static std::string scaleNames() {
  return listNames([](const FilterInfo &info) { return info.order == FilterOrder::Scaling; });
}

static std::string clipNames() {
  return listNames([](const FilterInfo &info) { return info.order == FilterOrder::Clip; });
}

namespace {
/// Properties of the filters before a position in a chain.
struct Before {
  bool scaling = false, pixels = false;
  std::string_view clip = {}, encoding = {};
};
} // namespace

/// The reason why a filter cannot follow the others, or nothing.
static std::optional<Error> misplaced(const FilterInfo &info, const Before &before) {
  const std::string name = "the filter '" + std::string(info.name) + "'";
  if (!before.encoding.empty())
    return wrong("the filter '" + std::string(before.encoding) + "' ends a chain",
                 "put '" + std::string(info.name) + "' before it, or leave one of them out");
  if (before.pixels && !info.isLocal)
    return wrong(name + " looks at neighbouring buckets, which are pixels behind 'spatial'",
                 "put 'spatial' behind it");
  switch (info.order) {
  case FilterOrder::Counted:
    if (before.scaling)
      return wrong(name + " counts samples, which 'logscale' does away with",
                   "put 'logscale' behind it");
    return std::nullopt;
  case FilterOrder::Scaling:
    if (before.scaling)
      return wrong("the filters " + scaleNames() + " are two ways of the same",
                   "leave one of them out");
    return std::nullopt;
  case FilterOrder::Colors:
  case FilterOrder::Encoding:
    if (before.clip.empty())
      return wrong(name + " works on colours", "put one of " + clipNames() + " before it");
    return std::nullopt;
  case FilterOrder::Scaled:
  case FilterOrder::Clip:
    if (!before.clip.empty())
      return wrong(name + " works on accumulators, of which '" + std::string(before.clip) +
                       "' has made colours",
                   "put it before '" + std::string(before.clip) + "', or leave one of them out");
    [[fallthrough]];
  case FilterOrder::ToPixels:
    if (!before.scaling)
      return wrong(name + " works on accumulators that 'logscale' has scaled",
                   "put 'logscale' before it");
    return std::nullopt;
  }
  return std::nullopt;
}

static Status checkChain(std::span<const FilterUse> uses) {
  Before before;
  std::vector<Filter> seen;
  for (const FilterUse &use : uses) {
    const FilterInfo &info = infoOf(use.filter);
    if (std::ranges::find(seen, use.filter) != seen.end())
      return wrong("the filter '" + std::string(info.name) + "' stands in the chain twice");
    seen.push_back(use.filter);
    if (seen.end() != std::ranges::find(seen, Filter::DensityEstimation) &&
        seen.end() != std::ranges::find(seen, Filter::EdgeDensity))
      return wrong("the filters 'de' and 'edgede' are two ways of the same",
                   "leave one of them out");
    if (std::optional<Error> error = misplaced(info, before))
      return *std::move(error);
    before.scaling |= info.order == FilterOrder::Scaling;
    before.pixels |= info.order == FilterOrder::ToPixels;
    if (info.order == FilterOrder::Clip)
      before.clip = info.name;
    if (info.order == FilterOrder::Encoding)
      before.encoding = info.name;
  }
  if (!before.scaling)
    return wrong("a chain of filters needs one that scales accumulators",
                 "put 'logscale' in front; JWildfire's is 'glowscale'");
  if (before.clip.empty())
    return wrong("a chain of filters needs a clip, which makes colours",
                 "add one of " + clipNames());
  return {};
}

//===-- reading -------------------------------------------------------------------------------===//

static std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// Takes the part before `separator` off `text`, or all of it.
static std::string_view takeUpTo(std::string_view &text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return trimmed(part);
}

/// Parses "brightness=4" for a filter.
static Status readValue(std::string_view text, const FilterInfo &info, FilterUse &use) {
  std::string_view rest = text;
  const std::string_view name = takeUpTo(rest, '='), word = trimmed(rest);
  const std::string of = " of the filter '" + std::string(info.name) + "'";
  const auto param = std::ranges::find(info.params, name, &FilterParam::name);
  if (param == info.params.end()) {
    std::string names;
    for (const FilterParam &known : info.params)
      names += (names.empty() ? "" : ", ") + std::string(known.name);
    return wrong("unknown parameter '" + std::string(name) + "'" + of,
                 names.empty() ? "it has none" : "it has " + names);
  }
  double value = 0;
  const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (failed != std::errc() || end != word.data() + word.size() || word.empty() ||
      !(value >= param->low && value <= param->high))
    return wrong("expected a number that '" + std::string(name) + "'" + of + " can be, found '" +
                 std::string(word) + "'");
  for (const auto &[other, ignored] : use.values)
    if (other == &*param)
      return wrong("'" + std::string(name) + "'" + of + " has two values");
  use.values.push_back({&*param, value});
  return {};
}

/// Parses the values in parentheses at the start of `rest`, which begins behind the opening one.
static Status takeValues(std::string_view &rest, const FilterInfo &info, FilterUse &use) {
  if (rest.find(')') == std::string_view::npos)
    return wrong("the parenthesis behind '" + std::string(info.name) + "' is not closed");
  std::string_view values = takeUpTo(rest, ')');
  while (!values.empty())
    FLAME_TRY(readValue(takeUpTo(values, ','), info, use));
  rest = trimmed(rest);
  return {};
}

/// Parses a filter with its values from `rest`, up to a comma or the end.
static Result<FilterUse> takeUse(std::string_view &rest) {
  const size_t length = std::min(rest.find_first_of("(,"), rest.size());
  const std::string_view name = trimmed(rest.substr(0, length));
  const auto *info = std::ranges::find(kFilters, name, &FilterInfo::name);
  if (info == std::end(kFilters))
    return wrong("unknown filter '" + std::string(name) + "'",
                 "there are " + listNames([](const FilterInfo &) { return true; }));
  FilterUse use = {info->filter, {}};
  rest.remove_prefix(length);
  if (rest.starts_with('(')) {
    rest.remove_prefix(1);
    FLAME_TRY(takeValues(rest, *info, use));
  }
  if (!rest.empty() && !rest.starts_with(','))
    return wrong("expected ',' behind the filter '" + std::string(name) + "', found '" +
                 std::string(rest) + "'");
  return use;
}

Result<FilterChain> FilterChain::parse(std::string_view text) {
  std::vector<FilterUse> uses;
  for (bool goesOn = true; goesOn;) {
    FLAME_TRY_ASSIGN(FilterUse use, takeUse(text));
    uses.push_back(std::move(use));
    goesOn = !text.empty();
    text.remove_prefix(goesOn ? 1 : 0);
  }
  FLAME_TRY(checkChain(uses));
  return FilterChain(std::move(uses));
}

} // namespace flame::rt
