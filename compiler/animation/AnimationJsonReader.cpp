// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts JSON values to an animation. Loops that a malicious text could make long stop once the
// error limit is reached, and invalid elements do not keep large data.

#include "compiler/animation/AnimationFields.h"
#include "compiler/animation/AnimationJson.h"
#include "compiler/animation/InnerAnimation.h"
#include "compiler/genome/JsonReader.h"
#include "compiler/genome/UserVariations.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <limits>

namespace flame {

using Kind = JsonValue::Kind;

//===-- tracks --------------------------------------------------------------------------------===//

/// Reads a time, which must be later than `before`, if given. `what` names the thing at that time.
static void readTime(JsonReader &reader, const JsonValue *value, double &time,
                     std::optional<double> before, llvm::StringRef what) {
  constexpr double kLargest = Track::kMaxKnotTime;
  if (!reader.readNumber(value, time, {-kLargest, kLargest}) || !before)
    return;
  if (time < *before + Track::kShortestPiece)
    reader
        .error(*value, "must be at least " + spellNumber(Track::kShortestPiece) +
                           " later than the " + what + " before, at " + spellNumber(*before))
        .ignore();
}

static void readKnots(JsonReader &reader, const JsonValue *value, std::vector<TrackKnot> &target,
                      Limits limits) {
  if (!reader.expect(value, Kind::Array))
    return;
  std::vector<TrackKnot> knots;
  std::optional<double> before;
  for (const JsonValue *element : value->elements()) {
    auto numbers =
        reader.readArray(element, 4, "numbers: a time, a value, the slopes before and after");
    if (numbers.empty())
      continue;
    TrackKnot knot;
    readTime(reader, numbers[0], knot.time, before, "knot");
    reader.readNumber(numbers[1], knot.value, limits);
    reader.readNumber(numbers[2], knot.slopeIn, kSlopes);
    reader.readNumber(numbers[3], knot.slopeOut, kSlopes);
    knots.push_back(knot);
    before = knot.time;
  }
  if (value->extent == 1)
    reader.error(*value, "needs at least one knot").ignore();
  if (!knots.empty())
    target = std::move(knots);
}

/// `limits` apply to a constant, `knotLimits` to knots.
static void readTrack(JsonReader &reader, const JsonValue *value, Track &target, Limits limits,
                      Limits knotLimits) {
  if (!value)
    return;
  if (value->kind == Kind::Object) {
    JsonMembers members(reader, value);
    if (auto domain = reader.readKeyword(members.require("domain"), kTrackDomainKeywords))
      target.domain = static_cast<TrackDomain>(*domain);
    readKnots(reader, members.require("knots"), target.knots, knotLimits);
    members.rejectOthers();
  } else if (value->kind == Kind::Number) {
    target = Track();
    reader.readNumber(value, target.knots.front().value, limits);
  } else {
    reader.error(*value, "must be a number or an object with 'domain' and 'knots'").ignore();
  }
}

static void readTrack(JsonReader &reader, const JsonValue *value, Track &target,
                      Limits limits = {}) {
  readTrack(reader, value, target, limits, limits);
}

/// A curve may go below 0, where it counts as 0. A negative constant is an error.
static void readFactor(JsonReader &reader, const JsonValue *value, Track &target) {
  readTrack(reader, value, target, kNotNegative, {});
}

static void readTracks(JsonReader &reader, const JsonValue *value,
                       llvm::ArrayRef<Track *> targets) {
  auto elements = reader.readArray(value, targets.size(), "values");
  for (auto [element, target] : llvm::zip(elements, targets))
    readTrack(reader, element, *target);
}

//===-- palettes ------------------------------------------------------------------------------===//

static void readColors(JsonReader &reader, const JsonValue &value, Palette &target) {
  auto colors = reader.readArray(&value, kPaletteSize, "colours");
  for (auto [element, color] : llvm::zip(colors, target)) {
    auto components = reader.readArray(element, 4, "numbers, red, green, blue and alpha");
    double *targets[] = {&color.red, &color.green, &color.blue, &color.alpha};
    for (auto [component, number] : llvm::zip(components, targets))
      reader.readNumber(component, *number, {0, 1});
  }
}

static void readPalette(JsonReader &reader, const JsonValue *value, Palette &target) {
  constexpr size_t kEntries = kPaletteSize, kShort = 6 * kEntries, kLong = 16 * kEntries;
  if (!value)
    return;
  if (value->kind == Kind::Array)
    return readColors(reader, *value, target);
  std::string bytes;
  const bool isShort = value->text.size() == kShort;
  if (value->kind != Kind::String || (!isShort && value->text.size() != kLong) ||
      !llvm::tryGetFromHex(value->text, bytes))
    return reader
        .error(*value, "must be a string of " + llvm::Twine(kShort) + " or " + llvm::Twine(kLong) +
                           " hexadecimal digits or an array of " + llvm::Twine(kPaletteSize) +
                           " colours")
        .ignore();
  auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  auto component = [&](size_t i) {
    return isShort ? byte(i) / 255.0 : (256 * byte(2 * i) + byte(2 * i + 1)) / 65535.0;
  };
  const unsigned stride = isShort ? 3 : 4;
  for (unsigned i = 0; i < kPaletteSize; ++i) {
    const unsigned at = stride * i;
    target[i] = {component(at), component(at + 1), component(at + 2),
                 isShort ? 1 : component(at + 3)};
  }
}

//===-- variations ----------------------------------------------------------------------------===//

/// Clamps a constant to its limits. Curves may exceed them, as motion and smooth transitions do.
static void clampParam(JsonReader &reader, const JsonValue &value, const VariationParam &info,
                       Track &track) {
  if (track.knots.size() > 1)
    return;
  double &only = track.knots.front().value;
  const double clamped = std::clamp(only, info.minimum, info.maximum);
  if (clamped != only)
    reader.diags
        .warning(Warning::ParameterRange, locationOf(value),
                 quoted(info.name) + " is clamped to its " +
                     (clamped < only ? "maximum " : "minimum ") + spellNumber(clamped))
        .ignore();
  only = clamped;
}

static void readParams(JsonReader &reader, const JsonValue *value, AnimationVariation &variation) {
  for (const VariationParam &info : variation.info->params)
    variation.params.emplace_back(info.defaultValue);
  if (!value)
    return;
  JsonMembers members(reader, value);
  for (auto [info, track] : llvm::zip(variation.info->params, variation.params))
    if (const JsonValue *param = members.find(info.name)) {
      readTrack(reader, param, track);
      clampParam(reader, *param, info, track);
    }
  members.rejectOthers();
}

/// Reads how strongly parameters follow the weighting field.
static void readByField(JsonReader &reader, const JsonValue *value, AnimationVariation &variation) {
  if (!value)
    return;
  JsonMembers members(reader, value);
  variation.byField.assign(variation.info->params.size(), 0);
  for (auto [info, intensity] : llvm::zip(variation.info->params, variation.byField))
    if (const JsonValue *number = members.find(info.name))
      reader.readNumber(number, intensity, Limits());
  members.rejectOthers();
}

/// The variation called `name`; null after a reported failure.
static const VariationInfo *readVariationName(JsonReader &reader, const JsonValue *name,
                                              const VariationScope &scope) {
  if (!reader.expect(name, Kind::String))
    return nullptr;
  if (const VariationInfo *info = scope.find(name->text))
    return info;
  auto report = reader.error(*name, "is an unknown variation, " + quoted(name->text));
  auto names =
      llvm::map_to_vector(variationTable(), [](const VariationInfo &info) { return info.name; });
  for (const UserVariation *user : scope.userDefined())
    names.push_back(user->info().name);
  if (std::optional<llvm::StringRef> close = closestWord(name->text, names))
    report.note("did you mean " + quoted(*close) + "?");
  return nullptr;
}

static std::optional<AnimationVariation> readVariation(JsonReader &reader, const JsonValue *value,
                                                       const VariationScope &scope) {
  AnimationVariation variation;
  JsonMembers members(reader, value);
  variation.loc = value->range.Start;
  variation.info = readVariationName(reader, members.require("name"), scope);
  const JsonValue *phase = members.find("place");
  if (phase)
    if (auto keyword = reader.readKeyword(phase, kPhaseKeywords))
      variation.phase = static_cast<VariationUse::Phase>(*keyword);
  if (const JsonValue *adds = members.find("adds"); adds && reader.expect(adds, Kind::Boolean))
    variation.adds = adds->text == "true";
  readTrack(reader, members.require("weight"), variation.weight);
  const JsonValue *params = members.find("params"), *byField = members.find("by_field");
  members.rejectOthers();
  if (!variation.info)
    return std::nullopt;
  if (variation.info->preOnly && variation.phase != VariationUse::Pre)
    return reader.error(phase ? *phase : *value,
                        (phase ? "must be 'pre' for " : "needs 'place': 'pre', for ") +
                            quoted(variation.info->name));
  readParams(reader, params, variation);
  readByField(reader, byField, variation);
  return variation;
}

//===-- the visitor ---------------------------------------------------------------------------===//

namespace {
/// Reads one object: visits the fields of AnimationFields.h and fetches each.
class FieldReader {
public:
  FieldReader(JsonReader &reader, const JsonValue *object, const VariationScope &scope,
              size_t xformCount = 0)
      : reader(reader), members(reader, object), scope(scope), xformCount(xformCount) {}
  /// Checks format and version. Returns false after a reported failure; nothing else is then worth
  /// reporting.
  bool head();
  /// Adds the variations that the text defines to `all`.
  void definitions(VariationScope &all);
  /// Call last.
  void rejectOthers() { members.rejectOthers(); }

