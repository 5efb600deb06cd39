// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The products of the records of ir/Variations.td:
//
//   --gen-variation-table     names, parameters, draws: included by ir/VariationTable.cpp
//   --gen-variation-bodies    bodies as templates, with #line back to the record: included by
//                             ir/VariationOracle.cpp and ir/VariationBuilder.cpp
//   --gen-variation-samples   rows of test data: included by tests/unit/ir/EveryVariationTest.cpp
//   --gen-variation-docs      docs/generated/variations.md
//   --gen-variation-flames    one flame for each: read by tools/thumbnails and
//                             tools/variation-costs
//
// Everything is emitted in the order of evaluation, so a variation has the same index in all
// products.

#include "tools/flame-tblgen/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace llvm;

namespace flame::tblgen {

static constexpr const char *kSource = "ir/Variations.td";

/// Random draws of samples that specify none: those of flam3's test vectors.
static constexpr const char *kUsualDraws[] = {"0.3", "0.7", "0.55", "0.9", "0.15"};

namespace {

/// A record of class Variation, and its rank in the order of evaluation.
struct Variation {
  const Record *record;
  int64_t index;

  StringRef text(StringRef field) const { return record->getValueAsString(field); }
  StringRef name() const { return text("Name"); }
  bool is(StringRef field) const { return record->getValueAsBit(field); }
  bool has(StringRef field) const { return !text(field).trim().empty(); }
  bool setsColor() const { return has("color"); }
  std::vector<const Record *> list(StringRef field) const {
    return record->getValueAsListOfDefs(field);
  }
  std::vector<StringRef> aliases() const { return record->getValueAsListOfStrings("aliases"); }

