// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results as a table for people and as JSON for programs. Rows have names. A cell is a number or
// absent.

#ifndef FLAME_TOOLS_FLAMEBENCH_TABLE_H
#define FLAME_TOOLS_FLAMEBENCH_TABLE_H

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace flame {

/// A column. `key` is its name in JSON; `heading` includes the unit.
struct Column {
  std::string key, heading;
  int decimals = 1; ///< negative: scientific notation with this many decimals
};

/// A table with a title. Columns are in the order of their declaration.
struct Table {
  std::string title, rowHeading;
  std::vector<Column> columns;
  std::vector<std::pair<std::string, std::map<std::string, double>>> rows;

  /// Adds the column unless one with its key exists.
  void declare(const Column &column);
  /// Adds a row with the median of every column over the rows so far.
  void addMedianRow(const std::string &name);

  void print(std::ostream &stream) const;
  /// Returns {"title": ..., "rows": [{"name": ..., "<key>": number, ...}, ...]}.
  nlohmann::ordered_json json() const;
};

/// Returns the geometric means of the cells of all tables, with the columns of the first table.
/// Each column is followed by one with the ratios of its cells to the first row. Cells that a table
/// lacks, or that are not above 0 in all tables, are left out.
Table geometricMeans(const std::vector<Table> &tables);

/// Returns {"note": ..., "tables": [...]}. Replaces bytes of names that are not UTF-8.
std::string printJson(const std::string &note, const std::vector<Table> &tables);

/// Returns the middle value, or the mean of the two middle values. `values` must not be empty.
double median(std::vector<double> values);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_TABLE_H