  void text(llvm::StringRef key, std::string &field) {
    if (const JsonValue *value = members.find(key))
      reader.readText(value, field);
  }
  void number(llvm::StringRef key, double &field, Limits limits) {
    reader.readNumber(members.require(key), field, limits);
  }
  void flag(llvm::StringRef key, bool &field) {
    if (const JsonValue *value = members.require(key); reader.expect(value, Kind::Boolean))
      field = value->text == "true";
  }
  void integer(llvm::StringRef key, int &field, unsigned maximum) {
    reader.readCount(members.require(key), field, maximum);
  }
  template <class Enum>
  void keyword(llvm::StringRef key, Enum &field, llvm::ArrayRef<llvm::StringLiteral> keywords) {
    if (auto index = reader.readKeyword(members.require(key), keywords))
      field = static_cast<Enum>(*index);
  }
  void track(llvm::StringRef key, Track &field, Limits limits = {}) {
    readTrack(reader, members.require(key), field, limits);
  }
  void trackUnless(llvm::StringRef key, Track &field, Limits limits, double usual) {
    field = usual;
    if (const JsonValue *value = members.find(key))
      readTrack(reader, value, field, limits);
  }
  template <class Enum>
  void keywordUnless(llvm::StringRef key, Enum &field, llvm::ArrayRef<llvm::StringLiteral> keywords,
                     Enum usual) {
    field = usual;
    if (const JsonValue *value = members.find(key))
      if (auto index = reader.readKeyword(value, keywords))
        field = static_cast<Enum>(*index);
  }
  void numberUnless(llvm::StringRef key, double &field, Limits limits, double usual) {
    field = usual;
    if (const JsonValue *value = members.find(key))
      reader.readNumber(value, field, limits);
  }
  void points(llvm::StringRef key, std::vector<double> &field);
  void tracks(llvm::StringRef key, std::array<Track, 3> &field) {
    readTracks(reader, members.require(key), {&field[0], &field[1], &field[2]});
  }
  void factor(llvm::StringRef key, Track &field) {
    readFactor(reader, members.require(key), field);
  }
  void affine(llvm::StringRef key, AffineMotion &field) {
    if (const JsonValue *value = members.require(key))
      readAffine(*value, field);
  }
  void optionalAffine(llvm::StringRef key, std::optional<AffineMotion> &field) {
    if (const JsonValue *value = members.find(key))
      readAffine(*value, field.emplace());
  }
  void chaos(llvm::StringRef key, std::vector<Track> &field);
  void variations(llvm::StringRef key, std::vector<AnimationVariation> &field);
  void finish(llvm::StringRef key, AnimationFinish &field);
  void palettes(llvm::StringRef key, std::vector<std::pair<double, Palette>> &field);
  void xforms(llvm::StringRef key, std::vector<AnimationXform> &field);
  void finalXform(llvm::StringRef key, std::optional<AnimationXform> &field) {
    if (const JsonValue *value = members.find(key))
      field = readXform(value, /*isFinal=*/true, 0);
  }
  void finalXforms(llvm::StringRef key, std::vector<AnimationXform> &field) {
    const JsonValue *value = members.find(key);
    if (!value || !reader.expect(value, Kind::Array))
      return;
    for (const JsonValue *element : value->elements())
      if (field.size() < kMaxXforms)
        field.push_back(readXform(element, /*isFinal=*/true, 0));
  }

private:
  void readAffine(const JsonValue &value, AffineMotion &field);
  AnimationXform readXform(const JsonValue *value, bool isFinal, size_t count);
  /// Checks relations between xforms.
  void checkXforms(const JsonValue &value, llvm::ArrayRef<AnimationXform> xforms);

