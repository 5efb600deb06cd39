// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keywords are JWildfire's. A field whose intensities are all 0 or absent has no effect and is
// dropped.

#include "compiler/genome/xml/WeightingFieldReader.h"

#include "compiler/genome/WeightingField.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace flame {

/// Number of parameters that a field can change.
static constexpr unsigned kMostParams = 3;

// In the order of the parameters `metric` and `value`.
static constexpr llvm::StringLiteral kMetrics[] = {"EUCLIDIAN", "MANHATTAN", "NATURAL"};
static constexpr llvm::StringLiteral kValues[] = {"CELL_VALUE",   "DISTANCE",     "DISTANCE2",
                                                  "DISTANCE_ADD", "DISTANCE_SUB", "DISTANCE_MUL",
                                                  "DISTANCE_DIV"};

// In the order of the parameter `noise`, without and with octaves; and of `octave_kind`, from 1 on.
static constexpr llvm::StringLiteral kNoises[] = {"VALUE_NOISE", "PERLIN_NOISE", "SIMPLEX_NOISE",
                                                  "CUBIC_NOISE"};
static constexpr llvm::StringLiteral kOctaveNoises[] = {
    "VALUE_FRACTAL_NOISE", "PERLIN_FRACTAL_NOISE", "SIMPLEX_FRACTAL_NOISE", "CUBIC_FRACTAL_NOISE"};
static constexpr llvm::StringLiteral kOctaveKinds[] = {"FBM", "BILLOW", "RIGID_MULTI"};
static constexpr llvm::StringLiteral kCells("CELLULAR_NOISE"), kJitter("wfield_jitter_intensity");

// In the order of the parameter `position`.
static constexpr llvm::StringLiteral kInputs[] = {"AFFINE", "POSITION"};

namespace {
/// Parameters of `weighting_field`, in order, and those of `noise_field`.
enum FieldParam : unsigned { Seed, Frequency, Metric, FieldValue, Amount, Color };
enum NoiseParam : unsigned { Noise = Metric, OctaveKind, Octaves = Color + 1, Gain, Lacunarity };
static_assert(Amount == kFieldAmount && Color == kFieldColor);

/// A parameter of the field that is also a number in JWildfire.
struct FieldNumber {
  llvm::StringLiteral name;
  unsigned param;
};
} // namespace

static constexpr FieldNumber kNumbers[] = {{"wfield_noise_seed", Seed},
                                           {"wfield_noise_frequency", Frequency},
                                           {"wfield_var_amount_intensity", Amount},
                                           {"wfield_color_intensity", Color}};
static constexpr FieldNumber kOctaveNumbers[] = {{"wfield_fract_noise_octaves", Octaves},
                                                 {"wfield_fract_noise_gain", Gain},
                                                 {"wfield_fract_noise_lacunarity", Lacunarity}};

/// The index of `word` in `words`; nothing if it is not there.
static std::optional<double> indexOf(llvm::StringRef word,
                                     llvm::ArrayRef<llvm::StringLiteral> words) {
  const auto *found = llvm::find(words, word);
  return found == words.end() ? std::nullopt : std::optional(double(found - words.begin()));
}

bool isOfWeightingField(const ReaderContext &context, llvm::StringRef name) {
  return context.dialect->usesGradients && name.starts_with("wfield_");
}

/// The number in an attribute; 0 if it is absent.
static double numberOf(ReaderContext &context, const XmlElement &element, llvm::StringRef name) {
  double number = 0;
  if (const XmlAttribute *attribute = element.find(name))
    readNumber(context, *attribute, number);
  return number;
}

static bool doesSomething(ReaderContext &context, const XmlElement &element) {
  const XmlAttribute *type = element.find("wfield_type");
  if (!context.dialect->usesGradients || !type || type->value == "NONE" || type->value.empty())
    return false;
  return llvm::any_of(element.attributes, [&](const XmlAttribute &attribute) {
    return attribute.name.starts_with("wfield_") && attribute.name.ends_with("_intensity") &&
           numberOf(context, element, attribute.name) != 0;
  });
}

/// Rejects a field with an unsupported property.
static void rejectField(ReaderContext &context, const XmlAttribute &attribute,
                        const std::string &what) {
  context.reject(valueRange(attribute), what)
      .note("with intensities of 0 the field does nothing; --lenient leaves it out")
      .ignore();
}

/// True if the field is supported.
static bool isKnown(ReaderContext &context, const XmlElement &element) {
  const XmlAttribute &type = *element.find("wfield_type");
  if (type.value != kCells && !indexOf(type.value, kNoises) &&
      !indexOf(type.value, kOctaveNoises)) {
    rejectField(context, type,
                "expected a noise as the weighting field, such as 'CELLULAR_NOISE', got " +
                    quoted(type.value));
    return false;
  }
  return true;
}

/// Sets `number` to the index of the attribute's word in `words`.
static void readWord(ReaderContext &context, const XmlElement &element, llvm::StringRef name,
                     llvm::ArrayRef<llvm::StringLiteral> words, double &number) {
  const XmlAttribute *attribute = element.find(name);
  if (!attribute)
    return;
  const auto *word = llvm::find(words, attribute->value);
  if (word != words.end())
    number = double(word - words.begin());
  else
    context
        .reject(valueRange(*attribute),
                "expected " + listKeywords(words) + ", got " + quoted(attribute->value))
        .ignore();
}

