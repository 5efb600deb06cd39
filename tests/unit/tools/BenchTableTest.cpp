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

TEST(BenchTableTest, TakesGeometricMeansOfWhatAllHave) {
  const std::vector<Column> columns = {{"rate", "G/s"}, {"spills", "bytes"}};
  const Table one{
      "",
      "variant",
      columns,
      {{"all", {{"rate", 2}, {"spills", 0}}}, {"half", {{"rate", 1}}}, {"xform 1", {{"rate", 7}}}}};
  const Table other{
      "", "variant", columns, {{"all", {{"rate", 8}, {"spills", 4}}}, {"half", {{"rate", 4}}}}};
  const Table means = geometricMeans({one, other});
  ASSERT_EQ(means.rows.size(), 2u);
  EXPECT_EQ(means.rows[0].first, "all");
  EXPECT_NEAR(means.rows[0].second.at("rate"), 4, 1e-12);
  EXPECT_NEAR(means.rows[1].second.at("rate"), 2, 1e-12);
  EXPECT_NEAR(means.rows[1].second.at("rate_factor"), 0.5, 1e-12);
  EXPECT_FALSE(means.rows[0].second.contains("spills"));
  ASSERT_EQ(means.columns.size(), 2u);
  EXPECT_EQ(means.columns[1].key, "rate_factor");
}

TEST(BenchTableTest, HasNoMeansOfNothing) { EXPECT_TRUE(geometricMeans({}).rows.empty()); }

TEST(BenchTableTest, PrintsNamesOfAnyBytes) {
  const Table table{"", "", {}, {{"caf\xe9", {}}}};
  const auto all = nlohmann::json::parse(printJson("said", {table}));
  EXPECT_EQ(all["note"], "said");
  EXPECT_EQ(all["tables"][0]["rows"][0]["name"], "caf\xef\xbf\xbd");
}

} // namespace
} // namespace flame
