// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies texts with the same meaning unchanged, so that the flame reader checks them at their
// location. Interprets only values that must be converted.

#include "compiler/genome/xml/ChaosWorld.h"

#include "compiler/genome/Hsv.h"
#include "compiler/text/NumberParsing.h"
#include "compiler/text/XmlComposer.h"
#include "support/NaturalSpline.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flame {

/// Element types of fractals; the second one occurs in old worlds.
static constexpr llvm::StringLiteral kFractals[] = {"IFS", "flam3_IFS"};

/// Samples per pixel. Worlds do not specify it, because Chaotica renders until the user stops it.
/// This is Fractorium's default.
static constexpr llvm::StringLiteral kQuality = "100";

//===-- elements with names -------------------------------------------------------------------===//

/// The name of `element`, or else its type.
static llvm::StringRef nameOf(const XmlElement &element) {
  const XmlAttribute *name = element.find("name");
  return name ? name->value : element.name;
}

/// The source range of that name.
static llvm::SMRange elementRange(const XmlElement &element) {
  const XmlAttribute *name = element.find("name");
  return name ? name->valueRange : element.nameRange;
}

static llvm::SMRange rangeOf(llvm::StringRef text) {
  return {llvm::SMLoc::getFromPointer(text.begin()), llvm::SMLoc::getFromPointer(text.end())};
}

/// The range of the text of `element`, or of its name if the text is empty.
static llvm::SMRange rangeIn(const XmlElement &element, llvm::StringRef text) {
  return text.empty() ? elementRange(element) : rangeOf(text);
}

/// The child of `parent` that has one of `names`; null if there is none. `parent` may be null.
static const XmlElement *child(const XmlElement *parent, llvm::ArrayRef<llvm::StringRef> names) {
  if (parent)
    for (const XmlElement *candidate : XmlDocument::children(*parent))
      if (llvm::is_contained(names, nameOf(*candidate)))
        return candidate;
  return nullptr;
}

/// The child with type `type`.
static const XmlElement *childOfType(const XmlElement *parent, llvm::StringRef type) {
  if (parent)
    for (const XmlElement *candidate : XmlDocument::children(*parent))
      if (candidate->name == type)
        return candidate;
  return nullptr;
}

/// The text of `<table name="NAME"><values>...</values></table>` in `parent`; empty if there is
/// none.
static llvm::StringRef tableText(const XmlElement *parent, llvm::StringRef name) {
  const XmlElement *values = childOfType(child(parent, {name}), "values");
  return values ? values->content.trim() : llvm::StringRef();
}

//===-- one fractal ---------------------------------------------------------------------------===//

namespace {
/// Composes the flame of one fractal.
class WorldReader {
public:
  WorldReader(const XmlElement &world, XmlComposer &composer, Diagnostics &diags)
      : world(world), composer(composer), diags(diags) {}

  /// Returns false after a reported failure.
  bool read();

private:
  // Reading element values.
  llvm::StringRef textOf(const XmlElement &element);
  std::optional<std::vector<double>> numbers(const XmlElement &element, llvm::StringRef text,
                                             size_t multiple);
  double number(const XmlElement *parent, llvm::StringRef name, double usual);
  std::pair<double, double> pair(const XmlElement *parent, llvm::StringRef name);
  void fail(llvm::SMRange range, const llvm::Twine &message, llvm::StringRef remedy = {});
  void lose(llvm::SMRange range, llvm::StringRef name);
  void loseOthers(const XmlElement *parent, llvm::ArrayRef<llvm::StringRef> known);

  // Writing flame attributes.
  void carry(llvm::StringRef attribute, const XmlElement *element);
  void addNumbers(llvm::StringRef attribute, llvm::ArrayRef<double> values,
                  const XmlElement &element);
  void readImaging();
  void readHighlights(const XmlElement *imaging);
  void readToneCurves(const XmlElement *curves);
  void readCamera();
  void readAffine(llvm::StringRef attribute, const XmlElement *affine);
  void readVariations(const XmlElement *group, llvm::StringRef prefix);
  void readVariation(const XmlElement &variation, llvm::StringRef prefix);
  void readTransform(const XmlElement &transform);
  void readIterator(const XmlElement &iterator);
  void readFinal(const XmlElement &transform);
  void readColours();
  std::optional<std::vector<double>> curveOf(const XmlElement *curve);
  std::vector<double> drawPalette(const XmlElement &colouring);

