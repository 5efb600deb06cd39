// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Progress with a clock and a terminal that the test controls.

#include "runtime/frame/Progress.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
#include <thread>
#include <vector>

namespace flame::rt {

namespace {

struct Screen {
  std::string output;
  double time = 100;
  int width = 120;

  ProgressSink sink(bool terminal) {
    return {[this](std::string_view text) { output += text; }, [this] { return time; },
            [this] { return width; }, terminal};
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);)
      lines.push_back(line);
    return lines;
  }
  size_t count(char c) const { return static_cast<size_t>(std::ranges::count(output, c)); }
  /// What the terminal shows after the last carriage return.
  std::string last() const {
    std::string text = output.substr(output.rfind('\r') + 1);
    return text.substr(0, text.find('\x1b'));
  }
};

} // namespace

TEST(ProgressTest, KnowsItsWords) {
  EXPECT_EQ(parseProgressMode("auto"), ProgressMode::Auto);
  EXPECT_EQ(parseProgressMode("bar"), ProgressMode::Bar);
  EXPECT_EQ(parseProgressMode("json"), ProgressMode::Json);
  EXPECT_EQ(parseProgressMode("none"), ProgressMode::None);
  EXPECT_EQ(parseProgressMode("Bar"), std::nullopt);
  EXPECT_EQ(parseProgressMode(""), std::nullopt);
}

TEST(ProgressTest, FormatsNumbersWithPrefixes) {
  EXPECT_EQ(formatSi(0), "0");
  EXPECT_EQ(formatSi(999), "999");
  EXPECT_EQ(formatSi(999.7), "1.00 k");
  EXPECT_EQ(formatSi(1234), "1.23 k");
  EXPECT_EQ(formatSi(12345), "12.3 k");
  EXPECT_EQ(formatSi(99990), "100 k");
  EXPECT_EQ(formatSi(1380000000), "1.38 G");
  EXPECT_EQ(formatSi(999.6e9), "1.00 T");
}

TEST(ProgressTest, FormatsDurations) {
  EXPECT_EQ(formatDuration(0), "0:00");
  EXPECT_EQ(formatDuration(0.2), "0:01");
  EXPECT_EQ(formatDuration(42), "0:42");
  EXPECT_EQ(formatDuration(187), "3:07");
  EXPECT_EQ(formatDuration(3753), "1:02:33");
  EXPECT_EQ(formatDuration(1e300), "1000000:00:00");
}

