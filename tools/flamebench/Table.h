// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results as a table for people and as JSON for programs. Rows are named; a cell is a number or absent.

#ifndef FLAME_TOOLS_FLAMEBENCH_TABLE_H
#define FLAME_TOOLS_FLAMEBENCH_TABLE_H

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace flame {

/// What a column shows. The key is its name in JSON, the heading says the unit.
struct Column {
  std::string key, heading;
  int decimals = 1; ///< below 0: so many behind the first digit, and an exponent
};

/// A titled table. Columns stand in the order of their declaration.
struct Table {
  std::string title, rowHeading;
  std::vector<Column> columns;
  std::vector<std::pair<std::string, std::map<std::string, double>>> rows;

  /// Adds the column unless there is one with its key.
  void declare(const Column &column);
  /// Adds a row that holds the median of every column over the present rows.
  void addMedianRow(const std::string &name);

  void print(std::ostream &stream) const;
  /// {"title": ..., "rows": [{"name": ..., "<key>": number, ...}, ...]}
  nlohmann::ordered_json json() const;
};

/// The geometric means of the cells of all tables, whose columns are those of the first one, and behind each column that of the
/// factors by which its cells differ from those of the first row. Left out is what not all tables have, or have above 0.
Table geometricMeans(const std::vector<Table> &tables);

/// {"note": ..., "tables": [...]} for a file. Of a name that is not UTF-8 the bytes at fault are replaced.
std::string printJson(const std::string &note, const std::vector<Table> &tables);

/// The middle of the values, or the mean of the two in the middle. At least one value.
double median(std::vector<double> values);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_TABLE_H
