// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a table in aligned columns.

#include "tools/flamebench/Table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace flame {

void Table::declare(const Column &column) {
  if (std::ranges::find(columns, column.key, &Column::key) == columns.end())
    columns.push_back(column);
}

void Table::addMedianRow(const std::string &name) {
  std::map<std::string, double> medians;
  for (const Column &column : columns) {
    std::vector<double> values;
    for (const auto &[row, cells] : rows)
      if (auto cell = cells.find(column.key); cell != cells.end())
        values.push_back(cell->second);
    if (!values.empty())
      medians[column.key] = median(std::move(values));
  }
  rows.emplace_back(name, std::move(medians));
}

static std::string formatNumber(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, decimals < 0 ? "%.*e" : "%.*f", std::abs(decimals), value);
  return text;
}

void Table::print(std::ostream &stream) const {
  std::vector<std::vector<std::string>> lines(rows.size() + 1);
  lines[0] = {rowHeading};
  for (const Column &column : columns)
    lines[0].push_back(column.heading);
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto &[name, cells] = rows[i];
    lines[i + 1] = {name};
    for (const Column &column : columns) {
      auto cell = cells.find(column.key);
      lines[i + 1].push_back(cell == cells.end() ? "-"
                                                 : formatNumber(cell->second, column.decimals));
    }
  }
  std::vector<size_t> widths(columns.size() + 1);
  for (const auto &line : lines)
    for (size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], line[i].size());
  stream << title << '\n';
  for (const auto &line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      const std::string space(widths[i] - line[i].size(), ' ');
      stream << "  " << (i == 0 ? line[i] + space : space + line[i]);
    }
    stream << '\n';
  }
}

nlohmann::ordered_json Table::json() const {
  nlohmann::ordered_json result = {{"title", title}, {"rows", nlohmann::ordered_json::array()}};
  for (const auto &[name, cells] : rows) {
    nlohmann::ordered_json row = {{"name", name}};
    for (const Column &column : columns)
      if (auto cell = cells.find(column.key); cell != cells.end())
        row[column.key] = cell->second;
    result["rows"].push_back(std::move(row));
  }
  return result;
}

/// Returns the cell of a row, or nothing if the row or the cell does not exist.
static std::optional<double> cellOf(const Table &table, const std::string &row,
                                    const std::string &key) {
  for (const auto &[name, cells] : table.rows)
    if (name == row)
      if (const auto cell = cells.find(key); cell != cells.end())
        return cell->second;
  return std::nullopt;
}

/// Returns the geometric mean of one cell over all tables.
static std::optional<double> geometricMean(const std::vector<Table> &tables, const std::string &row,
                                           const std::string &key) {
  double sum = 0;
  for (const Table &table : tables) {
    const std::optional<double> value = cellOf(table, row, key);
    if (!value || *value <= 0)
      return std::nullopt;
    sum += std::log(*value);
  }
  return std::exp(sum / double(tables.size()));
}

Table geometricMeans(const std::vector<Table> &tables) {
  Table result{"geometric means of " + std::to_string(tables.size()), "", {}, {}};
  if (tables.empty() || tables.front().rows.empty())
    return result;
  const Table &first = tables.front();
  result.rowHeading = first.rowHeading;
  for (const auto &[row, ignored] : first.rows) {
    std::map<std::string, double> cells;
    for (const Column &column : first.columns) {
      const auto mean = geometricMean(tables, row, column.key);
      const auto reference = geometricMean(tables, first.rows.front().first, column.key);
      if (!mean || !reference)
        continue;
      cells[column.key] = *mean;
      cells[column.key + "_factor"] = *mean / *reference;
      result.declare(column);
      result.declare({column.key + "_factor", "factor", 3});
    }
    if (!cells.empty())
      result.rows.emplace_back(row, std::move(cells));
  }
  return result;
}

std::string printJson(const std::string &note, const std::vector<Table> &tables) {
  nlohmann::ordered_json all = {{"note", note}, {"tables", nlohmann::ordered_json::array()}};
  for (const Table &table : tables)
    all["tables"].push_back(table.json());
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

double median(std::vector<double> values) {
  const size_t middle = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace flame
