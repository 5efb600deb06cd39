// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stopwatch of --timings, with a clock that only moves when told to.

#include "compiler/codegen/Timings.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

namespace flame {
namespace {

Timings::Clock::time_point moment;

Timings::Clock::time_point fakeNow() { return moment; }

void pass(int microseconds) { moment += std::chrono::microseconds(microseconds); }

std::string table(const Timings &timings) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  timings.print(stream);
  return text;
}

std::string json(const Timings &timings) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  timings.printJson(stream);
  return text;
}

TEST(TimingsTest, AddsUpToTheTotal) {
  Timings timings(fakeNow);
  {
    StageTimer timer(timings, "read");
    pass(1250);
  }
  pass(250);
  {
    StageTimer timer(timings, "assemble");
    pass(8500);
  }
  EXPECT_EQ(table(timings), "stage           ms       %\n"
                            "read           1.2    12.5\n"
                            "assemble       8.5    85.0\n"
                            "other          0.2     2.5\n"
                            "total         10.0   100.0\n");
}

TEST(TimingsTest, CountsTimeForTheInnermostStage) {
  Timings timings(fakeNow);
  {
    StageTimer outer(timings, "compile");
    pass(1000);
    {
      StageTimer inner(timings, "ptxas");
      pass(3000);
    }
    pass(1000);
  }
  EXPECT_EQ(json(timings), "{\"stages\": [{\"name\": \"compile\", \"ms\": 2}, "
                           "{\"name\": \"ptxas\", \"ms\": 3}], \"total_ms\": 5}\n");
}

TEST(TimingsTest, AddsWhatIsDoneAgain) {
  Timings timings(fakeNow);
  for (int target = 0; target < 3; ++target) {
    StageTimer timer(timings, "ptx");
    pass(500);
  }
  EXPECT_EQ(json(timings), "{\"stages\": [{\"name\": \"ptx\", \"ms\": 1.5}], \"total_ms\": 1.5}\n");
}

TEST(TimingsTest, IncludesTheStageThatIsRunning) {
  Timings timings(fakeNow);
  StageTimer timer(timings, "write");
  pass(2000);
  EXPECT_EQ(json(timings), "{\"stages\": [{\"name\": \"write\", \"ms\": 2}], \"total_ms\": 2}\n");
}

TEST(TimingsTest, PrintsATableOfNothing) {
  Timings timings(fakeNow);
  EXPECT_EQ(table(timings), "stage        ms       %\n"
                            "total       0.0     0.0\n");
}

TEST(TimingsTest, DoesNothingWithoutAStopwatch) { StageTimer timer(nullptr, "read"); }

TEST(TimingsTest, MeasuresRealTime) {
  Timings timings;
  {
    StageTimer timer(timings, "spin");
    const auto end = Timings::Clock::now() + std::chrono::milliseconds(2);
    while (Timings::Clock::now() < end) {
    }
  }
  EXPECT_NE(table(timings).find("spin"), std::string::npos);
}

} // namespace
} // namespace flame