/// Reads parameter `index`, counted from 1, of those that follow the field.
static void readFollower(ReaderContext &context, const XmlElement &element, unsigned index,
                         VariationAttributes &variations) {
  const std::string start = "wfield_var_param" + std::to_string(index);
  const double intensity = numberOf(context, element, start + "_intensity");
  const XmlAttribute *variation = element.find(start + "_var_name"),
                     *param = element.find(start + "_param_name");
  if (intensity == 0 || !variation || !param || !element.find(variation->value))
    return; // JWildfire also ignores variations that the xform lacks
  const std::optional<VariationName> name =
      variations.resolve((variation->value + "_" + param->value).str());
  if (name && name->param)
    return variations.setByField(*name, intensity, param->nameRange);
  rejectField(context, *param,
              "variation " + quoted(variation->value) + " has no parameter " +
                  quoted(param->value) + " that a weighting field could change");
}

void readWeightingField(ReaderContext &context, const XmlElement &element,
                        VariationAttributes &variations) {
  if (!doesSomething(context, element) || !isKnown(context, element))
    return;
  const XmlAttribute &type = *element.find("wfield_type");
  const bool isOfCells = type.value == kCells;
  const std::optional<double> octaveNoise = indexOf(type.value, kOctaveNoises);
  VariationUse &field =
      variations.addWeightingField(isOfCells ? "weighting_field" : "noise_field", type.nameRange);
  auto readNumbers = [&](llvm::ArrayRef<FieldNumber> numbers) {
    for (const FieldNumber &number : numbers) {
      const VariationParam &param = field.info->params[number.param];
      if (const XmlAttribute *attribute = element.find(number.name))
        readNumber(context, *attribute, field.params[number.param],
                   std::isinf(param.maximum) ? Limits() : Limits{param.minimum, param.maximum});
    }
  };
  readNumbers(kNumbers);
  const size_t count = field.params.size();
  readWord(context, element, "wfield_input", kInputs, field.params[fieldPosition(count)]);
  field.params[fieldJitter(count)] = numberOf(context, element, kJitter);
  if (isOfCells) {
    readWord(context, element, "wfield_cell_noise_dist_function", kMetrics, field.params[Metric]);
    readWord(context, element, "wfield_cell_noise_return_type", kValues, field.params[FieldValue]);
  } else {
    field.params[Noise] = octaveNoise.value_or(indexOf(type.value, kNoises).value_or(0));
  }
  if (octaveNoise) {
    double kind = 0;
    readWord(context, element, "wfield_fract_noise_fract_type", kOctaveKinds, kind);
    field.params[OctaveKind] = kind + 1;
    readNumbers(kOctaveNumbers);
  }
  for (unsigned index = 1; index <= kMostParams; ++index)
    readFollower(context, element, index, variations);
}

//===-- writing -------------------------------------------------------------------------------===//

static const VariationUse *findField(llvm::ArrayRef<VariationUse> uses) {
  const auto *field = llvm::find_if(
      uses, [](const VariationUse &use) { return use.info->isField && use.weight != 0; });
  return field == uses.end() ? nullptr : field;
}

bool canWriteWeightingField(const Dialect &dialect, llvm::ArrayRef<VariationUse> uses) {
  auto isRenamed = [&](const VariationUse &use) {
    return llvm::any_of(dialect.renamed, [&](const RenamedVariation &row) {
      return row.here == use.info->name || row.there == use.info->name;
    });
  };
  unsigned followers = 0;
  for (const VariationUse &use : uses) {
    const auto count =
        unsigned(llvm::count_if(use.byField, [](double number) { return number != 0; }));
    if (count > 0 && (use.phase != VariationUse::Normal || use.repeat > 0 || isRenamed(use)))
      return false;
    followers += count;
  }
  const VariationUse *field = findField(uses);
  return followers <= kMostParams && (!field || field->weight == 1);
}

void writeWeightingField(XmlTag &tag, llvm::ArrayRef<VariationUse> uses) {
  const VariationUse *field = findField(uses);
  if (!field)
    return;
  const bool isOfCells = field->info->name == "weighting_field";
  const auto octaveKind = isOfCells ? 0 : size_t(field->params[OctaveKind]);
  tag.add("wfield_type", isOfCells    ? kCells
                         : octaveKind ? kOctaveNoises[size_t(field->params[Noise])]
                                      : kNoises[size_t(field->params[Noise])]);
  const size_t count = field->params.size();
  tag.add("wfield_input", kInputs[field->params[fieldPosition(count)] > 0.5 ? 1 : 0]);
  tag.add(kJitter, field->params[fieldJitter(count)]);
  for (const FieldNumber &number : kNumbers)
    tag.add(number.name, field->params[number.param]);
  if (isOfCells) {
    tag.add("wfield_cell_noise_dist_function", kMetrics[size_t(field->params[Metric])]);
    tag.add("wfield_cell_noise_return_type", kValues[size_t(field->params[FieldValue])]);
  }
  if (octaveKind) {
    tag.add("wfield_fract_noise_fract_type", kOctaveKinds[octaveKind - 1]);
    for (const FieldNumber &number : kOctaveNumbers)
      tag.add(number.name, field->params[number.param]);
  }
  unsigned index = 0;
  for (const VariationUse &use : uses)
    for (auto [param, intensity] : llvm::zip(use.info->params, use.byField)) {
      if (intensity == 0)
        continue;
      const std::string start = "wfield_var_param" + std::to_string(++index);
      tag.add(start + "_intensity", intensity).add(start + "_var_name", use.info->name);
      tag.add(start + "_param_name", param.name.drop_front(use.info->name.size() + 1));
    }
}

} // namespace flame
