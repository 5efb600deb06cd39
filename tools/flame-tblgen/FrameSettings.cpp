// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settings of artefacts and their readers, which do not depend on LLVM:
//
//   --gen-frame-settings    artefact/FrameSettings.inc
//   --gen-factor-settings   runtime/plan/FactorSettings.inc

#include "tools/flame-tblgen/Settings.h"
#include "tools/flame-tblgen/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace flame::tblgen {

//===-- manifests -----------------------------------------------------------------------------===//

static void emitFrameMember(raw_ostream &out, const Setting &setting) {
  if (StringRef most = setting.range()->getValueAsString("Maximum");
      setting.kind == Setting::Count && !most.empty()) {
    const std::string member(setting.member());
    out << "static constexpr uint32_t kMax" << char(toUpper(member[0])) << member.substr(1) << " = "
        << most << ";\n";
  }
  if (setting.kind == Setting::Keyword)
    emitMember(out, setting, "std::string", quoted(setting.text("Default")));
  else
    emitMember(out, setting, setting.kind == Setting::Count ? "uint32_t" : setting.type(),
               setting.defaultValue());
}

/// Emits a call that passes a key and its member to a visitor.
static void emitFrameField(raw_ostream &out, const Setting &setting) {
  auto emit = [&](StringRef function, const Twine &more) {
    out << "v." << function << "(" << quoted(setting.name()) << ", frame." << setting.member()
        << more << ");\n";
  };
  std::vector<std::string> words;
  switch (setting.kind) {
  case Setting::Number:
  case Setting::Count:
    return emit("number", ", " + boundsOf(setting.range()));
  case Setting::Color:
    return emit("color", "");
  case Setting::Points:
    return emit("points", "");
  case Setting::Keyword:
    if (!setting.words().isOpen())
      for (StringRef word : setting.words().words())
        words.push_back(quoted(word));
    return emit("word", ", {" + join(words, ", ") + "}");
  }
}

/// Emits rows of values that may change over time: key, range, member.
static void emitAnimatedField(raw_ostream &out, const Setting &setting) {
  auto emit = [&](const Twine &key, const Twine &member) {
    out << "{\"" << key << "\", " << boundsOf(setting.range()) << ", FLAME_FIELD(" << member
        << ")},\n";
  };
  if (setting.kind != Setting::Color)
    return emit(setting.name(), setting.member());
  for (auto [index, channel] : enumerate(kChannels))
    emit(setting.name() + "_" + channel, setting.member() + "[" + Twine(index) + "]");
}

static void emitFrame(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings,
             "What manifests have of the settings, in parts that includers ask for.");
  const std::vector<Setting> settings = settingsOfManifests(records);
  emitSection(out, "FLAME_FRAME_MEMBERS", [&] {
    for (const Setting &setting : settings)
      emitFrameMember(out, setting);
  });
  emitSection(out, "FLAME_FRAME_FIELDS", [&] {
    for (const Setting &setting : settings)
      emitFrameField(out, setting);
  });
  emitSection(out, "FLAME_ANIMATED_FIELDS", [&] {
    for (const Setting &setting : settings)
      if (setting.is("animated"))
        emitAnimatedField(out, setting);
  });
}

//===-- profiles ------------------------------------------------------------------------------===//

/// Emits rows with the group and key in profiles, the smallest factor, the member of FinishFactors,
/// and the setting that the factor multiplies.
static void emitFactorField(raw_ostream &out, const Setting &setting) {
  const auto [group, key] = setting.factor()->getValueAsString("Path").split('.');
  out << "{" << quoted(group) << ", " << quoted(key) << ", "
      << setting.factor()->getValueAsString("Minimum") << ", &FinishFactors::" << setting.member()
      << ", &FrameDefaults::" << setting.member() << "},\n";
}

static void emitFactors(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings, "What profiles multiply, in parts that includers ask for.");
  std::vector<Setting> settings = readSettings(records);
  erase_if(settings, [](const Setting &setting) { return !setting.factor(); });
  emitSection(out, "FLAME_FACTOR_MEMBERS", [&] {
    for (const Setting &setting : settings)
      out << "double " << setting.member() << " = 1;\n";
  });
  emitSection(out, "FLAME_FACTOR_FIELDS", [&] {
    for (const Setting &setting : settings)
      emitFactorField(out, setting);
  });
}

static TableGen::Emitter::Opt frame("gen-frame-settings", emitFrame, "settings of manifests");
static TableGen::Emitter::Opt factors("gen-factor-settings", emitFactors, "what profiles multiply");

} // namespace flame::tblgen
