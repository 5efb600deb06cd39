// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and checks the records of ir/Settings.td and generates C++ from them. Callers get a list in
// the order of one format. A bad record ends the program with an error at its location in the .td
// file.

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

/// A list of words: a record of class Keyword.
struct Words {
  const llvm::Record *record;

  llvm::StringRef enumName() const { return record->getValueAsString("Enum"); }
  std::vector<llvm::StringRef> words() const { return record->getValueAsListOfStrings("Words"); }
  bool isOpen() const { return record->getValueAsBit("open"); }
  /// Name of the function that lists the words.
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
  /// Name of the member in structs.
  std::string member() const;
  /// Name of the member in Animation.
  std::string animationMember() const { return (is("finish") ? "finish." : "") + member(); }
  Words words() const { return {record->getValueAsDef("Kind")}; }
  const llvm::Record *range() const { return record->getValueAsDef("range"); }

  bool isInXml() const { return !attributes().empty(); }
  std::vector<llvm::StringRef> attributes() const { return record->getValueAsListOfStrings("xml"); }
  /// The spline in cuburn's documents that holds it, or null.
  const llvm::Record *cuburn() const { return record->getValueAsOptionalDef("cuburn"); }
  /// The factor in profiles that multiplies it, or null.
  const llvm::Record *factor() const { return record->getValueAsOptionalDef("profile"); }
  bool isMixed() const { return isInXml() && kind < Keyword && is("mixed"); }

  /// Type in genomes, and the default value as an expression of that type.
  std::string type() const;
  std::string defaultValue() const;
};

/// Returns all settings in the order of the file, which is also the order in manifests.
std::vector<Setting> readSettings(const llvm::RecordKeeper &records);
/// Returns the settings of genomes in the order of their attributes.
std::vector<Setting> settingsOfXml(const llvm::RecordKeeper &records);
/// Returns the settings of animations in the order of their JSON.
std::vector<Setting> settingsOfAnimations(const llvm::RecordKeeper &records);
/// Returns the settings of manifests in their order.
std::vector<Setting> settingsOfManifests(const llvm::RecordKeeper &records);

/// Returns the setting of a record.
Setting readSetting(const llvm::Record *record);

/// Returns all lists of words in the order of the file.
std::vector<Words> readWords(const llvm::RecordKeeper &records);

/// Returns the records of a class in the order of the file.
std::vector<const llvm::Record *> inFileOrder(const llvm::RecordKeeper &records,
                                              llvm::StringRef className);

/// Returns both ends of a range for code without Limits: numbers, `kSmallest` if 0 is excluded,
/// `kAnything` if there is no bound.
std::string boundsOf(const llvm::Record *range);
/// Describes the values of a range for people.
std::string valuesOf(const llvm::Record *range);

/// Returns a range as an object of type Limits.
std::string limitsOf(const llvm::Record *range);
/// Converts to "filterShape" or, with `startsUpper` for types, "FilterShape".
std::string camelCase(llvm::StringRef name, bool startsUpper = false);

inline constexpr const char *kChannels[] = {"red", "green", "blue"};

/// Emits a section for includers that define `macro`.
void emitSection(llvm::raw_ostream &out, llvm::StringRef macro, llvm::function_ref<void()> emit);

/// Emits a struct member below its documentation.
void emitMember(llvm::raw_ostream &out, const Setting &setting, llvm::StringRef type,
                llvm::StringRef defaultValue);

} // namespace flame::tblgen

#endif // FLAME_TOOLS_FLAMETBLGEN_SETTINGS_H