  const XmlElement &world;
  XmlComposer &composer;
  Diagnostics &diags;
  bool failed = false;
  llvm::StringMap<unsigned> uses; ///< number of uses of each variation in the current xform
  std::vector<std::string> lost;  ///< names of settings without effect here
  llvm::SMRange firstLost;
  llvm::SMRange animated; ///< the first animated value
};
} // namespace

void WorldReader::fail(llvm::SMRange range, const llvm::Twine &message, llvm::StringRef remedy) {
  failed = true;
  auto report = diags.error(range, message);
  if (!remedy.empty())
    report.note(remedy);
}

void WorldReader::lose(llvm::SMRange range, llvm::StringRef name) {
  if (llvm::is_contained(lost, name))
    return;
  lost.push_back(name.str());
  firstLost = firstLost.isValid() ? firstLost : range;
}

/// True for layer weights that are all 1, which have no effect.
static bool saysNothing(const XmlElement &element) {
  return nameOf(element) == "layer_weights" &&
         llvm::all_of(splitWords(childOfType(&element, "values")
                                     ? childOfType(&element, "values")->content
                                     : llvm::StringRef()),
                      [](llvm::StringRef word) { return parseDouble(word) == 1.0; });
}

void WorldReader::loseOthers(const XmlElement *parent, llvm::ArrayRef<llvm::StringRef> known) {
  if (!parent)
    return;
  for (const XmlElement *element : XmlDocument::children(*parent))
    if (!llvm::is_contained(known, nameOf(*element)) && !llvm::is_contained(known, element->name) &&
        !saysNothing(*element))
      lose(elementRange(*element), nameOf(*element));
}

/// The text of a value; of an animated value, its initial one.
llvm::StringRef WorldReader::textOf(const XmlElement &element) {
  if (element.extent == 1)
    return element.content.trim();
  const XmlElement *curve = &element + 1;
  animated = animated.isValid() ? animated : elementRange(element);
  const llvm::StringRef values = tableText(curve, "values");
  const llvm::SmallVector<llvm::StringRef, 8> words = splitWords(values);
  const size_t count = std::min<size_t>(words.size(), element.name == "vec2" ? 2 : 1);
  if (count == 0)
    return values;
  return values.take_front(size_t(words[count - 1].end() - values.begin())).trim();
}

/// The finite numbers in the text of `element`; their count must be a multiple of `multiple`.
std::optional<std::vector<double>> WorldReader::numbers(const XmlElement &element,
                                                        llvm::StringRef text, size_t multiple) {
  std::vector<double> result;
  for (llvm::StringRef word : splitWords(text)) {
    const std::optional<double> value = parseDouble(word);
    if (!value || !std::isfinite(*value)) {
      fail(rangeOf(word), "expected a number, got " + quoted(word));
      return std::nullopt;
    }
    result.push_back(*value);
  }
  if (!result.empty() && result.size() % multiple == 0)
    return result;
  fail(rangeIn(element, text),
       "expected " + (multiple == 1 ? "numbers" : llvm::Twine(multiple) + " numbers each") +
           ", got " + llvm::Twine(result.size()));
  return std::nullopt;
}

double WorldReader::number(const XmlElement *parent, llvm::StringRef name, double usual) {
  const XmlElement *element = child(parent, {name});
  if (!element)
    return usual;
  const auto values = numbers(*element, textOf(*element), 1);
  return values ? values->front() : usual;
}

std::pair<double, double> WorldReader::pair(const XmlElement *parent, llvm::StringRef name) {
  const XmlElement *element = child(parent, {name});
  if (!element)
    return {0, 0};
  const auto values = numbers(*element, textOf(*element), 2);
  return values ? std::pair((*values)[0], (*values)[1]) : std::pair(0.0, 0.0);
}

/// Copies the text of `element`, if it exists, to an attribute.
void WorldReader::carry(llvm::StringRef attribute, const XmlElement *element) {
  if (!element)
    return;
  const llvm::StringRef text = textOf(*element);
  composer.add(attribute, text, elementRange(*element), rangeIn(*element, text));
}

/// Adds numbers computed from those in `element`.
void WorldReader::addNumbers(llvm::StringRef attribute, llvm::ArrayRef<double> values,
                             const XmlElement &element) {
  composer.add(attribute, llvm::join(llvm::map_range(values, spellNumber), " "),
               elementRange(element), elementRange(element));
}

//===-- picture and camera --------------------------------------------------------------------===//

/// The power has its own switch; without it flam3's old method applies.
void WorldReader::readHighlights(const XmlElement *imaging) {
  const XmlElement *isOn = child(imaging, {"flam3_use_highlight_power"});
  const XmlElement *power = child(imaging, {"flam3_highlight_power"});
  if (isOn && textOf(*isOn) == "true")
    carry("highlight_power", power);
}

