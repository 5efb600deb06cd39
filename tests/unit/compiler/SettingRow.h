// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The records of ir/Settings.td as tests see them.

#ifndef FLAME_TESTS_UNIT_COMPILER_SETTINGROW_H
#define FLAME_TESTS_UNIT_COMPILER_SETTINGROW_H

#include <optional>
#include <ostream>
#include <string>

namespace flame::test {

struct Row {
  enum Kind { Number, Count, Color, Keyword, Points };

  std::string name;
  std::string attribute; ///< empty if XML does not have it
  std::string pointer;   ///< to its place in JSON; empty if animations do not have it
  Kind kind;
  std::string defaultText, sample; ///< as in XML; the sample is another legal value
  std::optional<double> minimum, maximum;
  bool isAnimated;
};

inline const Row kRows[] = {
#include "tests/unit/compiler/SettingRows.inc"
};

inline void PrintTo(const Row &row, std::ostream *out) { *out << row.name; }

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_COMPILER_SETTINGROW_H
