// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs tell people of the settings:
//
//   --gen-setting-texts   studio/model/SettingTexts.inc

#include "tools/flame-tblgen/Settings.h"
#include "tools/flame-tblgen/Text.h"

#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace flame::tblgen {

/// A row for each setting of XML, in the order of attributes: its first attribute, heading, summary and unit.
static void emitTexts(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings, "Texts about the settings of genomes.");
  for (const Setting &setting : settingsOfXml(records))
    out << "{" << quoted(setting.attributes().front()) << ", " << quoted(setting.text("group"))
        << ", " << quoted(setting.text("Summary")) << ", " << quoted(setting.text("unit"))
        << "},\n";
}

static TableGen::Emitter::Opt texts("gen-setting-texts", emitTexts, "texts about settings");

} // namespace flame::tblgen