  /// Name of the parameter `param` in genome files.
  std::string fileName(const Record *param) const {
    return (name() + "_" + param->getValueAsString("Name")).str();
  }
};

} // namespace

//===-- reading and checking ------------------------------------------------------------------===//

/// Splits a list at commas. Returns its numbers as written.
static SmallVector<StringRef> readNumbers(const Variation &variation, StringRef list) {
  SmallVector<StringRef> words;
  if (list.trim().empty())
    return words;
  list.split(words, ',');
  for (StringRef &word : words) {
    double value;
    word = word.trim();
    if (!to_float(word, value))
      PrintFatalError(variation.record->getLoc(), "expected a number, got '" + word + "'");
  }
  return words;
}

/// Does the same and requires exactly `count` numbers.
static SmallVector<StringRef> readNumbers(const Variation &variation, StringRef list, size_t count,
                                          StringRef what) {
  SmallVector<StringRef> words = readNumbers(variation, list);
  if (words.size() != count)
    PrintFatalError(variation.record->getLoc(),
                    "expected " + Twine(count) + " numbers as " + what + ", got '" + list + "'");
  return words;
}

static void checkRecord(const Variation &variation) {
  if (variation.text("formula").empty() || variation.text("body").trim().empty())
    PrintFatalError(variation.record->getLoc(), "a variation needs a formula and a body");
  if (variation.list("samples").empty())
    PrintFatalError(variation.record->getLoc(), "a variation needs a sample");
  if ((variation.has("space") || variation.has("depth")) == variation.list("spaceSamples").empty())
    PrintFatalError(variation.record->getLoc(),
                    "a variation of space needs a sample in space, and no other one has any");
  if (variation.text("unverified").ends_with("."))
    PrintFatalError(variation.record->getLoc(), "'unverified' needs a reason without a full stop");
  for (const Record *param : variation.list("params")) {
    readNumbers(variation, param->getValueAsString("Default"), 1, "default");
    readNumbers(variation, param->getValueAsString("Minimum"), 1, "minimum");
    readNumbers(variation, param->getValueAsString("Maximum"), 1, "maximum");
  }
}

/// Returns all variations in the order of evaluation: flam3's, then the others by name.
static std::vector<Variation> readVariations(const RecordKeeper &records) {
  std::vector<Variation> variations;
  for (const Record *record : records.getAllDerivedDefinitions("Variation")) {
    variations.push_back({record, record->getValueAsInt("flam3")});
    checkRecord(variations.back());
  }
  llvm::sort(variations, [](const Variation &a, const Variation &b) {
    return std::make_pair(uint64_t(a.index), a.name()) <
           std::make_pair(uint64_t(b.index), b.name());
  });
  int64_t last = -1;
  for (Variation &variation : variations) {
    if (variation.index == -1)
      variation.index = last + 1;
    if (variation.index == last)
      PrintFatalError(variation.record->getLoc(), "flam3 number " + Twine(last) + " is taken");
    last = variation.index;
  }
  return variations;
}

/// The meaning of a word in genome files: index of the variation and, if any, of its parameter.
struct Meaning {
  size_t variation;
  std::optional<size_t> param;
};

/// Returns all words of genome files, in lower case and sorted. Two meanings of one word are an
/// error.
static std::map<std::string, Meaning> readWords(ArrayRef<Variation> variations) {
  std::map<std::string, Meaning> words;
  for (auto [position, variation] : enumerate(variations)) {
    auto add = [&](StringRef word, std::optional<size_t> param) {
      if (!words.insert({word.lower(), {position, param}}).second)
        PrintFatalError(variation.record->getLoc(), "'" + word + "' already means something else");
    };
    add(variation.name(), std::nullopt);
    for (StringRef alias : variation.aliases())
      add(alias, std::nullopt);
    for (auto [index, param] : enumerate(variation.list("params"))) {
      add(variation.fileName(param), index);
      for (StringRef alias : param->getValueAsListOfStrings("Aliases"))
        add(alias, index);
    }
  }
  return words;
}

//===-- C++ -----------------------------------------------------------------------------------===//

/// Returns a limit of a parameter as a C++ expression.
static std::string limit(StringRef number) {
  if (number.ends_with("inf"))
    return std::string(number.starts_with("-") ? "-" : "") + "kInfinity";
  return number.str();
}

/// Emits `static constexpr type name[] = {...};` unless the array would be empty.
static void emitArray(raw_ostream &out, const Twine &declaration, ArrayRef<std::string> entries) {
  if (!entries.empty())
    out << "static constexpr " << declaration << "[] = {" << join(entries, ", ") << "};\n";
}

static std::vector<std::string> quotedAll(ArrayRef<StringRef> texts) {
  std::vector<std::string> result;
  for (StringRef text : texts)
    result.push_back(quoted(text));
  return result;
}

/// Returns the name of an array, or {} for an empty array that was not emitted.
static std::string arrayOr(bool present, const Twine &name) { return present ? name.str() : "{}"; }

static void emitVariationArrays(raw_ostream &out, const Variation &variation) {
  std::string prefix = ("k" + variation.record->getName()).str();
  std::vector<std::string> params, draws;
  for (const Record *param : variation.list("params")) {
    std::string aliases = (prefix + "Param" + Twine(params.size()) + "Aliases").str();
    std::vector<StringRef> spellings = param->getValueAsListOfStrings("Aliases");
    emitArray(out, "llvm::StringRef " + aliases, quotedAll(spellings));
    params.push_back("\n    {" + quoted(variation.fileName(param)) + ", " +
                     quoted(param->getValueAsString("Name")) + ", " +
                     arrayOr(!spellings.empty(), aliases) + ", " +
                     param->getValueAsString("Default").str() + ", " +
                     limit(param->getValueAsString("Minimum")) + ", " +
                     limit(param->getValueAsString("Maximum")) + ", " +
                     quoted(param->getValueAsString("Doc")) + "}");
  }
  for (const Record *draw : variation.list("draws"))
    draws.push_back("Draw::" + draw->getName().str());
  emitArray(out, "llvm::StringRef " + prefix + "Aliases", quotedAll(variation.aliases()));
  emitArray(out, "VariationParam " + prefix + "Params", params);
  emitArray(out, "Draw " + prefix + "Draws", draws);
}

static void emitTable(const RecordKeeper &records, raw_ostream &out) {
  std::vector<Variation> variations = readVariations(records);
  emitHeader(out, kSource,
             "The table of variations, and the words of genome files that name them.");
  for (const Variation &variation : variations)
    emitVariationArrays(out, variation);

  out << "\nstatic constexpr VariationInfo kVariations[] = {\n";
  for (const Variation &variation : variations) {
    std::string prefix = ("k" + variation.record->getName()).str();
    out << "    {" << quoted(variation.name()) << ", "
        << arrayOr(!variation.aliases().empty(), prefix + "Aliases") << ", "
        << arrayOr(!variation.list("params").empty(), prefix + "Params") << ", "
        << arrayOr(!variation.list("draws").empty(), prefix + "Draws");
    for (const char *flag : {"usesAffine", "usesOrigin", "preOnly", "generator", "zOnly",
                             "flattens", "replaces", "partial", "isField", "directRgb",
                             "displayOnly", "adjustsColor", "losesDepth", "weighsDepth"})
      out << (variation.is(flag) ? ", true" : ", false");
    for (const char *field : {"color", "shown", "space", "depth"})
      out << (variation.has(field) ? ", true" : ", false");
    out << ", " << variation.index << ", " << quoted(variation.text("plane")) << ",\n     "
        << quoted(variation.text("Summary")) << ",\n     " << quoted(variation.text("formula"))
        << "},\n";
  }
  out << "};\n\n// Sorted by word; param -1: the variation itself.\n"
      << "static constexpr Word kWords[] = {\n";
  for (const auto &[word, meaning] : readWords(variations))
    out << "    {" << quoted(word) << ", " << meaning.variation << ", "
        << (meaning.param ? int64_t(*meaning.param) : -1) << "},\n";
  out << "};\n";
}

/// Emits a code field, such as `body`, as a function template of that name. Counts the lines of
/// `text` for #line.
static void emitBody(const Variation &variation, StringRef field, StringRef type,
                     std::string &text) {
  raw_string_ostream out(text);
  out << "template <class B> " << type << "<B> " << field << variation.record->getName()
      << "([[maybe_unused]] const Inputs<B> &inputs) {\n"
      << "  using Real [[maybe_unused]] = dsl::Real<B>;\n"
      << "  using Int [[maybe_unused]] = dsl::Int<B>;\n"
      << "  using Bool [[maybe_unused]] = dsl::Bool<B>;\n"
      << "  using Point [[maybe_unused]] = dsl::Point<B>;\n"
      << "  [[maybe_unused]] const Point p = inputs.p" << (field == "color" ? ", q = inputs.q" : "")
      << ";\n"
      << (field == "space" || field == "depth" ? "  [[maybe_unused]] const Real z = inputs.z;\n"
                                               : "")
      << "  [[maybe_unused]] const Real weight = inputs.weight, color = inputs.color;\n";
  if (!variation.list("draws").empty())
    out << "  [[maybe_unused]] const Real *u = inputs.draws;\n";
  if (variation.is("usesAffine"))
    out << "  [[maybe_unused]] const Affine<B> affine = inputs.affine;\n";
  if (variation.is("usesOrigin"))
    out << "  [[maybe_unused]] const Point origin = inputs.origin;\n"
        << "  [[maybe_unused]] const Real originZ = inputs.originZ;\n";
  for (auto [index, param] : enumerate(variation.list("params")))
    out << "  [[maybe_unused]] const Real " << param->getValueAsString("Identifier")
        << " = inputs.params[" << index << "];\n";

  SMLoc where = variation.record->getValue(field)->getLoc();
  unsigned buffer = SrcMgr.FindBufferContainingLoc(where);
  out << "#line " << SrcMgr.FindLineNumber(where, buffer) << " "
      << quoted(SrcMgr.getMemoryBuffer(buffer)->getBufferIdentifier()) << "\n"
      << variation.text(field).rtrim() << "\n";
  // The directive applies to the next line, so its number is the number of newlines so far plus 2.
  out << "#line " << StringRef(text).count('\n') + 2 << " \"Variations.bodies.inc\"\n}\n\n";
}

/// Optional bodies of variations, and their types.
static constexpr std::pair<StringLiteral, StringLiteral> kFurtherBodies[] = {
    {"color", "Real"}, {"shown", "Real"}, {"space", "Point"}, {"depth", "Real"}};

static void emitBodies(const RecordKeeper &records, raw_ostream &out) {
  std::string text;
  raw_string_ostream header(text);
  emitHeader(header, kSource,
             "The bodies of all variations, for any backend of ir/VariationDsl.h.");
  std::vector<Variation> variations = readVariations(records);
  for (const Variation &variation : variations) {
    emitBody(variation, "body", "Point", text);
    for (const auto &[field, type] : kFurtherBodies)
      if (variation.has(field))
        emitBody(variation, field, type, text);
  }
  out << text << "/// In the order of variationTable().\n"
      << "template <class B> inline constexpr Body<B> kBodies[] = {\n";
  for (const Variation &variation : variations)
    out << "    body" << variation.record->getName() << "<B>,\n";
  out << "};\n";
  for (const auto &[field, type] : kFurtherBodies) {
    out << "\n/// As above; null for those without.\ntemplate <class B> inline constexpr "
        << (type == "Point" ? "Body" : "RealBody") << "<B> k" << char(toUpper(field[0]))
        << field.drop_front() << "Bodies[] = {\n";
    for (const Variation &variation : variations)
      out << "    "
          << (variation.has(field) ? (field + variation.record->getName() + "<B>").str()
                                   : "nullptr")
          << ",\n";
    out << "};\n";
  }
}

//===-- test rows -----------------------------------------------------------------------------===//

static std::string usualDraws(const Variation &variation) {
  size_t count = variation.list("draws").size();
  if (count > std::size(kUsualDraws))
    PrintFatalError(variation.record->getLoc(), "more draws than usual: name them in the samples");
  return join(ArrayRef(kUsualDraws).take_front(count), ", ");
}

static std::string usualParams(const Variation &variation) {
  if (!variation.text("sampleParams").empty())
    return variation.text("sampleParams").str();
  std::vector<StringRef> defaults;
  for (const Record *param : variation.list("params"))
    defaults.push_back(param->getValueAsString("Default"));
  return join(defaults, ", ");
}

/// Emits the row of a sample. A sample in space has a point of three numbers and no affine.
static void emitSample(raw_ostream &out, const Variation &variation, const Record *sample,
                       bool isInSpace) {
  auto emitList = [&](StringRef field, StringRef fallback, size_t count, StringRef what) {
    StringRef list = sample->getValue(field) ? sample->getValueAsString(field) : "";
    if (list.empty())
      list = fallback;
    out << "{" << join(readNumbers(variation, list, count, what), ", ") << "}, ";
  };
  out << "    {" << quoted(variation.name()) << ", ";
  emitList("Point", "", isInSpace ? 3 : 2, "point");
  emitList("Weight", "", 1, "weight");
  emitList("Params", usualParams(variation), variation.list("params").size(), "parameters");
  bool namesDraws = !sample->getValueAsString("Draws").empty();
  emitList("Draws", namesDraws ? "" : usualDraws(variation), variation.list("draws").size(),
           "draws");
  emitList("Affine", "1, 0, 0, 0, 1, 0", 6, "affine");
  emitList("Result", "", isInSpace || variation.setsColor() ? 3 : 2, "result");
  out << "},\n";
}

static void emitSamples(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSource, "Known values: name, point, weight, parameters, draws, affine, result.");
  const std::vector<Variation> variations = readVariations(records);
  out << "#ifndef FLAME_SPACE_SAMPLES\n";
  for (const Variation &variation : variations)
    for (const Record *sample : variation.list("samples"))
      emitSample(out, variation, sample, /*isInSpace=*/false);
  out << "#else\n";
  for (const Variation &variation : variations)
    for (const Record *sample : variation.list("spaceSamples"))
      emitSample(out, variation, sample, /*isInSpace=*/true);
  out << "#endif // FLAME_SPACE_SAMPLES\n";
}

