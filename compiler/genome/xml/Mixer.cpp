// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The curves have the attributes of motion curves. They run from 0 to 25600, 100 per level, and are
// constant beyond the ends. An omitted curve is the identity if it maps a channel to itself, and 0
// if it adds one channel to another.

#include "compiler/genome/xml/Mixer.h"

#include "compiler/genome/xml/MotionCurve.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace flame {

using Points = std::vector<double>;

namespace {
struct MixerCurve {
  llvm::StringLiteral setting, attribute;
  Points Genome::*points;
  bool isOfItself; ///< maps a channel to itself
};
} // namespace

static constexpr MixerCurve kBrightness = {"mixer_brightness", "mixer_rr_curve",
                                           &Genome::mixerBrightness, true};
static constexpr MixerCurve kCurves[] = {{"mixer_rr", "mixer_rr_curve", &Genome::mixerRr, true},
                                         {"mixer_rg", "mixer_rg_curve", &Genome::mixerRg, false},
                                         {"mixer_rb", "mixer_rb_curve", &Genome::mixerRb, false},
                                         {"mixer_gr", "mixer_gr_curve", &Genome::mixerGr, false},
                                         {"mixer_gg", "mixer_gg_curve", &Genome::mixerGg, true},
                                         {"mixer_gb", "mixer_gb_curve", &Genome::mixerGb, false},
                                         {"mixer_br", "mixer_br_curve", &Genome::mixerBr, false},
                                         {"mixer_bg", "mixer_bg_curve", &Genome::mixerBg, false},
                                         {"mixer_bb", "mixer_bb_curve", &Genome::mixerBb, true}};

static constexpr llvm::StringLiteral kMode = "mixer_mode";
static constexpr double kScale = 25600;
/// Number of straight pieces that approximate a curve here.
static constexpr unsigned kPieces = 64;

bool isOfMixer(llvm::StringRef name) { return name.starts_with("mixer_"); }

bool isMixerSetting(llvm::StringRef name) {
  return name == kBrightness.setting ||
         llvm::any_of(kCurves, [&](const MixerCurve &curve) { return name == curve.setting; });
}

/// True if the curve leaves levels unchanged, or adds nothing.
static bool isUsual(const MixerCurve &curve, const Points &points) {
  for (size_t i = 0; i + 1 < points.size(); i += 2)
    if (std::abs(points[i + 1] - (curve.isOfItself ? points[i] : 0)) > 1e-9)
      return false;
  return true;
}

static Points readCurve(ReaderContext &context, const XmlElement &flame, const MixerCurve &curve) {
  const std::vector<double> heights =
      sampledCurve(context, flame, curve.attribute, kScale, kPieces);
  Points points;
  for (unsigned i = 0; i <= kPieces; ++i) {
    const double position = double(i) / kPieces;
    const double height = heights.empty() ? (curve.isOfItself ? position : 0) : heights[i] / kScale;
    points.insert(points.end(), {position, height});
  }
  return points;
}

void readMixer(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  const XmlAttribute *mode = flame.find(kMode);
  if (!mode || mode->value == "OFF")
    return;
  const bool isFull = mode->value == "FULL";
  if (mode->value == "BRIGHTNESS") {
    const Points points = readCurve(context, flame, kBrightness);
    if (!isUsual(kBrightness, points))
      genome.mixerBrightness = points;
    return;
  }
  if (!isFull && mode->value != "RGB")
    return context.diags
        .warning(Warning::UnsupportedFeature, valueRange(*mode),
                 "expected 'OFF', 'BRIGHTNESS', 'RGB' or 'FULL', got " + quoted(mode->value) +
                     ": the picture will differ")
        .ignore();
  bool isChanged = false;
  for (const MixerCurve &curve : kCurves) {
    if (!isFull && !curve.isOfItself)
      continue;
    Points points = readCurve(context, flame, curve);
    isChanged |= !isUsual(curve, points);
    if (curve.isOfItself || !isUsual(curve, points))
      genome.*curve.points = std::move(points);
  }
  for (const MixerCurve &curve : kCurves)
    if (!isChanged)
      (genome.*curve.points).clear();
}

/// Writes a curve with straight pieces.
static void writeCurve(XmlTag &tag, const MixerCurve &curve, const Points &points) {
  const std::string start = curve.attribute.str() + "_";
  tag.add(start + "enabled", "true").add(start + "interpolation", "LINEAR");
  tag.add(start + "point_count", int(points.size() / 2));
  for (size_t i = 0; i + 1 < points.size(); i += 2) {
    const std::string number = std::to_string(i / 2);
    tag.add(start + "x" + number, int(std::lround(points[i] * kScale)));
    tag.add(start + "y" + number, points[i + 1] * kScale);
  }
}

void writeMixer(XmlTag &tag, const Genome &genome) {
  if (!genome.mixerBrightness.empty()) {
    tag.add(kMode, "BRIGHTNESS");
    return writeCurve(tag, kBrightness, genome.mixerBrightness);
  }
  if (llvm::all_of(kCurves,
                   [&](const MixerCurve &curve) { return (genome.*curve.points).empty(); }))
    return;
  tag.add(kMode, "FULL");
  for (const MixerCurve &curve : kCurves) {
    const Points &points = genome.*curve.points;
    writeCurve(tag, curve,
               points.empty() ? Points{0, 0} : points); // else it would be a straight one
  }
}

} // namespace flame