TEST(ProgressTest, BarShowsWhatIsKnown) {
  Screen screen;
  Progress progress(ProgressMode::Auto, screen.sink(true));
  progress.start(3'000'000'000, 240);
  progress.stage("iterate");
  for (int i = 0; i < 20; ++i) {
    screen.time += 0.1;
    progress.advance(69'000'000);
  }
  EXPECT_EQ(screen.last(),
            "frame 1/240  iterate  [#############-----------------]   46 %  1.38 G of 3.00 G "
            "samples  690 M/s  0:03 left");
}

TEST(ProgressTest, AtMostTenUpdatesPerSecond) {
  Screen screen;
  Progress progress(ProgressMode::Bar, screen.sink(true));
  progress.start(1'000'000);
  for (int i = 0; i < 5000; ++i) {
    screen.time += 0.001;
    progress.advance(100);
  }
  EXPECT_LE(screen.count('\r'), 50u);
  EXPECT_GE(screen.count('\r'), 45u);
}

TEST(ProgressTest, NoRemainingTimeBeforeThereIsARate) {
  Screen screen;
  Progress progress(ProgressMode::Bar, screen.sink(true));
  progress.start(1000);
  screen.time += 0.5;
  progress.advance(1);
  EXPECT_EQ(screen.last().find("left"), std::string::npos);
  screen.time += 3;
  progress.advance(1);
  EXPECT_NE(screen.last().find("left"), std::string::npos);
}

TEST(ProgressTest, RemainingTimeFollowsTheRecentRate) {
  Screen screen;
  Progress progress(ProgressMode::Json, screen.sink(false));
  progress.start(1000);
  auto remaining = [&] {
    return nlohmann::json::parse(screen.lines().back())["remaining"].get<double>();
  };
  for (int i = 0; i < 100; ++i) { // 10 per second
    screen.time += 0.1;
    progress.advance(1);
  }
  EXPECT_NEAR(remaining(), 90, 2);
  for (int i = 0; i < 200; ++i) { // now 1 per second, for longer than the window
    screen.time += 0.1;
    progress.advance(i % 10 == 0);
  }
  EXPECT_NEAR(remaining(), 880, 100);
}

TEST(ProgressTest, RemainingTimeOfFramesCountsAllTheirStages) {
  Screen screen;
  Progress progress(ProgressMode::Json, screen.sink(false));
  progress.start(1000, 10);
  auto remaining = [&] {
    return nlohmann::json::parse(screen.lines().back())["remaining"].get<double>();
  };
  for (int frame = 0; frame < 4; ++frame) { // a second of samples, two of other stages
    screen.time += 1;
    progress.advance(100);
    screen.time += 2;
    progress.frameDone();
  }
  EXPECT_NEAR(remaining(), 18, 0.1);
  screen.time += 1;
  progress.tick();
  EXPECT_NEAR(remaining(), 17, 0.1);
}

TEST(ProgressTest, JsonTellsWhichFrameWasDone) {
  Screen screen;
  Progress progress(ProgressMode::Json, screen.sink(false));
  progress.start(1000, 2);
  progress.frameDone({-3, "out/-0003.png", 500, 1.25});
  const auto line = nlohmann::json::parse(screen.lines().front());
  EXPECT_EQ(line["event"], "frame");
  EXPECT_EQ(line["frame"], -3);
  EXPECT_EQ(line["path"], "out/-0003.png");
  EXPECT_EQ(line["seconds"], 1.25);
  EXPECT_EQ(line["frames_done"], 1);
}

TEST(ProgressTest, AStallMakesTheRemainingTimeGrow) {
  Screen screen;
  Progress progress(ProgressMode::Json, screen.sink(false));
  progress.start(100);
  screen.time += 2;
  progress.advance(50);
  double before = nlohmann::json::parse(screen.lines().back())["remaining"];
  screen.time += 4;
  progress.tick();
  double after = nlohmann::json::parse(screen.lines().back())["remaining"];
  EXPECT_NEAR(before, 2, 0.1);
  EXPECT_NEAR(after, 6, 0.1);
}

TEST(ProgressTest, HundredPercentMeansDone) {
  Screen screen;
  Progress progress(ProgressMode::Bar, screen.sink(true));
  progress.start(1000);
  screen.time += 1;
  progress.advance(999);
  EXPECT_NE(screen.last().find(" 99 %"), std::string::npos);
  screen.time += 1;
  progress.advance(1);
  EXPECT_NE(screen.last().find(" 99 %"), std::string::npos); // not yet written
  screen.time += 1;
  progress.frameDone();
  EXPECT_NE(screen.last().find("100 %"), std::string::npos);

  progress.start(uint64_t(1) << 60);
  screen.time += 1;
  progress.advance((uint64_t(1) << 60) - 1);
  EXPECT_NE(screen.last().find(" 99 %"), std::string::npos);
}

TEST(ProgressTest, FitsTheTerminal) {
  for (int width : {1, 10, 40, 60, 80, 200}) {
    Screen screen;
    screen.width = width;
    Progress progress(ProgressMode::Bar, screen.sink(true));
    progress.start(1000, 7);
    progress.stage("density estimation");
    screen.time += 5;
    progress.advance(333);
    EXPECT_LT(screen.last().size(), static_cast<size_t>(std::max(width, 2)));
  }
}

TEST(ProgressTest, ALogGetsALinePerTenSeconds) {
  Screen screen;
  Progress progress(ProgressMode::Auto, screen.sink(false));
  progress.start(1000);
  for (int i = 0; i < 350; ++i) {
    screen.time += 0.1;
    progress.advance(1);
  }
  EXPECT_EQ(screen.lines().size(), 3u);
  progress.finish();
  EXPECT_EQ(screen.lines().back(), "350 samples in 0:35, 10/s");
  EXPECT_EQ(screen.output.find('\x1b'), std::string::npos);
}

TEST(ProgressTest, AShortRunInALogSaysNothing) {
  Screen screen;
  Progress progress(ProgressMode::Auto, screen.sink(false));
  progress.start(1000);
  screen.time += 2;
  progress.advance(1000);
  progress.finish();
  EXPECT_EQ(screen.output, "");
}

TEST(ProgressTest, NoneSaysNothing) {
  Screen screen;
  Progress progress(ProgressMode::None, screen.sink(true));
  progress.start(1000);
  screen.time += 60;
  progress.advance(1000);
  progress.finish();
  EXPECT_EQ(screen.output, "");
}

TEST(ProgressTest, JsonLinesAreJson) {
  Screen screen;
  Progress progress(ProgressMode::Json, screen.sink(false));
  progress.start(1000, 2);
  progress.stage("odd \"stage\"\n\xff");
  screen.time += 5;
  progress.advance(500);
  progress.frameDone();
  screen.time += 5;
  progress.advance(500);
  progress.frameDone();
  progress.finish();
  std::vector<std::string> lines = screen.lines();
  ASSERT_GE(lines.size(), 3u);
  for (const std::string &line : lines)
    ASSERT_TRUE(nlohmann::json::accept(line)) << line;
  auto first = nlohmann::json::parse(lines.front()), last = nlohmann::json::parse(lines.back());
  EXPECT_EQ(first["event"], "progress");
  EXPECT_EQ(first["samples"], 500);
  EXPECT_EQ(first["samples_total"], 1000);
  EXPECT_EQ(first["rate"], 100);
  EXPECT_EQ(first["remaining"], 5);
  EXPECT_EQ(last["event"], "finish");
  EXPECT_EQ(last["frames_done"], 2);
  EXPECT_EQ(last["elapsed"], 10);
  EXPECT_TRUE(last["remaining"].is_null());
}

TEST(ProgressTest, MessagesAndErrorsStartOnACleanLine) {
  Screen screen;
  {
    Progress progress(ProgressMode::Bar, screen.sink(true));
    progress.start(1000);
    screen.time += 1;
    progress.advance(10);
    progress.message("wrote out/00001.png");
    EXPECT_NE(screen.output.find("\r\x1b[Kwrote out/00001.png\n\r"), std::string::npos);
  }
  EXPECT_TRUE(screen.output.ends_with("\r\x1b[K"));
}

TEST(ProgressTest, FinishReplacesTheBar) {
  Screen screen;
  Progress progress(ProgressMode::Bar, screen.sink(true));
  progress.start(1000, 4);
  screen.time += 10;
  progress.advance(1000);
  for (int i = 0; i < 4; ++i)
    progress.frameDone();
  progress.finish();
  progress.finish();
  EXPECT_TRUE(screen.output.ends_with("\r\x1b[K4 frames, 1.00 k samples in 0:10, 100/s\n"));
}

TEST(ProgressTest, AnyThreadMayReport) {
  Screen screen;
  Progress progress(ProgressMode::Json, screen.sink(false));
  progress.start(4000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i)
        progress.advance(1);
    });
  for (std::thread &thread : threads)
    thread.join();
  progress.finish();
  EXPECT_EQ(nlohmann::json::parse(screen.lines().back())["samples"], 4000);
}

} // namespace flame::rt
