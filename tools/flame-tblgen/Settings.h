// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The records of ir/Settings.td, read and checked, and the C++ that says what they say. Whoever reads them gets a list in
// the order of one format; a bad record ends the program at its place in the .td file.

#ifndef FLAME_TOOLS_FLAMETBLGEN_SETTINGS_H
#define FLAME_TOOLS_FLAMETBLGEN_SETTINGS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

#include <string>
#include <vector>

namespace flame::tblgen {

inline constexpr const char *kSettings = "ir/Settings.td";

/// A list of words, a record of class Keyword.
struct Words {
  const llvm::Record *record;

  llvm::StringRef enumName() const { return record->getValueAsString("Enum"); }
  std::vector<llvm::StringRef> words() const { return record->getValueAsListOfStrings("Words"); }
  bool isOpen() const { return record->getValueAsBit("open"); }
  /// The name of the function that lists the words.
  std::string function() const;
};

/// A record of class Setting.
struct Setting {
  enum Kind { Number, Count, Color, Keyword, Points };

  const llvm::Record *record;
  Kind kind;

  llvm::StringRef text(llvm::StringRef field) const { return record->getValueAsString(field); }
  bool is(llvm::StringRef field) const { return record->getValueAsBit(field); }
  llvm::StringRef name() const { return text("Name"); }
  /// The name in structs.
  std::string member() const;
  /// The name in Animation.
  std::string animationMember() const { return (is("finish") ? "finish." : "") + member(); }
  Words words() const { return {record->getValueAsDef("Kind")}; }
  const llvm::Record *range() const { return record->getValueAsDef("range"); }

  bool isInXml() const { return !attributes().empty(); }
  std::vector<llvm::StringRef> attributes() const { return record->getValueAsListOfStrings("xml"); }
  /// The spline that it is in cuburn's documents, or null.
  const llvm::Record *cuburn() const { return record->getValueAsOptionalDef("cuburn"); }
  /// What a profile multiplies it by, or null.
  const llvm::Record *factor() const { return record->getValueAsOptionalDef("profile"); }
  bool isMixed() const { return isInXml() && kind < Keyword && is("mixed"); }

  /// The type that it has in genomes, and the default as an expression of that type.
  std::string type() const;
  std::string defaultValue() const;
};

/// All settings, in the order of the file, which is that of manifests.
std::vector<Setting> readSettings(const llvm::RecordKeeper &records);
/// Those that genomes have, in the order of their attributes.
std::vector<Setting> settingsOfXml(const llvm::RecordKeeper &records);
/// Those that animations have, in the order of their JSON.
std::vector<Setting> settingsOfAnimations(const llvm::RecordKeeper &records);
/// Those that manifests have, in their order.
std::vector<Setting> settingsOfManifests(const llvm::RecordKeeper &records);

/// The setting that a record is.
Setting readSetting(const llvm::Record *record);

/// All lists of words, in the order of the file.
std::vector<Words> readWords(const llvm::RecordKeeper &records);

/// The records of a class in the order of the file.
std::vector<const llvm::Record *> inFileOrder(const llvm::RecordKeeper &records,
                                              llvm::StringRef className);

/// Both ends of a range for code without Limits: numbers, `kSmallest` where 0 is excluded, `kAnything` for no bound.
std::string boundsOf(const llvm::Record *range);
/// The values of a range for people.
std::string valuesOf(const llvm::Record *range);

/// A range as an object of type Limits.
std::string limitsOf(const llvm::Record *range);
/// "filterShape" or, for types, "FilterShape".
std::string camelCase(llvm::StringRef name, bool startsUpper = false);

inline constexpr const char *kChannels[] = {"red", "green", "blue"};

/// Emits what an includer gets that has defined `macro`.
void emitSection(llvm::raw_ostream &out, llvm::StringRef macro, llvm::function_ref<void()> emit);

/// Emits a member of a struct under its documentation.
void emitMember(llvm::raw_ostream &out, const Setting &setting, llvm::StringRef type,
                llvm::StringRef defaultValue);

} // namespace flame::tblgen

#endif // FLAME_TOOLS_FLAMETBLGEN_SETTINGS_H
