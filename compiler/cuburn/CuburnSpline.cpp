// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Knots at or beyond the ends have no effect, because the nodes determine the ends. For periodic
// values a knot at an end selects the turn. All other such knots are ignored with a warning.

#include "compiler/cuburn/CuburnSpline.h"

#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace flame {

using Kind = JsonValue::Kind;

//===-- reading -------------------------------------------------------------------------------===//

namespace {
/// Reads the numbers of one entry.
class SplineReader {
public:
  SplineReader(Diagnostics &diags, const CuburnEntry &entry) : diags(diags), entry(entry) {}

  bool isList() const { return entry.value->kind == Kind::Array; }
  bool readPosition(const JsonValue &value, double &target);
  bool readVelocity(const JsonValue &value, double &target) { return readPlain(value, target, {}); }
  bool readTime(const JsonValue &value, double &target) { return readPlain(value, target, {}); }
  Diagnostics::Reported error(const llvm::Twine &predicate) {
    return cuburnError(diags, entry, predicate);
  }
  /// Warns about a knot without effect.
  void warnOfKnot(const JsonValue &time);

  Diagnostics &diags;
  const CuburnEntry &entry;

private:
  bool readPlain(const JsonValue &value, double &target, Limits limits) {
    std::optional<double> number = readCuburnNumber(diags, entry, value, limits);
    target = number.value_or(target);
    return number.has_value();
  }
};
} // namespace

bool SplineReader::readPosition(const JsonValue &value, double &target) {
  if (!readPlain(value, target, entry.key.spline.limits))
    return false;
  const VariationParam *param = entry.key.spline.param;
  if (!param)
    return true;
  const double clamped = std::clamp(target, param->minimum, param->maximum);
  if (clamped != target)
    diags
        .warning(Warning::ParameterRange, locationOf(value),
                 quoted(entry.path) + " is clamped to its " +
                     (clamped < target ? "maximum " : "minimum ") + spellNumber(clamped))
        .ignore();
  target = clamped;
  return true;
}

void SplineReader::warnOfKnot(const JsonValue &time) {
  const bool isEnd = time.number == 0 || time.number == 1;
  diags
      .warning(Warning::IgnoredSetting, locationOf(time),
               quoted(entry.path) + " has a knot " + (isEnd ? "at an end" : "outside of 0 to 1") +
                   ", at " + time.text + ", which is ignored")
      .ignore();
}

/// True if knots at that time count.
static bool isInside(double time) { return time > 0 && time < 1; }

bool readCuburnPoint(Diagnostics &diags, const CuburnEntry &entry, CuburnPoint &target) {
  SplineReader reader(diags, entry);
  target.loc = entry.value->range.Start;
  if (!reader.isList()) {
    target.velocity = 0;
    return reader.readPosition(*entry.value, target.position);
  }
  auto elements = entry.value->elements();
  if (elements.size() != 2) {
    reader
        .error("must be a position, or a list of a position and a velocity; got " +
               llvm::Twine(elements.size()) + " elements")
        .ignore();
    return false;
  }
  const bool hasPosition = reader.readPosition(*elements[0], target.position);
  return reader.readVelocity(*elements[1], target.velocity) && hasPosition;
}

bool readCuburnEdits(Diagnostics &diags, const CuburnEntry &entry, CuburnEdits &target) {
  SplineReader reader(diags, entry);
  if (!target.loc.isValid())
    target.loc = entry.value->range.Start;
  if (!reader.isList()) {
    reader
        .error("must be a list of times and positions: an edge says what happens between its nodes")
        .ignore();
    return false;
  }
  auto elements = entry.value->elements();
  if (elements.size() % 2 != 0) {
    reader
        .error("must be a list of times and positions; got " + llvm::Twine(elements.size()) +
               " elements")
        .ignore();
    return false;
  }
  bool good = true;
  for (size_t i = 0; i < elements.size(); i += 2) {
    CuburnKnot knot;
    double position = 0;
    if (elements[i + 1]->kind != Kind::Null) {
      good &= reader.readPosition(*elements[i + 1], position);
      knot.position = position;
    }
    good &= reader.readTime(*elements[i], knot.time);
    const bool choosesTurn = entry.key.spline.period != 0 && (knot.time == 0 || knot.time == 1);
    if (good && !isInside(knot.time) && !choosesTurn)
      reader.warnOfKnot(*elements[i]);
    target.knots.push_back(knot);
  }
  return good;
}

