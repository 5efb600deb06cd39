// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text is also meant to be read and compared by people. A value that fits stands on one line;
// any other is broken one level at a time and indented by one space. nlohmann writes numbers with
// the fewest digits that read back as the same double.

#include "compiler/animation/AnimationFields.h"
#include "compiler/animation/AnimationJson.h"

#include "ir/language/UserVariation.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace flame {

using Json = nlohmann::ordered_json;

//===-- layout --------------------------------------------------------------------------------===//

static std::string scalarText(const Json &value) {
  // A name that is not UTF-8 violates the caller's contract, but must not end the program.
  return value.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

/// Appends a value to `line` while it has at most `width` characters. Returns true if the whole
/// value fit.
static bool appendOnOneLine(const Json &value, size_t width, std::string &line) {
  if (!value.is_structured()) {
    line += scalarText(value);
    return line.size() <= width;
  }
  line += value.is_object() ? '{' : '[';
  for (auto item = value.begin(); item != value.end(); ++item) {
    if (item != value.begin())
      line += ", ";
    if (value.is_object())
      line += scalarText(item.key()) + ": ";
    if (!appendOnOneLine(*item, width, line))
      return false;
  }
  line += value.is_object() ? '}' : ']';
  return line.size() <= width;
}

/// `indent` is the indentation of the line on which the value begins.
static void append(const Json &value, size_t indent, std::string &out) {
  constexpr size_t kWidth = 100;
  if (!value.is_structured()) {
    out += scalarText(value);
    return;
  }
  const auto column = [&] { return out.size() - (out.rfind('\n') + 1); };
  if (std::string line(column(), ' '); appendOnOneLine(value, kWidth, line)) {
    out += line.substr(column());
    return;
  }
  const std::string newLine = "\n" + std::string(indent + 1, ' ');
  out += value.is_object() ? '{' : '[';
  for (auto item = value.begin(); item != value.end(); ++item) {
    const bool first = item == value.begin();
    if (!first)
      out += ',';
    // Consecutive numbers fill the lines; members and containers get their own lines.
    if (value.is_array() && !item->is_structured()) {
      const std::string text = scalarText(*item);
      out += !first && column() + text.size() + 1 <= kWidth ? " " : newLine;
      out += text;
      continue;
    }
    out += newLine;
    if (value.is_object())
      out += scalarText(item.key()) + ": ";
    append(*item, indent + 1, out);
  }
  out += "\n" + std::string(indent, ' ');
  out += value.is_object() ? '}' : ']';
}

//===-- values --------------------------------------------------------------------------------===//

/// Writes whole numbers without a fraction, except -0.0, whose sign would be lost.
static Json toJson(double value) {
  constexpr double kExactIntegers = 9007199254740992.0; // 2^53
  if (value == std::trunc(value) && std::abs(value) <= kExactIntegers &&
      !(value == 0 && std::signbit(value)))
    return static_cast<int64_t>(value);
  return value;
}

static Json toJson(llvm::StringRef text) { return text.str(); }

static Json toJson(const Track &track) {
  if (track == Track(track.start()))
    return toJson(track.start());
  Json knots = Json::array();
  for (const TrackKnot &knot : track.knots)
    knots.push_back(Json::array(
        {toJson(knot.time), toJson(knot.value), toJson(knot.slopeIn), toJson(knot.slopeOut)}));
  Json result = Json::object();
  result["domain"] = toJson(kTrackDomainKeywords[static_cast<unsigned>(track.domain)]);
  result["knots"] = std::move(knots);
  return result;
}

template <class Tracks> static Json toArray(const Tracks &tracks) {
  Json result = Json::array();
  for (const Track &track : tracks)
    result.push_back(toJson(track));
  return result;
}

static Json toJson(const AnimationVariation &variation) {
  const VariationInfo &info = *variation.info;
  assert(variation.params.size() == info.params.size() && "one track per parameter");
  Json result = Json::object();
  result["name"] = toJson(info.name);
  if (variation.phase != VariationUse::Normal)
    result["place"] = toJson(kPhaseKeywords[variation.phase]);
  if (variation.adds)
    result["adds"] = true;
  result["weight"] = toJson(variation.weight);
  if (info.params.empty())
    return result;
  Json &params = result["params"] = Json::object();
  for (size_t i = 0; i < info.params.size(); ++i)
    params[info.params[i].name.str()] = toJson(variation.params[i]);
  if (variation.byField.empty())
    return result;
  Json &byField = result["by_field"] = Json::object();
  for (auto [param, intensity] : llvm::zip(info.params, variation.byField))
    if (intensity != 0)
      byField[param.name.str()] = toJson(intensity);
  return result;
}

/// Appends a component as `digits` hexadecimal digits; returns false if that would lose precision.
static bool appendHex(double component, unsigned digits, std::string &text) {
  const double most = double((1u << 4 * digits) - 1), scaled = std::round(component * most);
  if (!(scaled >= 0 && scaled <= most) || scaled / most != component || std::signbit(component))
    return false;
  for (unsigned digit = digits; digit-- > 0;)
    text += "0123456789abcdef"[static_cast<unsigned>(scaled) >> 4 * digit & 15];
  return true;
}

/// All colours as hexadecimal digits; nothing if that would lose precision. With two digits per
/// component, alpha is omitted.
static std::optional<std::string> toHex(const Palette &palette, unsigned digits) {
  std::string text;
  for (const PaletteColor &color : palette) {
    const bool hasColor = appendHex(color.red, digits, text) &&
                          appendHex(color.green, digits, text) &&
                          appendHex(color.blue, digits, text);
    if (!hasColor || (digits == 2 ? color.alpha != 1 : !appendHex(color.alpha, digits, text)))
      return std::nullopt;
  }
  return text;
}

static Json toJson(const Palette &palette) {
  for (unsigned digits : {2, 4})
    if (std::optional<std::string> hex = toHex(palette, digits))
      return *hex;
  Json colors = Json::array();
  for (const PaletteColor &color : palette)
    colors.push_back(Json::array(
        {toJson(color.red), toJson(color.green), toJson(color.blue), toJson(color.alpha)}));
  return colors;
}

//===-- the visitor ---------------------------------------------------------------------------===//

namespace {
/// Makes an object of the visited fields.
class ObjectWriter {
public:
  void text(const char *key, const std::string &field) {
    if (!field.empty())
      object[key] = field;
  }
  void number(const char *key, double field, Limits) { object[key] = toJson(field); }
  void integer(const char *key, int field, unsigned) { object[key] = field; }
  void flag(const char *key, bool field) { object[key] = field; }
  template <class Enum>
  void keyword(const char *key, Enum field, llvm::ArrayRef<llvm::StringLiteral> keywords) {
    object[key] = toJson(keywords[static_cast<unsigned>(field)]);
  }
  void track(const char *key, const Track &field, Limits = {}) { object[key] = toJson(field); }
  void tracks(const char *key, const std::array<Track, 3> &field) { object[key] = toArray(field); }
  void trackUnless(const char *key, const Track &field, Limits, double usual) {
    if (!field.isConstant() || field.start() != usual)
      track(key, field);
  }
  template <class Enum>
  void keywordUnless(const char *key, Enum field, llvm::ArrayRef<llvm::StringLiteral> keywords,
                     Enum usual) {
    if (field != usual)
      keyword(key, field, keywords);
  }
  void numberUnless(const char *key, double field, Limits limits, double usual) {
    if (field != usual)
      number(key, field, limits);
  }
  void points(const char *key, const std::vector<double> &field) {
    for (double number : field)
      object[key].push_back(toJson(number));
  }
  void factor(const char *key, const Track &field) { track(key, field); }
  void affine(const char *key, const AffineMotion &field) {
    object[key] = std::visit([](const auto &form) { return affine(form); }, field);
  }
  void optionalAffine(const char *key, const std::optional<AffineMotion> &field) {
    if (field)
      affine(key, *field);
  }
  void chaos(const char *key, const std::vector<Track> &field) {
    if (!field.empty())
      object[key] = toArray(field);
  }
  void variations(const char *key, const std::vector<AnimationVariation> &field) {
    Json &array = object[key] = Json::array();
    for (const AnimationVariation &variation : field)
      array.push_back(toJson(variation));
  }
  void finish(const char *key, const AnimationFinish &field) {
    ObjectWriter writer;
    visitFinishFields(writer, field);
    object[key] = std::move(writer.object);
  }
  void palettes(const char *key, const std::vector<std::pair<double, Palette>> &field) {
    Json &array = object[key] = Json::array();
    for (const auto &[time, palette] : field) {
      Json item = Json::object();
      item["time"] = toJson(time);
      item["colors"] = toJson(palette);
      array.push_back(std::move(item));
    }
  }
  void xforms(const char *key, const std::vector<AnimationXform> &field) {
    Json &array = object[key] = Json::array();
    for (const AnimationXform &item : field)
      array.push_back(xform(item, /*isFinal=*/false));
  }
  void finalXform(const char *key, const std::optional<AnimationXform> &field) {
    if (field)
      object[key] = xform(*field, /*isFinal=*/true);
  }
  void finalXforms(const char *key, const std::vector<AnimationXform> &field) {
    for (const AnimationXform &item : field)
      object[key].push_back(xform(item, /*isFinal=*/true));
  }

  Json object = Json::object();

private:
  static Json affine(const AffineTracks &m) {
    return Json::array(
        {toJson(m.a), toJson(m.d), toJson(m.b), toJson(m.e), toJson(m.c), toJson(m.f)});
  }
  static Json affine(const PolarAffineTracks &form) {
    ObjectWriter writer;
    visitPolarFields(writer, form);
    return std::move(writer.object);
  }
  static Json xform(const AnimationXform &field, bool isFinal) {
    ObjectWriter writer;
    visitXformFields(writer, field, isFinal);
    return std::move(writer.object);
  }
};
} // namespace

std::string writeAnimationJson(const Animation &animation) {
  ObjectWriter writer;
  writer.object["format"] = toJson(kAnimationFormat);
  writer.object["version"] = kAnimationVersion;
  for (const UserVariation *variation : definitionsOf(animation))
    writer.object["definitions"].push_back(toJson(variation->text()));
  visitAnimationFields(writer, animation);
  std::string text;
  append(writer.object, 0, text);
  return text + "\n";
}

} // namespace flame
