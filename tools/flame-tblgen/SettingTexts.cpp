// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts about settings for users of programs:
//
//   --gen-setting-texts   studio/model/SettingTexts.inc
//   --gen-tone-settings   studio/live/ToneSettings.inc

#include "tools/flame-tblgen/Settings.h"
#include "tools/flame-tblgen/Text.h"

#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace flame::tblgen {

static StringRef endOf(StringRef number) { return number.empty() ? "std::nullopt" : number; }

/// Emits a row for each setting of XML in the order of attributes: first attribute, heading,
/// summary, unit, and the ends of its slider if they differ from those of its range.
static void emitTexts(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings, "Texts about the settings of genomes.");
  for (const Setting &setting : settingsOfXml(records)) {
    const Record *slider = setting.record->getValueAsDef("slider");
    out << "{" << quoted(setting.attributes().front()) << ", " << quoted(setting.text("group"))
        << ", " << quoted(setting.text("Summary")) << ", " << quoted(setting.text("unit")) << ", "
        << endOf(slider->getValueAsString("Minimum")) << ", "
        << endOf(slider->getValueAsString("Maximum")) << "},\n";
  }
}

/// Emits the attributes of settings that affect tone alone, as texts separated by commas.
static void emitToneSettings(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings, "Settings that change tone alone.");
  for (const Setting &setting : settingsOfXml(records))
    if (setting.is("tone"))
      out << quoted(setting.attributes().front()) << ",\n";
}

static TableGen::Emitter::Opt texts("gen-setting-texts", emitTexts, "texts about settings");
static TableGen::Emitter::Opt tone("gen-tone-settings", emitToneSettings,
                                   "what changes tone alone");

} // namespace flame::tblgen
