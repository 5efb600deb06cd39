// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settings of genomes:
//
//   --gen-genome-settings   compiler/genome/GenomeSettings.inc

#include "tools/flame-tblgen/Settings.h"
#include "tools/flame-tblgen/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace flame::tblgen {

static std::vector<std::string> quotedAll(ArrayRef<StringRef> words) {
  std::vector<std::string> result;
  for (StringRef word : words)
    result.push_back(quoted(word));
  return result;
}

static void emitEnums(raw_ostream &out, const RecordKeeper &records) {
  for (const Words &words : readWords(records)) {
    std::vector<std::string> enumerators;
    for (StringRef word : words.words())
      enumerators.push_back(camelCase(word, /*startsUpper=*/true));
    out << "/// " << words.record->getValueAsString("Doc") << "\n"
        << "enum class " << words.enumName() << " { " << join(enumerators, ", ") << " };\n"
        << "llvm::ArrayRef<llvm::StringLiteral> " << words.function() << "();\n\n";
  }
  for (const Setting &setting : readSettings(records))
    if (setting.kind == Setting::Count)
      out << "inline constexpr unsigned kMax" << camelCase(setting.name(), true) << " = "
          << setting.range()->getValueAsString("Maximum") << ";\n";
}

static void emitKeywords(raw_ostream &out, const RecordKeeper &records) {
  for (const Words &words : readWords(records))
    out << "llvm::ArrayRef<llvm::StringLiteral> " << words.function() << "() {\n"
        << "  static constexpr llvm::StringLiteral words[] = {"
        << join(quotedAll(words.words()), ", ") << "};\n  return words;\n}\n\n";
}

/// Emits a call that passes an attribute, and the member or pair of members that it sets, to a
/// visitor.
static void emitAttribute(raw_ostream &out, const Setting &setting, const Setting *neighbour) {
  const bool isOptional = setting.is("optional"), isLenient = setting.is("lenient");
  const char *function = neighbour                         ? "pair"
                         : setting.kind == Setting::Count  ? "count"
                         : setting.kind == Setting::Color  ? "color"
                         : setting.kind == Setting::Points ? "points"
                         : setting.kind == Setting::Keyword
                             ? (isOptional ? "keywordUnless" : "keyword")
                         : isLenient  ? "leadingNumber"
                         : isOptional ? "numberUnless"
                                      : "number";
  out << "visitor." << function << "({" << join(quotedAll(setting.attributes()), ", ")
      << "}, genome." << setting.member();
  if (neighbour)
    out << ", genome." << neighbour->member();
  if (setting.kind == Setting::Count)
    out << ", kMax" << camelCase(setting.name(), true);
  else if (setting.kind == Setting::Keyword)
    out << ", " << setting.words().function() << "()";
  else if (setting.kind == Setting::Number)
    out << ", " << limitsOf(setting.range());
  if (isOptional)
    out << ", " << setting.defaultValue();
  out << ");\n";
}

static void emitAttributes(raw_ostream &out, ArrayRef<Setting> settings) {
  for (size_t i = 0; i < settings.size(); ++i) {
    const bool isPair = i + 1 < settings.size() &&
                        settings[i].attributes().front() == settings[i + 1].attributes().front();
    emitAttribute(out, settings[i], isPair ? &settings[i + 1] : nullptr);
    i += isPair;
  }
}

static void emitNames(raw_ostream &out, ArrayRef<Setting> settings) {
  SmallVector<StringRef> names;
  for (const Setting &setting : settings)
    for (StringRef name : setting.attributes())
      // Two neighbouring settings may share an attribute.
      if (!is_contained(names, name))
        names.push_back(name);
  for (StringRef name : names)
    out << quoted(name) << ",\n";
}

static void emitGenome(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings, "What genomes have of the settings, in parts that includers ask for.");
  const std::vector<Setting> settings = settingsOfXml(records);
  emitSection(out, "FLAME_SETTING_ENUMS", [&] { emitEnums(out, records); });
  emitSection(out, "FLAME_SETTING_KEYWORDS", [&] { emitKeywords(out, records); });
  emitSection(out, "FLAME_GENOME_MEMBERS", [&] {
    for (const Setting &setting : settings)
      emitMember(out, setting, setting.type(), setting.defaultValue());
  });
  emitSection(out, "FLAME_GENOME_ATTRIBUTES", [&] { emitAttributes(out, settings); });
  emitSection(out, "FLAME_ATTRIBUTE_NAMES", [&] { emitNames(out, settings); });
  emitSection(out, "FLAME_MIXED_MEMBERS", [&] {
    for (const Setting &setting : settings)
      if (setting.isMixed())
        out << "mix(&Genome::" << setting.member() << ");\n";
  });
}

static TableGen::Emitter::Opt genome("gen-genome-settings", emitGenome, "settings of genomes");

} // namespace flame::tblgen
