// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of flamebench.

#include "tools/flamebench/Table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace flame {
namespace {

TEST(BenchTableTest, TakesTheMiddleOfOddAndEvenNumbers) {
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 4}), 4);
  EXPECT_EQ(median({9, 1, 4, 6}), 5);
}

TEST(BenchTableTest, AlignsColumnsAndMarksWhatIsAbsent) {
  Table table{"speeds", "genome", {{"rate", "M/s"}, {"ratio", "times", 2}}, {}};
  table.rows = {{"a", {{"rate", 12.34}, {"ratio", 20}}}, {"longer", {{"rate", 1}}}};
  std::ostringstream text;
  table.print(text);
  EXPECT_EQ(text.str(), "speeds\n"
                        "  genome   M/s  times\n"
                        "  a       12.3  20.00\n"
                        "  longer   1.0      -\n");
}

TEST(BenchTableTest, AddsMediansOfWhatIsThere) {
  Table table{"", "", {{"a", "a"}, {"b", "b"}, {"c", "c"}}, {}};
  table.rows = {{"x", {{"a", 1}}}, {"y", {{"a", 2}, {"b", 5}}}, {"z", {{"a", 9}}}};
  table.addMedianRow("median");
  EXPECT_EQ(table.rows.back().second, (std::map<std::string, double>{{"a", 2}, {"b", 5}}));
}

TEST(BenchTableTest, DeclaresAColumnOnce) {
  Table table;
  table.declare({"a", "first"});
  table.declare({"a", "again"});
  ASSERT_EQ(table.columns.size(), 1u);
  EXPECT_EQ(table.columns[0].heading, "first");
}

TEST(BenchTableTest, HasTheSameContentsAsJson) {
  Table table{"speeds", "", {{"rate", "M/s"}}, {{"a", {{"rate", 2.5}}}}};
  EXPECT_EQ(table.json().dump(), R"({"title":"speeds","rows":[{"name":"a","rate":2.5}]})");
}

TEST(BenchTableTest, PrintsNamesOfAnyBytes) {
  const Table table{"", "", {}, {{"caf\xe9", {}}}};
  const auto all = nlohmann::json::parse(printJson("said", {table}));
  EXPECT_EQ(all["note"], "said");
  EXPECT_EQ(all["tables"][0]["rows"][0]["name"], "caf\xef\xbf\xbd");
}

} // namespace
} // namespace flame