//===-- documentation -------------------------------------------------------------------------===//

static constexpr const char *kDocsHead = R"(# Variations

A variation maps the point (x, y), which already went through the affine of its xform, to a
contribution; the contributions of all variations of an xform are added. A genome gives each
variation its weight w by the attribute of its name, and its parameters by attributes of their own.
Names are not case sensitive.

Notation: r² = x² + y²; θ = atan2(x, y), the angle from +y; φ = atan2(y, x), the angle from +x;
ε = 10⁻¹⁰; u1, u2, ... are fresh random numbers, uniform in [0,1); a to f are the coefficients of
the affine, x' = a x + b y + c, y' = d x + e y + f; trunc rounds toward zero, rint to nearest;
where a variation sets the colour, (X, Y) is the sum with its contribution and c the colour before it.
Parameters are written without the name of the variation, unless that would be ambiguous.

Any of them may stand before or after the sum instead, with `pre_` or `post_` before its name and
those of its parameters: in the order of the file each reads the running point, which is the point
after the affine or the sum before the post affine, and replaces it by its contribution. Those that
ignore the point add their contribution to it.

The pictures show what a variation makes of a grid of lines around the origin, or what it adds to it
if it ignores the point. This page is generated from `ir/Variations.td`, the pictures by
`tools/thumbnails`; do not edit them.
)";