bool readCuburnCurve(Diagnostics &diags, const CuburnEntry &entry, CuburnCurve &target) {
  SplineReader reader(diags, entry);
  target = CuburnCurve();
  target.loc = entry.value->range.Start;
  if (!reader.isList()) {
    const bool good = reader.readPosition(*entry.value, target.start);
    target.end = target.start;
    return good;
  }
  auto elements = entry.value->elements();
  if (elements.empty() || elements.size() % 2 != 0) {
    reader
        .error("must be a number, a list of two positions, or one of positions and velocities of "
               "the ends and then "
               "times and positions; got " +
               llvm::Twine(elements.size()) + " elements")
        .ignore();
    return false;
  }
  const bool isShort = elements.size() == 2;
  bool good = reader.readPosition(*elements[0], target.start);
  good &= reader.readPosition(*elements[isShort ? 1 : 2], target.end);
  if (isShort)
    return good;
  good &= reader.readVelocity(*elements[1], target.startVelocity);
  good &= reader.readVelocity(*elements[3], target.endVelocity);
  std::map<double, double> knots;
  for (size_t i = 4; i < elements.size(); i += 2) {
    double time = 0, position = 0;
    good &= reader.readTime(*elements[i], time);
    good &= reader.readPosition(*elements[i + 1], position);
    if (isInside(time))
      knots[time] = position;
    else if (good)
      reader.warnOfKnot(*elements[i]);
  }
  for (auto [time, position] : knots)
    target.knots.push_back({time, position});
  return good;
}

//===-- blending ------------------------------------------------------------------------------===//

CuburnPoint advanced(CuburnPoint point, double time, const CuburnSplineInfo &info) {
  if (info.period != 0)
    point.position += time * point.velocity;
  return point;
}

/// `x` reduced by multiples of `divisor` to between 0 and it; never the divisor itself.
static double modulo(double x, double divisor) {
  const double remainder = std::fmod(x, divisor);
  return remainder != 0 && (remainder < 0) != (divisor < 0) ? remainder + divisor : remainder;
}

/// `value` in the turn that is closest to `target`.
static double inTurnOf(double value, double target, double period) {
  return value + std::round((target - value) / period) * period;
}

/// Moves the end of a periodic curve by whole periods to where the velocities would take it. A tie
/// is resolved in the direction of movement; without movement, a half turn goes backwards.
static void extendPeriodically(CuburnCurve &curve, double period, double duration) {
  const double move = duration * (curve.startVelocity + curve.endVelocity) / (2 * period);
  const double direction = move >= 0 ? 1 : -1;
  const double difference = modulo((curve.end - curve.start) / period, direction);
  curve.end = inTurnOf(curve.end,
                       curve.start + (std::round(move - difference) + difference) * period, period);
}

CuburnCurve blendCuburnPoints(const CuburnPoint *source, const CuburnPoint *destination,
                              const CuburnEdits *edits, const CuburnSplineInfo &info,
                              double duration) {
  CuburnPoint absent;
  absent.position = info.defaultValue;
  if (info.param && (source || destination))
    absent.position = (source ? source : destination)->position;
  const CuburnPoint &from = source ? *source : absent, &to = destination ? *destination : absent;

  std::map<double, std::optional<double>> knots;
  if (edits)
    for (const CuburnKnot &knot : edits->knots)
      knots[knot.time] = knot.position;

  CuburnCurve curve = {from.position,
                       from.velocity,
                       to.position,
                       to.velocity,
                       {},
                       source        ? source->loc
                       : destination ? destination->loc
                       : edits       ? edits->loc
                                     : llvm::SMLoc()};
  if (info.period != 0) {
    extendPeriodically(curve, info.period, duration);
    if (auto start = knots.find(0); start != knots.end() && start->second)
      curve.start = inTurnOf(curve.start, *start->second, info.period);
    if (auto end = knots.find(1); end != knots.end() && end->second)
      curve.end = inTurnOf(curve.end, *end->second, info.period);
  }
  for (auto [time, position] : knots)
    if (position && isInside(time))
      curve.knots.push_back({time, *position});
  return curve;
}

//===-- use -----------------------------------------------------------------------------------===//

bool endsAsItStarts(const CuburnCurve &curve, const CuburnSplineInfo &info) {
  constexpr double kTolerance = 1e-9;
  auto areEqual = [](double a, double b) {
    return std::abs(a - b) <= kTolerance * std::max({1.0, std::abs(a), std::abs(b)});
  };
  const double end = info.period == 0 ? curve.end : inTurnOf(curve.end, curve.start, info.period);
  return areEqual(curve.start, end) && areEqual(curve.startVelocity, curve.endVelocity);
}

Track makeCuburnTrack(const CuburnCurve &curve, const CuburnSplineInfo &info, double duration,
                      double factor) {
  std::vector<TimedValue> points = {{0, factor * curve.start}};
  for (const TimedValue &knot : curve.knots)
    points.push_back({knot.time, factor * knot.value});
  points.push_back({1, factor * curve.end});
  const double scale = factor * duration;
  return makeCatmullRomTrack(points, {scale * curve.startVelocity, scale * curve.endVelocity},
                             info.domain);
}

} // namespace flame
