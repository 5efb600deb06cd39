// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A swept value is a member of the request or a setting of the flame. Requests change settings by
// factors.

#include "tools/flamerun/Sheet.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace flame {

using namespace rt;

static constexpr unsigned kMostFrames = 10000;
static constexpr char kTimeKey[] = "time";

namespace {

/// A value that the request holds itself.
struct RequestValue {
  std::string_view key;
  double least;
  bool isWhole;
  void (*set)(FrameRequest &, double);
};

constexpr RequestValue kRequestValues[] = {
    {"quality", 1e-6, false, [](FrameRequest &r, double v) { r.quality = v; }},
    {"supersample", 1, true, [](FrameRequest &r, double v) { r.supersample = uint32_t(v); }},
    {"estimator-radius", 0, false, [](FrameRequest &r, double v) { r.estimatorRadius = v; }},
    {"fuse", 0, true, [](FrameRequest &r, double v) { r.fuse = uint32_t(v); }},
    {"temporal-samples", 1, true,
     [](FrameRequest &r, double v) { r.temporalSamples = uint32_t(v); }},
    {"jitter", 0, false, [](FrameRequest &r, double v) { r.jitter = v; }},
    {"pixel-aspect", 1e-6, false, [](FrameRequest &r, double v) { r.pixelAspect = v; }},
    {"seed", 0, true, [](FrameRequest &r, double v) { r.seed = uint64_t(v); }},
};

} // namespace

//===-- reading -------------------------------------------------------------------------------===//

static std::optional<unsigned> parseCount(std::string_view text) {
  unsigned count = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (failed != std::errc() || end != text.data() + text.size() || count < 1 || count > kMostFrames)
    return std::nullopt;
  return count;
}

static std::optional<Sweep> parseSweep(std::string_view text) {
  const size_t colon = text.find(':'), dots = text.find(".."), last = text.find(':', dots);
  if (colon == text.npos || dots == text.npos || colon == 0 || dots <= colon + 1 ||
      last == text.npos || last <= dots + 2)
    return std::nullopt;
  const std::optional<unsigned> count = parseCount(text.substr(last + 1));
  if (!count)
    return std::nullopt;
  return Sweep{std::string(text.substr(0, colon)),
               std::string(text.substr(colon + 1, dots - colon - 1)),
               std::string(text.substr(dots + 2, last - dots - 2)), *count};
}

Result<Sheet> parseSheet(const std::string &text) {
  Sheet sheet;
  if (const std::optional<unsigned> columns = parseCount(text)) {
    sheet.columns = *columns;
    return sheet;
  }
  const size_t comma = text.find(',');
  std::vector<std::string> texts = {text.substr(0, comma)};
  if (comma != text.npos)
    texts.push_back(text.substr(comma + 1));
  unsigned frames = 1;
  for (const std::string &sweepText : texts) {
    const std::optional<Sweep> sweep = parseSweep(sweepText);
    if (!sweep || frames > kMostFrames / sweep->count)
      return Error(ErrorKind::Usage,
                   "--sheet: expected a whole number from 1 to 10000, or KEY:A..B:N, or two of "
                   "these with a comma between them, found '" +
                       text + "'",
                   "--sheet=4, --sheet=gamma:1..4:7, --sheet=gamma:1..4:4,brightness:2..8:3");
    frames *= sweep->count;
    sheet.sweeps.push_back(*sweep);
  }
  return sheet;
}

//===-- values --------------------------------------------------------------------------------===//

static Error valueError(const Sweep &sweep, const std::string &problem, const std::string &note) {
  return Error(ErrorKind::Usage, "--sheet=" + sweep.key + ":...: " + problem, note);
}

/// Parses an end of a range.
static Result<double> endOf(const Sweep &sweep, const std::string &text, const FrameClock &clock) {
  if (sweep.key == kTimeKey) {
    if (clock.isStill())
      return valueError(sweep, "a still has no time", "choose another key, or an animation");
    return parseMoment(text, clock);
  }
  double number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return valueError(sweep, "expected a number, found '" + text + "'",
                      "write it as KEY:A..B:N, such as gamma:1..4:7");
  return number;
}

static Error unknownKey(const Sweep &sweep) {
  std::string keys = kTimeKey;
  for (const RequestValue &value : kRequestValues)
    keys += ", " + std::string(value.key);
  for (const FactorField &field : kFactorFields)
    keys += ", " + std::string(field.group) + "." + field.key;
  return valueError(sweep, "there is no such key", "keys are " + keys);
}