static constexpr const char *kFlam3Head = R"(
# Variations of flam3

They are evaluated, and draw their random numbers, in flam3's order.
)";

static constexpr const char *kExtraHead = R"(
# Variations beyond flam3

Apophysis, JWildfire and Fractorium know these. Names and parameters are those of their files; where
defaults differ between programs, a file that leaves a parameter out may look different here. Those
of space are given for z = 0, seen from above. They come after flam3's, in the order of their names.
)";

static void emitParamTable(raw_ostream &out, const Variation &variation) {
  out << "\n| parameter | default | meaning |\n|---|---|---|\n";
  for (const Record *param : variation.list("params")) {
    StringRef low = param->getValueAsString("Minimum"), high = param->getValueAsString("Maximum");
    out << "| `" << variation.fileName(param) << "` | " << param->getValueAsString("Default")
        << " | " << param->getValueAsString("Doc");
    if (low != "-inf" || high != "inf")
      out << ", limited to [" << low << ", " << high << "]";
    if (auto aliases = param->getValueAsListOfStrings("Aliases"); !aliases.empty())
      out << "; also called " << codeList(aliases);
    out << " |\n";
  }
}

static void emitPage(raw_ostream &out, const Variation &variation) {
  out << "\n## " << variation.name() << "\n\n";
  if (!variation.is("zOnly"))
    out << "![" << variation.name() << "](../images/variations/" << variation.name() << ".jpg)\n\n";
  out << variation.text("Summary") << "\n\n";
  if (!variation.aliases().empty())
    out << "Also called " << codeList(variation.aliases()) << ".\n\n";
  out << "    " << variation.text("formula") << "\n";
  if (!variation.list("params").empty())
    emitParamTable(out, variation);
  if (variation.is("displayOnly"))
    out << "\nLeaves the point alone, and says what colour its sample has.\n";
  else if (variation.is("adjustsColor"))
    out << "\nLeaves the point alone, and changes the colours of its samples.\n";
  else if (variation.is("isField"))
    out << "\nLeaves the point alone, and changes what stands behind it in the xform.\n";
  else if (variation.is("preOnly"))
    out << "\nDisplaces the point before all other variations of the xform see it.\n";
  if (variation.is("generator"))
    out << "\nIgnores the point; as a pre or post variation it adds to the point.\n";
  if (variation.is("replaces"))
    out << "\nDiscards what stands before it in the sum of its xform.\n";
  if (variation.has("shown"))
    out << "\nSome points are not plotted.\n";
  if (variation.setsColor() && !variation.is("displayOnly"))
    out << "\nSets the colour of the point, as far as `var_color` says.\n";
  if (!variation.text("notes").empty())
    out << "\n" << variation.text("notes") << "\n";
  if (variation.has("unverified"))
    out << "\n**Unverified:** " << variation.text("unverified") << ".\n";
}