  JsonReader &reader;
  JsonMembers members;
  const VariationScope &scope;
  size_t xformCount; ///< the length of a chaos row
};
} // namespace

void FieldReader::points(llvm::StringRef key, std::vector<double> &field) {
  const JsonValue *value = members.find(key);
  if (!value || !reader.expect(value, Kind::Array))
    return;
  for (const JsonValue *element : value->elements())
    if (field.size() < kMaxCurveNumbers)
      reader.readNumber(element, field.emplace_back(), {});
  if (field.size() % 2 != 0)
    reader.error(*value, "must be pairs of numbers").ignore();
}

void FieldReader::finish(llvm::StringRef key, AnimationFinish &field) {
  const JsonValue *value = members.require(key);
  FieldReader fields(reader, value, scope);
  visitFinishFields(fields, field);
  fields.rejectOthers();
  if (reader.failed() || field.estimatorRadius == 0)
    return;
  if (field.estimatorCurve < kMinMagnitude)
    reader.error(*value, "needs an 'estimator_curve' above 0 when 'estimator_radius' is").ignore();
  if (field.estimatorMinimum > field.estimatorRadius)
    reader.error(*value, "has an 'estimator_minimum' above its 'estimator_radius'").ignore();
}

void FieldReader::readAffine(const JsonValue &value, AffineMotion &field) {
  if (value.kind == Kind::Object) {
    FieldReader fields(reader, &value, scope);
    visitPolarFields(fields, field.emplace<PolarAffineTracks>());
    return fields.rejectOthers();
  }
  AffineTracks &m = field.emplace<AffineTracks>();
  readTracks(reader, &value, {&m.a, &m.d, &m.b, &m.e, &m.c, &m.f});
}

void FieldReader::palettes(llvm::StringRef key, std::vector<std::pair<double, Palette>> &field) {
  const JsonValue *value = members.require(key);
  if (!reader.expect(value, Kind::Array))
    return;
  if (value->extent == 1)
    return reader.error(*value, "needs at least one palette").ignore();
  std::optional<double> before;
  for (const JsonValue *element : value->elements()) {
    JsonMembers palette(reader, element);
    std::pair<double, Palette> read;
    readTime(reader, palette.require("time"), read.first, before, "palette");
    before = read.first;
    readPalette(reader, palette.require("colors"), read.second);
    palette.rejectOthers();
    if (!reader.failed())
      field.push_back(read);
    else if (reader.diags.errorLimitReached())
      return;
  }
}

void FieldReader::chaos(llvm::StringRef key, std::vector<Track> &field) {
  const JsonValue *value = members.find(key);
  if (!value)
    return;
  for (const JsonValue *element : reader.readArray(value, xformCount, "values, one per xform"))
    readFactor(reader, element, field.emplace_back());
}

void FieldReader::variations(llvm::StringRef key, std::vector<AnimationVariation> &field) {
  const JsonValue *value = members.require(key);
  if (!reader.expect(value, Kind::Array))
    return;
  for (const JsonValue *element : value->elements()) {
    if (auto variation = readVariation(reader, element, scope))
      field.push_back(std::move(*variation));
    if (reader.diags.errorLimitReached())
      return;
  }
}

AnimationXform FieldReader::readXform(const JsonValue *value, bool isFinal, size_t count) {
  AnimationXform xform;
  FieldReader fields(reader, value, scope, count);
  visitXformFields(fields, xform, isFinal);
  fields.rejectOthers();
  xform.loc = value->range.Start;
  return xform;
}

void FieldReader::xforms(llvm::StringRef key, std::vector<AnimationXform> &field) {
  const JsonValue *value = members.require(key);
  if (!reader.expect(value, Kind::Array))
    return;
  auto elements = value->elements();
  if (elements.size() > kMaxXforms)
    return reader
        .error(*value, "may have at most " + llvm::Twine(kMaxXforms) + " xforms, got " +
                           llvm::Twine(elements.size()))
        .ignore();
  for (const JsonValue *element : elements)
    field.push_back(readXform(element, /*isFinal=*/false, elements.size()));
  if (!reader.failed())
    checkXforms(*value, field);
}

static bool isEverPositive(const Track &track) { return track.range().second > 0; }

void FieldReader::checkXforms(const JsonValue &value, llvm::ArrayRef<AnimationXform> xforms) {
  auto canBeChosen = [](const AnimationXform &xform) { return isEverPositive(xform.weight); };
  if (llvm::none_of(xforms, canBeChosen))
    return reader.error(value, "needs an xform with a weight above 0").ignore();
  if (llvm::all_of(xforms, [](const AnimationXform &xform) { return xform.chaos.empty(); }))
    return;
  for (auto [element, xform] : llvm::zip(value.elements(), xforms)) {
    if (xform.chaos.empty())
      return reader.error(*element, "needs 'chaos', because other xforms have it").ignore();
    bool hasSuccessor = false;
    for (auto [factor, next] : llvm::zip(xform.chaos, xforms))
      hasSuccessor |= isEverPositive(factor) && canBeChosen(next);
    if (!hasSuccessor && canBeChosen(xform))
      reader
          .error(*element, "has no successor: all its 'chaos' factors, times the weights of the "
                           "xforms, are 0")
          .ignore();
  }
}

//===-- the document --------------------------------------------------------------------------===//

void FieldReader::definitions(VariationScope &all) {
  const JsonValue *value = members.find("definitions");
  if (!value || !reader.expect(value, Kind::Array))
    return;
  for (const JsonValue *element : value->elements())
    if (reader.expect(element, Kind::String))
      addDefinitions(element->text, locationOf(*element), reader.diags, all);
}

bool FieldReader::head() {
  const JsonValue *format = members.require("format");
  if (!format || !reader.readKeyword(format, kAnimationFormat))
    return false;
  int version = 0;
  const JsonValue *value = members.require("version");
  reader.readCount(value, version, std::numeric_limits<int>::max());
  if (reader.failed() || version == kAnimationVersion)
    return !reader.failed();
  reader
      .error(*value, "is " + llvm::Twine(version) + ", this program reads version " +
                         llvm::Twine(kAnimationVersion))
      .note(version > kAnimationVersion ? "use a newer release of this program"
                                        : "make the text again from its source, with this release");
  return false;
}

std::optional<Animation> readAnimationJson(unsigned bufferId, Diagnostics &diags) {
  std::optional<JsonDocument> document = JsonDocument::parse(bufferId, diags);
  if (!document)
    return std::nullopt;
  JsonReader reader(*document, diags);
  VariationScope scope;
  FieldReader fields(reader, &document->root(), scope);
  if (!fields.head())
    return std::nullopt;
  fields.definitions(scope);
  Animation animation;
  visitAnimationFields(fields, animation);
  fields.rejectOthers();
  if (static_cast<double>(animation.width) * animation.height > kMaxPixels)
    reader
        .error(document->root(), "has " + llvm::Twine(animation.width) + " x " +
                                     llvm::Twine(animation.height) + " pixels, at most " +
                                     spellNumber(kMaxPixels) + " are allowed")
        .ignore();
  if (reader.failed())
    return std::nullopt;
  if (const std::string complaint = findBadInnerFlame(animation); !complaint.empty())
    return reader.error(document->root(), complaint);
  return animation;
}

std::optional<Animation> readAnimationJson(llvm::StringRef text, llvm::StringRef name,
                                           Diagnostics &diags) {
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, name);
  return readAnimationJson(diags.sources().AddNewSourceBuffer(std::move(buffer), llvm::SMLoc()),
                           diags);
}

} // namespace flame