/// A curve for all channels, and one each for red, green and blue, which have numbers as names.
void WorldReader::readToneCurves(const XmlElement *curves) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kCurves[] = {
      {"overall", "overall_curve"}, {"0", "red_curve"}, {"5", "green_curve"}, {"10", "blue_curve"}};
  std::vector<llvm::StringRef> known;
  for (auto [name, attribute] : kCurves) {
    known.push_back(name);
    if (const XmlElement *curve = child(curves, {name}))
      if (const auto points = curveOf(curve))
        addNumbers(attribute, *points, *curve);
  }
  loseOthers(curves, known);
}

void WorldReader::readImaging() {
  const XmlElement *imaging = childOfType(&world, "imaging");
  const XmlElement *width = child(imaging, {"image_width"});
  const XmlElement *height = child(imaging, {"image_height"});
  if (!width || !height)
    return fail(imaging ? elementRange(*imaging) : elementRange(world),
                "the world does not say 'image_width' and 'image_height'");
  composer.add("size", textOf(*width) + " " + textOf(*height), elementRange(*width),
               rangeOf(textOf(*width)));
  composer.add("quality", kQuality, elementRange(*imaging), elementRange(*imaging));
  carry("supersample", child(imaging, {"image_aa_level", "image_supersample"}));
  carry("brightness", child(imaging, {"brightness"}));
  carry("gamma", child(imaging, {"flam3_gamma"}));
  carry("vibrancy", child(imaging, {"flam3_vibrancy"}));
  carry("gamma_threshold", child(imaging, {"flam3_gamma_linear_threshold"}));
  readHighlights(imaging);
  if (const XmlElement *background = child(imaging, {"background_colour"}))
    if (const auto color = numbers(*background, textOf(*background), 4))
      addNumbers("background", llvm::ArrayRef(*color).take_front(3), *background);
  readToneCurves(childOfType(imaging, "curves"));
  // The filter, the stop settings, equal layers, and members used only by curves.
  loseOthers(imaging,
             {"image_width", "image_height", "image_aa_level", "image_supersample", "brightness",
              "flam3_gamma", "flam3_vibrancy", "flam3_gamma_linear_threshold",
              "flam3_use_highlight_power", "flam3_highlight_power", "background_colour", "curves",
              "antialiasing_mode", "image_quality", "image_layers", "apply_bg_before_curves"});
}

void WorldReader::readCamera() {
  const XmlElement *camera = childOfType(&world, "camera");
  const XmlElement *sensor = child(camera, {"sensor_width"});
  if (!sensor)
    return fail(camera ? elementRange(*camera) : elementRange(world),
                "the world does not say how wide its camera sees ('sensor_width')",
                "worlds of old versions have another camera: save it anew with a later one");
  const double width = number(camera, "sensor_width", 1);
  const double pixels = number(childOfType(&world, "imaging"), "image_width", 1);
  if (width <= 0)
    return fail(rangeOf(textOf(*sensor)), "'sensor_width' must be above 0");
  addNumbers("scale", pixels / width, *sensor);
  if (const XmlElement *position = child(camera, {"pos"})) {
    const auto [x, y] = pair(camera, "pos");
    addNumbers("center", {x, -y}, *position);
  }
  carry("rotate", child(camera, {"rotate"}));
  loseOthers(camera, {"sensor_width", "pos", "rotate", "flam3_transform"});
}

//===-- transforms ----------------------------------------------------------------------------===//

/// Cosine and sine of an angle in degrees; exact for right angles, so that the identity stays
/// exact.
static std::pair<double, double> directionOf(double degrees) {
  const double quarters = degrees / 90;
  if (quarters == std::round(quarters)) {
    static constexpr double kCosines[] = {1, 0, -1, 0};
    const int turn = int(std::fmod(std::fmod(quarters, 4) + 4, 4));
    return {kCosines[turn], kCosines[(turn + 3) % 4]};
  }
  const double angle = degrees * std::numbers::pi / 180;
  return {std::cos(angle), std::sin(angle)};
}

void WorldReader::readAffine(llvm::StringRef attribute, const XmlElement *affine) {
  if (!affine)
    return;
  auto axis = [&](llvm::StringRef name, double usualAngle) {
    const double length = number(affine, (name + "_axis_length").str(), 1);
    auto [x, y] = directionOf(number(affine, (name + "_axis_angle").str(), usualAngle));
    return std::pair(length * x, length * y);
  };
  const auto x = axis("x", 0), y = axis("y", 90), offset = pair(affine, "offset");
  addNumbers(attribute, {x.first, x.second, y.first, y.second, offset.first, offset.second},
             *affine);
  loseOthers(affine, {"x_axis_length", "x_axis_angle", "y_axis_length", "y_axis_angle", "offset"});
}