/// Finds a field by "gamma" or "colorclip.gamma".
static const FactorField *findField(const std::string &key) {
  const auto *found = std::ranges::find_if(kFactorFields, [&](const FactorField &field) {
    return key == field.key || key == std::string(field.group) + "." + field.key;
  });
  return found == std::end(kFactorFields) ? nullptr : found;
}

static std::string textOf(double value) {
  char number[32];
  snprintf(number, sizeof number, "%.5g", value);
  return number;
}

/// Sets a setting of the flame to a value by the corresponding factor.
static Status setField(const Sweep &sweep, const FactorField &field, const Manifest &manifest,
                       double value, FrameRequest &request) {
  const double unchanged = manifest.frameAt(request.time).*field.setting;
  const double factor = value / unchanged;
  if (unchanged == 0 || factor < field.minimum)
    return valueError(sweep,
                      textOf(value) + " is no multiple that it may have of its value in " +
                          "the flame, " + textOf(unchanged),
                      "change the flame, or choose another range");
  request.factors.*field.factor *= factor;
  return {};
}

static Status setValue(const Sweep &sweep, const Manifest &manifest, const FrameClock &clock,
                       double value, FrameJob &job) {
  if (sweep.key == kTimeKey) {
    job.number = clock.frameAt(value);
    job.request.frame = uint64_t(job.number);
    job.request.time = value;
    return {};
  }
  const auto *known = std::ranges::find(kRequestValues, sweep.key, &RequestValue::key);
  if (known == std::end(kRequestValues)) {
    const FactorField *field = findField(sweep.key);
    return field ? setField(sweep, *field, manifest, value, job.request)
                 : Status(unknownKey(sweep));
  }
  constexpr double kMost = 4294967295.0;
  if (value < known->least || value > kMost)
    return valueError(sweep, textOf(value) + " is beyond what it may be", "choose another range");
  known->set(job.request, value);
  return {};
}

/// Returns the value of a step. Whole numbers are rounded, so that labels match the picture.
static double valueAt(const Sweep &sweep, double first, double last, unsigned step) {
  const double value =
      sweep.count == 1 ? first : first + (last - first) * step / double(sweep.count - 1);
  const auto *known = std::ranges::find(kRequestValues, sweep.key, &RequestValue::key);
  return known != std::end(kRequestValues) && known->isWhole ? std::round(value) : value;
}

/// Makes one frame of a sheet with one value per sweep.
static Result<FrameJob> frameWith(const Sheet &sheet, const std::vector<double> &values,
                                  const Manifest &manifest, const FrameClock &clock, FrameJob job) {
  // Set the time first: factors are relative to the flame's values at that time.
  for (const bool isTime : {true, false})
    for (size_t i = 0; i < values.size(); ++i)
      if ((sheet.sweeps[i].key == kTimeKey) == isTime)
        FLAME_TRY(setValue(sheet.sweeps[i], manifest, clock, values[i], job));
  return job;
}

Result<SheetFrames> sweepFrames(const Sheet &sheet, const Manifest &manifest,
                                const FrameClock &clock, const FrameJob &base) {
  std::vector<std::pair<double, double>> ranges;
  unsigned total = 1;
  for (const Sweep &sweep : sheet.sweeps) {
    FLAME_TRY_ASSIGN(const double first, endOf(sweep, sweep.first, clock));
    FLAME_TRY_ASSIGN(const double last, endOf(sweep, sweep.last, clock));
    ranges.emplace_back(first, last);
    total *= sweep.count;
  }
  SheetFrames frames;
  frames.columns = sheet.sweeps.size() > 1 ? sheet.sweeps.front().count
                                           : unsigned(std::ceil(std::sqrt(double(total))));
  for (unsigned number = 0; number < total; ++number) {
    std::vector<double> values;
    std::string label;
    unsigned rest = number;
    for (size_t i = 0; i < sheet.sweeps.size(); ++i) {
      const Sweep &sweep = sheet.sweeps[i];
      values.push_back(valueAt(sweep, ranges[i].first, ranges[i].second, rest % sweep.count));
      rest /= sweep.count;
      label += (label.empty() ? "" : " ") + sweep.key + "=" + textOf(values.back());
    }
    FLAME_TRY_ASSIGN(FrameJob job, frameWith(sheet, values, manifest, clock, base));
    frames.jobs.push_back(std::move(job));
    frames.labels.push_back(std::move(label));
  }
  return frames;
}

} // namespace flame