static void emitGroup(raw_ostream &out, ArrayRef<Variation> variations, StringRef head) {
  out << head << "\n";
  for (const Variation &variation : variations)
    out << "[" << variation.name() << "](#" << variation.name().lower() << ")\n";
  for (const Variation &variation : variations)
    emitPage(out, variation);
}

static void emitDocs(const RecordKeeper &records, raw_ostream &out) {
  std::vector<Variation> flam3, beyond;
  for (const Variation &variation : readVariations(records))
    (variation.record->getValueAsInt("flam3") >= 0 ? flam3 : beyond).push_back(variation);
  for (std::vector<Variation> *group : {&flam3, &beyond})
    llvm::sort(*group, [](auto &a, auto &b) { return a.name().lower() < b.name().lower(); });
  out << "<!-- " << kLicence << " -->\n" << kDocsHead;
  emitGroup(out, flam3, kFlam3Head);
  size_t unverified =
      count_if(beyond, [](const Variation &variation) { return variation.has("unverified"); });
  std::string head = (Twine(kExtraHead) + "\nTheir formulas agree with a second source, but for " +
                      Twine(unverified) + " of " + Twine(beyond.size()) + ": those say why.\n")
                         .str();
  emitGroup(out, beyond, head);
}

//===-- flames --------------------------------------------------------------------------------===//