/// Reads one variation. Parameters have flam3's names; the weight has its own name. The prefix of
/// pre and post variations is mostly omitted.
void WorldReader::readVariation(const XmlElement &variation, llvm::StringRef prefix) {
  const XmlElement *named = child(&variation, {"variation_name", "type_name"});
  if (!named)
    return fail(elementRange(variation), quoted(nameOf(variation)) +
                                             " does not say which variation it "
                                             "is ('variation_name')");
  const llvm::StringRef name = textOf(*named);
  auto withPrefix = [&](llvm::StringRef word) {
    return word.starts_with(prefix) ? word.str() : (prefix + word).str();
  };
  const unsigned repeat = uses[withPrefix(name)]++;
  const std::string number = repeat == 0 ? std::string() : "#" + std::to_string(repeat) + "#";
  const XmlElement *params = childOfType(&variation, "params");
  if (!child(params, {name}))
    composer.add(withPrefix(name) + number, "1", rangeOf(name), rangeOf(name));
  if (params)
    for (const XmlElement *param : XmlDocument::children(*params))
      carry(withPrefix(nameOf(*param)) + number, param);
}

void WorldReader::readVariations(const XmlElement *group, llvm::StringRef prefix) {
  if (!group)
    return;
  for (const XmlElement *variation : XmlDocument::children(*group))
    if (variation->name == "flam3_variation" || variation->name == "transform")
      readVariation(*variation, prefix);
    else
      lose(elementRange(*variation), nameOf(*variation));
}

void WorldReader::readTransform(const XmlElement &transform) {
  uses.clear();
  readAffine("coefs", child(&transform, {"Pre affine"}));
  readAffine("post", child(&transform, {"Post affine"}));
  readVariations(child(&transform, {"pre_transforms"}), "pre_");
  readVariations(child(&transform, {"transforms"}), "");
  readVariations(child(&transform, {"post_transforms"}), "post_");
  loseOthers(&transform,
             {"Pre affine", "Post affine", "pre_transforms", "transforms", "post_transforms"});
}

void WorldReader::readIterator(const XmlElement &iterator) {
  const XmlElement *transform = childOfType(&iterator, "flam3_transform");
  if (!transform)
    return fail(elementRange(iterator),
                "iterator " + quoted(nameOf(iterator)) + " has no 'flam3_transform'");
  composer.begin("xform", elementRange(iterator));
  composer.add("name", nameOf(iterator), elementRange(iterator), elementRange(iterator));
  const XmlElement *weights = childOfType(&iterator, "weights_selector");
  carry("weight", child(weights, {"base_weight", "Base weight"}));
  const XmlElement *shader = childOfType(&iterator, "flam3_shader");
  carry("color", child(shader, {"palette_index"}));
  carry("color_speed", child(shader, {"blend_speed"}));
  carry("opacity", child(shader, {"opacity"}));
  if (const XmlElement *next = child(weights, {"per_iterator_weights"})) {
    std::vector<double> factors;
    for (const XmlElement *factor : XmlDocument::children(*next))
      if (const auto value = numbers(*factor, textOf(*factor), 1))
        factors.push_back(value->front());
    addNumbers("chaos", factors, *next);
  }
  readTransform(*transform);
  composer.end();
  loseOthers(shader, {"palette_index", "blend_speed", "opacity"});
  loseOthers(weights, {"base_weight", "Base weight", "per_iterator_weights"});
  loseOthers(&iterator, {"flam3_transform", "flam3_shader", "weights_selector", "time_scale"});
}

void WorldReader::readFinal(const XmlElement &transform) {
  composer.begin("finalxform", elementRange(transform));
  composer.add("color_speed", "0", elementRange(transform), elementRange(transform));
  readTransform(transform);
  composer.end();
}

//===-- colours -------------------------------------------------------------------------------===//

/// The points of a curve as x y x y; nothing if it has none or they are not numbers.
std::optional<std::vector<double>> WorldReader::curveOf(const XmlElement *curve) {
  const llvm::StringRef knotText = tableText(curve, "knots"),
                        valueText = tableText(curve, "values");
  if (knotText.empty() && valueText.empty())
    return std::nullopt;
  const auto knots = numbers(*curve, knotText, 1), values = numbers(*curve, valueText, 1);
  if (!knots || !values)
    return std::nullopt;
  if (knots->size() != values->size()) {
    fail(rangeOf(valueText), "a curve must have as many values as knots, got " +
                                 llvm::Twine(values->size()) + " and " +
                                 llvm::Twine(knots->size()));
    return std::nullopt;
  }
  std::vector<double> points;
  for (auto [x, y] : llvm::zip_equal(*knots, *values)) {
    points.push_back(x);
    points.push_back(y);
  }
  return points;
}

