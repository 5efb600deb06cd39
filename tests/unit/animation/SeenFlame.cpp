// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything is put under names, so that comparing two flames is comparing two lists.

#include "tests/unit/animation/SeenFlame.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace flame::test {

void see(SeenValues &values, const std::string &name, const Affine &m) {
  const std::pair<const char *, double> numbers[] = {{"a", m.a}, {"b", m.b}, {"c", m.c},
                                                     {"d", m.d}, {"e", m.e}, {"f", m.f}};
  for (auto [letter, number] : numbers)
    values[name + "." + letter] = number;
}

/// How far direct colours count. Without a variation that sets the colour, which it does while its
/// weight passes 0, too, they do not.
static double seenDirectColor(const AnimationXform &xform, double time) {
  const bool isSet = std::ranges::any_of(xform.variations, [](const AnimationVariation &variation) {
    return variation.info->setsColor && variation.weight != Track(0.0);
  });
  return isSet ? xform.directColor.at(time) : 0;
}

static SeenValues seenXform(const AnimationXform &xform, double time) {
  SeenValues values;
  values["weight"] = xform.weight.at(time);
  values["color"] = xform.color.at(time);
  values["color_speed"] = xform.colorSpeed.at(time);
  values["opacity"] = xform.opacity.at(time);
  values["var_color"] = seenDirectColor(xform, time);
  see(values, "coefs", affineAt(xform.coefs, time));
  see(values, "post", xform.post ? affineAt(*xform.post, time) : Affine());
  for (const AnimationVariation &variation : xform.variations) {
    const double weight = variation.weight.at(time);
    if (std::abs(weight) < 1e-9)
      continue;
    const std::string name = variation.info->name.str();
    values[name] = weight;
    for (size_t i = 0; i < variation.params.size(); ++i)
      values[name + "." + variation.info->params[i].shortName.str()] = variation.params[i].at(time);
  }
  return values;
}

/// Those that can be chosen, by weight, with their chaos factors on each other; a missing row
/// stands for factors of 1.
static std::vector<SeenValues> seenXforms(const Animation &animation, double time) {
  std::vector<std::pair<SeenValues, size_t>> seen;
  for (size_t i = 0; i < animation.xforms.size(); ++i)
    if (animation.xforms[i].weight.at(time) > 1e-9)
      seen.emplace_back(seenXform(animation.xforms[i], time), i);
  std::ranges::sort(seen, {}, [](const auto &pair) {
    return std::pair(std::lround(1e3 * pair.first.at("weight")), pair.first.at("coefs.a"));
  });
  std::vector<SeenValues> xforms;
  for (auto &[values, index] : seen) {
    const std::vector<Track> &row = animation.xforms[index].chaos;
    for (size_t to = 0; to < seen.size() && !row.empty(); ++to)
      if (const double factor = row[seen[to].second].at(time); std::abs(factor - 1) > 1e-9)
        values["chaos." + std::to_string(to) + " - 1"] = factor - 1;
    xforms.push_back(values);
  }
  return xforms;
}

static Palette seenPalette(const Animation &animation, double time) {
  const auto &all = animation.palettes;
  auto next = std::ranges::find_if(all, [&](const auto &palette) { return palette.first >= time; });
  if (next == all.end())
    return all.back().second;
  if (next == all.begin())
    return next->second;
  const auto &[from, a] = *std::prev(next);
  const auto &[to, b] = *next;
  const double share = (time - from) / (to - from);
  Palette blend = b;
  for (unsigned i = 0; i < kPaletteSize; ++i) {
    blend[i].red += (1 - share) * (a[i].red - b[i].red);
    blend[i].green += (1 - share) * (a[i].green - b[i].green);
    blend[i].blue += (1 - share) * (a[i].blue - b[i].blue);
    blend[i].alpha += (1 - share) * (a[i].alpha - b[i].alpha);
  }
  return blend;
}

SeenFlame seenFlame(const Animation &animation, double time) {
  SeenFlame flame;
  const std::pair<const char *, const Track &> tracks[] = {
      {"center x", animation.centerX},
      {"center y", animation.centerY},
      {"scale", animation.scale},
      {"zoom", animation.zoom},
      {"density", animation.density},
      {"shutter", animation.temporalFilterWidth},
      {"brightness", animation.finish.brightness},
      {"gamma", animation.finish.gamma},
      {"gamma threshold", animation.finish.gammaThreshold},
      {"vibrancy", animation.finish.vibrancy},
      {"highlight power", animation.finish.highlightPower},
      {"background red", animation.finish.background[0]},
      {"background green", animation.finish.background[1]},
      {"background blue", animation.finish.background[2]}};
  for (const auto &[name, track] : tracks)
    flame.values[name] = track.at(time);
  flame.values["estimator radius"] = animation.finish.estimatorRadius;
  flame.values["estimator minimum"] = animation.finish.estimatorMinimum;
  flame.values["estimator curve"] = animation.finish.estimatorCurve;
  flame.values["rotation x"] = std::cos(animation.rotate.at(time) * (std::numbers::pi / 180));
  flame.values["rotation y"] = std::sin(animation.rotate.at(time) * (std::numbers::pi / 180));
  flame.xforms = seenXforms(animation, time);
  if (animation.finalXform) {
    SeenValues values = seenXform(*animation.finalXform, time);
    values["weight"] = 0;
    flame.xforms.push_back(values);
  }
  flame.palette = seenPalette(animation, time);
  return flame;
}

