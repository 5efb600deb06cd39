// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Curves through points (frame, value): straight lines, or a natural cubic spline; constant before
// the first and after the last point.

#include "compiler/genome/xml/MotionCurve.h"

#include "compiler/text/NumberParsing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace flame {

static constexpr llvm::StringLiteral kCurve = "Curve_";

namespace {
struct CurvePoint {
  double x, y;
};
} // namespace

bool isOfMotionCurve(llvm::StringRef name) { return name.contains(kCurve); }

static const XmlAttribute *findOf(const XmlElement &element, llvm::StringRef prefix,
                                  const llvm::Twine &name) {
  return element.find((prefix + "_" + name).str());
}

/// The points in ascending order; of several at one place, the first.
static std::vector<CurvePoint> readPoints(ReaderContext &context, const XmlElement &element,
                                          llvm::StringRef prefix) {
  constexpr int kMostPoints = 10000;
  int count = 0;
  if (const XmlAttribute *attribute = findOf(element, prefix, "point_count"))
    readInteger(context, *attribute, count, 0, kMostPoints);
  std::map<double, double> heights; // the first one at each place counts
  for (int i = 0; i < count; ++i) {
    const XmlAttribute *x = findOf(element, prefix, "x" + llvm::Twine(i)),
                       *y = findOf(element, prefix, "y" + llvm::Twine(i));
    if (!x || !y)
      continue;
    CurvePoint point = {};
    readNumber(context, *x, point.x);
    readNumber(context, *y, point.y);
    heights.try_emplace(point.x, point.y);
  }
  std::vector<CurvePoint> points;
  for (auto [x, y] : heights)
    points.push_back({x, y});
  return points;
}

/// The second derivatives of the natural spline at its points.
static std::vector<double> bendsOf(llvm::ArrayRef<CurvePoint> points) {
  const size_t last = points.size() - 1;
  std::vector<double> bends(points.size()), rest(points.size());
  for (size_t i = 1; i < last; ++i) {
    const CurvePoint &a = points[i - 1], &b = points[i], &c = points[i + 1];
    const double share = (b.x - a.x) / (c.x - a.x), pivot = share * bends[i - 1] + 2;
    bends[i] = (share - 1) / pivot;
    const double kink = (c.y - b.y) / (c.x - b.x) - (b.y - a.y) / (b.x - a.x);
    rest[i] = (6 * kink / (c.x - a.x) - share * rest[i - 1]) / pivot;
  }
  bends[last] = 0;
  for (size_t i = last; i-- > 0;)
    bends[i] = bends[i] * bends[i + 1] + rest[i];
  bends[0] = 0;
  return bends;
}

static double valueAt(llvm::ArrayRef<CurvePoint> points, bool isStraight, double x) {
  if (x <= points.front().x)
    return points.front().y;
  if (x >= points.back().x)
    return points.back().y;
  const size_t next = std::ranges::upper_bound(points, x, {}, &CurvePoint::x) - points.begin();
  const CurvePoint &a = points[next - 1], &b = points[next];
  const double length = b.x - a.x, after = (x - a.x) / length, before = 1 - after;
  double value = before * a.y + after * b.y;
  if (isStraight || points.size() < 3)
    return value;
  const std::vector<double> bends = bendsOf(points);
  return value + ((before * before * before - before) * bends[next - 1] +
                  (after * after * after - after) * bends[next]) *
                     length * length / 6;
}

/// True if the curve is not a spline.
static bool isStraight(const XmlElement &element, llvm::StringRef prefix) {
  const XmlAttribute *interpolation = findOf(element, prefix, "interpolation");
  return interpolation && interpolation->value == "LINEAR";
}

std::vector<double> sampledCurve(ReaderContext &context, const XmlElement &element,
                                 llvm::StringRef prefix, double end, unsigned pieces) {
  const std::vector<CurvePoint> points = readPoints(context, element, prefix);
  std::vector<double> heights;
  for (unsigned i = 0; i <= pieces && !points.empty(); ++i) {
    const double height = valueAt(points, isStraight(element, prefix), i * end / pieces);
    heights.push_back(std::isfinite(height) ? std::clamp(height, -1e6, 1e6) : 0);
  }
  return heights;
}

std::optional<double> motionCurveAt(ReaderContext &context, const XmlElement &element,
                                    llvm::StringRef prefix, double frame) {
  const XmlAttribute *enabled = findOf(element, prefix, "enabled");
  if (!enabled || enabled->value != "true")
    return std::nullopt;
  const std::vector<CurvePoint> points = readPoints(context, element, prefix);
  if (points.empty())
    return std::nullopt;
  const double value = valueAt(points, isStraight(element, prefix), frame);
  if (std::isfinite(value) && Limits().complaint(value).empty())
    return value;
  context
      .reject(enabled->nameRange, "'" + prefix + "' leaves what can be rendered at frame " +
                                      spellNumber(frame) + ", between points that are too close")
      .ignore();
  return std::nullopt;
}

/// The coefficients of an affine, as JWildfire numbers them.
static constexpr std::pair<llvm::StringLiteral, double Affine::*> kCoefficients[] = {
    {"00", &Affine::a}, {"01", &Affine::d}, {"10", &Affine::b},
    {"11", &Affine::e}, {"20", &Affine::c}, {"21", &Affine::f}};

void applyMotionCurves(ReaderContext &context, const XmlElement &element, Xform &xform) {
  auto apply = [&](llvm::StringRef plane, auto &&affine) {
    for (auto [number, member] : kCoefficients)
      if (auto value =
              motionCurveAt(context, element, (plane + number + "Curve").str(), context.frame))
        affine().*member = *value;
  };
  auto ofOptional = [](std::optional<Affine> &affine) {
    return [&]() -> Affine & { return affine ? *affine : affine.emplace(); };
  };
  apply("xyCoeff", [&]() -> Affine & { return xform.coefs; });
  apply("xyPostCoeff", ofOptional(xform.post));
  apply("yzCoeff", ofOptional(xform.yzCoefs));
  apply("yzPostCoeff", ofOptional(xform.yzPost));
  apply("zxCoeff", ofOptional(xform.zxCoefs));
  apply("zxPostCoeff", ofOptional(xform.zxPost));
}

} // namespace flame