/// Red, green and blue of every entry, from curves of hue (in turns), saturation and value.
std::vector<double> WorldReader::drawPalette(const XmlElement &colouring) {
  const auto hue = curveOf(child(&colouring, {"hue"})),
             saturation = curveOf(child(&colouring, {"saturation"})),
             value = curveOf(child(&colouring, {"value"}));
  std::vector<double> colors;
  if (!hue || !saturation || !value)
    return colors;
  const rt::NaturalSpline hues(*hue), saturations(*saturation), values(*value);
  for (unsigned i = 0; i < kPaletteSize; ++i) {
    const double position = i / (kPaletteSize - 1.0);
    const PaletteColor color =
        toRgb({6 * hues.at(position), saturations.at(position), values.at(position)}, 1);
    llvm::append_range(colors, std::array{color.red, color.green, color.blue});
  }
  return colors;
}

/// Channels in 0..1 as hexadecimal digits.
static std::string toHex(llvm::ArrayRef<double> channels) {
  std::string bytes;
  for (double channel : channels)
    bytes += char(std::lround(255 * std::clamp(channel, 0.0, 1.0)));
  return llvm::toHex(bytes);
}

void WorldReader::readColours() {
  const XmlElement *colouring = childOfType(&world, "colouring");
  if (!colouring)
    return;
  std::vector<double> colors;
  if (child(colouring, {"flam3_palette"}))
    colors = numbers(*colouring, tableText(colouring, "flam3_palette"), 3)
                 .value_or(std::vector<double>());
  else
    colors = drawPalette(*colouring);
  loseOthers(colouring, {"flam3_palette", "hue", "saturation", "value"});
  if (colors.empty())
    return;
  composer.begin("palette", colouring->nameRange);
  composer.add("count", std::to_string(colors.size() / 3), colouring->nameRange,
               colouring->nameRange);
  composer.add("format", "RGB", colouring->nameRange, colouring->nameRange);
  composer.setText(toHex(colors));
  composer.end();
}

//===-- the whole -----------------------------------------------------------------------------===//

bool WorldReader::read() {
  composer.begin("flame", world.nameRange);
  composer.add("version", "Chaotica", world.nameRange, world.nameRange);
  if (const XmlAttribute *name = world.find("name"))
    composer.add("name", name->value, name->nameRange, name->valueRange);
  readImaging();
  readCamera();
  if (const XmlElement *iterators = child(&world, {"iterators"})) {
    for (const XmlElement *iterator : XmlDocument::children(*iterators))
      if (iterator->name == "iterator")
        readIterator(*iterator);
    loseOthers(iterators, {"iterator"});
  }
  if (const XmlElement *transform = childOfType(childOfType(&world, "camera"), "flam3_transform"))
    readFinal(*transform);
  readColours();
  composer.end();
  loseOthers(&world, {"imaging", "camera", "iterators", "colouring", "anim_length", "anim_fps",
                      "anim_exposure_time", "anim_exposure_shape"});
  if (animated.isValid() && !failed)
    diags
        .warning(Warning::UnsupportedFeature, animated,
                 "values of this world change in time: the flame is as they begin")
        .ignore();
  if (!lost.empty() && !failed)
    diags
        .warning(Warning::UnsupportedFeature, firstLost,
                 "this world has " +
                     llvm::join(llvm::map_range(
                                    lost, [](const std::string &name) { return quoted(name); }),
                                ", ") +
                     ", without effect here: the picture may differ")
        .ignore();
  return !failed;
}

static bool isFractal(const XmlElement &element) {
  return llvm::is_contained(kFractals, element.name);
}

bool hasWorld(const XmlDocument &document) { return llvm::any_of(document.elements(), isFractal); }

std::optional<XmlDocument> composeFlames(const XmlDocument &document, Diagnostics &diags) {
  XmlComposer composer;
  bool failed = false;
  const std::vector<XmlElement> &elements = document.elements();
  for (size_t i = 0; i < elements.size();) {
    const bool isOne = isFractal(elements[i]);
    if (isOne)
      failed |= !WorldReader(elements[i], composer, diags).read();
    i += isOne ? elements[i].extent : 1;
  }
  if (failed)
    return std::nullopt;
  return std::move(composer).take();
}

} // namespace flame