static constexpr const char *kFlamesHead =
    R"(<!-- One flame for each variation: what it makes of a grid of lines around the origin. Generated by
     flame-tblgen from ir/Variations.td. -->
<flames>
)";

/// A grid of lines a quarter apart, as two xforms: vertical lines in one colour and horizontal
/// lines in another. The final xform after it shows the variation.
static constexpr const char *kGrid =
    R"(  <xform weight="1" color="0" color_speed="1" square="12" post_stripes="1" post_stripes_space="0.93"
         post="0.25 0 0 0.25 0 0"/>
  <xform weight="1" color="1" color_speed="1" square="12" post_stripes="1" post_stripes_space="0.93"
         post="0 0.25 0.25 0 0 0"/>
)";

static constexpr const char *kColors = R"(  <color index="0" rgb="255 170 70"/>
  <color index="255" rgb="90 190 255"/>
)";

static void emitFlame(raw_ostream &out, const Variation &variation) {
  out << "<flame name=\"" << variation.name() << "\" size=\"128 128\" scale=\"28\" "
      << "quality=\"200\" supersample=\"2\" filter=\"0.6\" brightness=\"7\" gamma=\"3\" "
      << "estimator_radius=\"0\" palette_mode=\"linear\">\n"
      << kGrid << "  <finalxform color=\"0\" color_speed=\"0\" " << variation.name() << "=\"1\"";
  if (variation.is("preOnly"))
    out << " linear=\"1\"";
  std::string values = usualParams(variation);
  std::vector<const Record *> params = variation.list("params");
  for (auto [param, value] : zip(params, readNumbers(variation, values)))
    out << "\n              " << variation.fileName(param) << "=\"" << value << "\"";
  if (variation.is("usesAffine"))
    out << "\n              coefs=\"1 0.2 0.4 0.9 0.6 0.5\"";
  out << "/>\n" << kColors << "</flame>\n";
}

static void emitFlames(const RecordKeeper &records, raw_ostream &out) {
  out << kFlamesHead;
  for (const Variation &variation : readVariations(records))
    emitFlame(out, variation);
  out << "</flames>\n";
}

static TableGen::Emitter::Opt table("gen-variation-table", emitTable, "table of variations");
static TableGen::Emitter::Opt bodies("gen-variation-bodies", emitBodies, "bodies of variations");
static TableGen::Emitter::Opt samples("gen-variation-samples", emitSamples, "rows of test data");
static TableGen::Emitter::Opt docs("gen-variation-docs", emitDocs, "reference page");
static TableGen::Emitter::Opt flames("gen-variation-flames", emitFlames, "a flame for each");

} // namespace flame::tblgen