std::string differences(const SeenValues &a, const SeenValues &b, double tolerance) {
  std::string text;
  SeenValues all = a;
  all.insert(b.begin(), b.end());
  for (const auto &[name, value] : all) {
    auto inA = a.find(name), inB = b.find(name);
    const double x = inA == a.end() ? 0 : inA->second, y = inB == b.end() ? 0 : inB->second;
    if (!(std::abs(x - y) <= tolerance * (1 + std::abs(x))))
      text += name + " is " + std::to_string(x) + " and " + std::to_string(y) + "\n";
  }
  return text;
}

std::string differences(const SeenFlame &a, const SeenFlame &b, double tolerance) {
  std::string text = differences(a.values, b.values, tolerance);
  if (a.xforms.size() != b.xforms.size())
    return text + std::to_string(a.xforms.size()) + " xforms and " +
           std::to_string(b.xforms.size()) + "\n";
  for (size_t i = 0; i < a.xforms.size(); ++i)
    if (std::string found = differences(a.xforms[i], b.xforms[i], tolerance); !found.empty())
      text += "xform " + std::to_string(i) + ":\n" + found;
  for (unsigned i = 0; i < kPaletteSize; ++i)
    if (std::abs(a.palette[i].red - b.palette[i].red) +
            std::abs(a.palette[i].green - b.palette[i].green) +
            std::abs(a.palette[i].blue - b.palette[i].blue) +
            std::abs(a.palette[i].alpha - b.palette[i].alpha) >
        0.004)
      return text + "palette entry " + std::to_string(i) + "\n";
  return text;
}

/// Whether an xform leaves points and colours as they are: its variations only scale, and its
/// affines make up for that.
static bool isIdentity(const SeenValues &xform) {
  auto value = [&](const char *name) { return xform.contains(name) ? xform.at(name) : 0; };
  double scale = value("linear");
  for (const auto &[name, number] : xform) {
    const bool isBlob = name == "blob" && value("blob.low") == 1 && value("blob.high") == 1;
    const std::set<std::string> known = {"weight",  "color",     "color_speed",
                                         "opacity", "var_color", "linear"};
    if (isBlob)
      scale += number;
    else if (name.find('.') == name.npos && !known.contains(name))
      return false;
  }
  const double a = value("post.a"), b = value("post.b"), d = value("post.d"), e = value("post.e");
  SeenValues whole, nothing;
  Affine both;
  both.a = scale * (a * value("coefs.a") + b * value("coefs.d"));
  both.b = scale * (a * value("coefs.b") + b * value("coefs.e"));
  both.c = scale * (a * value("coefs.c") + b * value("coefs.f")) + value("post.c");
  both.d = scale * (d * value("coefs.a") + e * value("coefs.d"));
  both.e = scale * (d * value("coefs.b") + e * value("coefs.e"));
  both.f = scale * (d * value("coefs.c") + e * value("coefs.f")) + value("post.f");
  see(whole, "both", both);
  see(nothing, "both", Affine());
  return value("color_speed") == 0 && value("opacity") == 1 && value("var_color") == 0 &&
         differences(whole, nothing, 1e-9).empty();
}

void dropIdentity(SeenFlame &flame) {
  const bool hasFinal = !flame.xforms.empty() && flame.xforms.back().at("weight") == 0;
  if (hasFinal && isIdentity(flame.xforms.back()))
    flame.xforms.pop_back();
}

SeenFlame velocities(SeenFlame before, const SeenFlame &after, double units) {
  auto subtract = [&](SeenValues &from, const SeenValues &to) {
    for (auto &[name, value] : from)
      value = ((to.contains(name) ? to.at(name) : 0) - value) / units;
    for (const auto &[name, value] : to) // what has just begun
      if (!from.contains(name))
        from[name] = value / units;
  };
  subtract(before.values, after.values);
  for (size_t i = 0; i < std::min(before.xforms.size(), after.xforms.size()); ++i)
    subtract(before.xforms[i], after.xforms[i]);
  return before;
}

} // namespace flame::test
