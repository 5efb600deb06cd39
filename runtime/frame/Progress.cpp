// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps one list of marks (time, samples done) for the last ten seconds. All displayed values are
// computed from it on output, at most ten times per second.

#include "runtime/frame/Progress.h"

#include <nlohmann/json.hpp>

#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace flame::rt {

/// Seconds between updates of a bar or JSON lines, seconds between plain lines, and the length of
/// the window for the rate.
static constexpr double kUpdateInterval = 0.1, kLineInterval = 10, kWindow = 10;
/// Seconds below which the rate is too noisy to show a remaining time.
static constexpr double kShortestWindow = 1;
/// Number of recent frames whose mean duration predicts the remaining ones.
static constexpr size_t kRecentFrames = 16;

std::optional<ProgressMode> parseProgressMode(std::string_view word) {
  if (word == "auto")
    return ProgressMode::Auto;
  if (word == "bar")
    return ProgressMode::Bar;
  if (word == "json")
    return ProgressMode::Json;
  if (word == "none")
    return ProgressMode::None;
  return std::nullopt;
}

static bool understandsEscapes(int fd) {
  const char *terminal = getenv("TERM");
  return isatty(fd) && terminal && strcmp(terminal, "dumb") != 0;
}

ProgressSink ProgressSink::descriptor(int fd) {
  ProgressSink sink;
  sink.isTerminal = understandsEscapes(fd);
  sink.write = [fd](std::string_view text) {
    // A closed pipe must not stop the run: unwritable output is dropped.
    while (!text.empty()) {
      ssize_t written = ::write(fd, text.data(), text.size());
      if (written <= 0)
        return;
      text.remove_prefix(static_cast<size_t>(written));
    }
  };
  sink.now = [] {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
  };
  sink.columns = [fd] {
    winsize size{};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? int(size.ws_col) : 80;
  };
  return sink;
}

std::string formatSi(double value) {
  constexpr const char *prefixes[] = {"", " k", " M", " G", " T", " P", " E"};
  size_t step = 0;
  // 999.5 would be rounded to "1000", so it takes the next prefix.
  while (std::abs(value) >= 999.5 && step + 1 < std::size(prefixes)) {
    value /= 1000;
    ++step;
  }
  double size = std::abs(value);
  int decimals = step == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  char text[48];
  snprintf(text, sizeof(text), "%.*f%s", decimals, value, prefixes[step]);
  return text;
}

std::string formatDuration(double seconds) {
  constexpr double kLongest = 1e6 * 3600;
  auto whole = static_cast<long long>(std::clamp(std::ceil(seconds), 0.0, kLongest));
  char text[48];
  if (whole >= 3600)
    snprintf(text, sizeof(text), "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  else
    snprintf(text, sizeof(text), "%lld:%02lld", whole / 60, whole % 60);
  return text;
}

Progress::Progress(ProgressMode mode, ProgressSink sink) : sink(std::move(sink)) {
  switch (mode) {
  case ProgressMode::Auto:
    style = this->sink.isTerminal ? Style::Bar : Style::Lines;
    break;
  case ProgressMode::Bar:
    style = Style::Bar;
    break;
  case ProgressMode::Json:
    style = Style::Json;
    break;
  case ProgressMode::None:
    style = Style::Silent;
    break;
  }
}

Progress::~Progress() {
  std::lock_guard lock(mutex);
  eraseBar();
}

void Progress::start(uint64_t totalSamples, uint32_t frameCount) {
  std::lock_guard lock(mutex);
  total = totalSamples;
  frames = frameCount;
  done = 0;
  framesDone = 0;
  startTime = lastOutput = sink.now();
  marks.assign(1, {startTime, 0});
  completions.assign(1, startTime);
  running = true;
  anyLine = false;
}

void Progress::expect(int64_t more) {
  std::lock_guard lock(mutex);
  total = more < 0 && uint64_t(-more) > total ? 0 : total + uint64_t(more);
}

void Progress::stage(std::string_view name) {
  std::lock_guard lock(mutex);
  if (stageName == name)
    return;
  stageName = name;
  update(false);
}

void Progress::advance(uint64_t samples) {
  std::lock_guard lock(mutex);
  done += samples;
  if (sink.observe)
    sink.observe(done, total);
  update(false);
}

void Progress::frameDone() {
  std::lock_guard lock(mutex);
  completeFrame();
  update(false);
}

void Progress::frameDone(const FrameDone &frame) {
  std::lock_guard lock(mutex);
  completeFrame();
  if (running && style == Style::Json) {
    nlohmann::ordered_json line;
    line["event"] = "frame";
    line["frame"] = frame.number;
    line["path"] = frame.path;
    line["samples"] = frame.samples;
    line["seconds"] = std::round(frame.seconds * 1000) / 1000;
    if (frame.noise)
      line["noise"] = *frame.noise;
    line["frames_done"] = framesDone;
    line["frames"] = frames;
    sink.write(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }
  update(false);
}

// The caller holds the mutex.
void Progress::completeFrame() {
  ++framesDone;
  completions.push_back(sink.now());
  if (completions.size() > kRecentFrames + 1)
    completions.pop_front();
}

void Progress::tick() {
  std::lock_guard lock(mutex);
  if (sink.observe)
    sink.observe(done, total);
  update(false);
}

void Progress::message(std::string_view line) {
  std::lock_guard lock(mutex);
  eraseBar();
  sink.write(std::string(line) + "\n");
  if (style == Style::Bar)
    update(true);
}

void Progress::finish() {
  std::lock_guard lock(mutex);
  if (!running)
    return;
  running = false;
  double now = sink.now(), elapsed = now - startTime;
  eraseBar();
  if (style == Style::Json) {
    sink.write(jsonLine("finish", now));
    return;
  }
  // No summary for short runs without a terminal.
  if (style == Style::Silent || (style == Style::Lines && !anyLine))
    return;
  std::string line = formatSi(double(done)) + " samples";
  if (frames > 1)
    line = std::to_string(framesDone) + " frames, " + line;
  line += " in " + formatDuration(elapsed);
  if (elapsed > 0 && done > 0)
    line += ", " + formatSi(double(done) / elapsed) + "/s";
  sink.write(line + "\n");
}

// The caller holds the mutex.
void Progress::update(bool force) {
  if (!running || style == Style::Silent)
    return;
  double now = sink.now();
  double interval = style == Style::Lines ? kLineInterval : kUpdateInterval;
  if (now - marks.back().time >= kUpdateInterval) {
    marks.push_back({now, done});
    // Keep one mark outside the window, so that the window is always covered.
    while (marks.size() > 2 && now - marks[1].time >= kWindow)
      marks.pop_front();
  }
  if (!force && now - lastOutput < interval)
    return;
  lastOutput = now;
  anyLine = true;
  switch (style) {
  case Style::Silent:
    return;
  case Style::Bar:
    sink.write("\r" + barLine(now) + "\x1b[K");
    barShown = true;
    return;
  case Style::Lines:
    sink.write(position() + numbers(now) + "\n");
    return;
  case Style::Json:
    sink.write(jsonLine("progress", now));
    return;
  }
}

/// Samples per second over the window.
double Progress::recentRate() const {
  double span = marks.back().time - marks.front().time;
  return span > 0 ? double(marks.back().samples - marks.front().samples) / span : 0;
}

/// Seconds until the end, or nullopt if there is too little data.
std::optional<double> Progress::remaining(double now) const {
  if (framesDone > 0 && framesDone < frames) {
    double perFrame = (completions.back() - completions.front()) / double(completions.size() - 1);
    double left = (frames - framesDone) * perFrame - (now - completions.back());
    return now - startTime >= kShortestWindow && left > 0 ? std::optional(left) : std::nullopt;
  }
  double rate = recentRate();
  if (done >= total || now - startTime < kShortestWindow || rate <= 0)
    return std::nullopt;
  return double(total - done) / rate;
}

/// Returns 100 only when everything is done and written.
int Progress::percent() const {
  if (framesDone >= frames)
    return 100;
  if (total == 0)
    return 0;
  return std::min(99, static_cast<int>(double(done) / double(total) * 100));
}

/// The current frame and stage.
std::string Progress::position() const {
  std::string text;
  if (frames > 1)
    text = "frame " + std::to_string(std::min(framesDone + 1, frames)) + "/" +
           std::to_string(frames) + "  ";
  if (!stageName.empty())
    text += stageName + "  ";
  return text;
}

/// Percentage, samples, rate, and remaining time.
std::string Progress::numbers(double now) const {
  char percentText[16];
  snprintf(percentText, sizeof(percentText), "%3d %%  ", percent());
  std::string text =
      percentText + formatSi(double(done)) + " of " + formatSi(double(total)) + " samples";
  if (double rate = recentRate(); rate > 0)
    text += "  " + formatSi(rate) + "/s";
  if (std::optional<double> seconds = remaining(now))
    text += "  " + formatDuration(*seconds) + " left";
  return text;
}

/// One line with a bar in the middle, limited to the width of the terminal.
std::string Progress::barLine(double now) const {
  constexpr size_t kWidest = 30, kNarrowest = 10, kFrame = 4;
  std::string before = position(), after = numbers(now);
  size_t columns = static_cast<size_t>(std::max(sink.columns(), 2)) - 1;
  size_t used = before.size() + after.size() + kFrame;
  if (columns >= used + kNarrowest) {
    size_t width = std::min(columns - used, kWidest);
    double fraction = total ? std::min(1.0, double(done) / double(total)) : 1.0;
    auto filled = static_cast<size_t>(double(width) * fraction);
    before += "[" + std::string(filled, '#') + std::string(width - filled, '-') + "]  ";
  }
  return (before + after).substr(0, columns);
}

std::string Progress::jsonLine(const char *event, double now) const {
  double elapsed = now - startTime;
  bool finished = !running;
  nlohmann::ordered_json line;
  line["event"] = event;
  line["stage"] = stageName;
  line["frames_done"] = framesDone;
  line["frames"] = frames;
  line["samples"] = done;
  line["samples_total"] = total;
  line["elapsed"] = std::round(elapsed * 1000) / 1000;
  double rate = finished ? (elapsed > 0 ? double(done) / elapsed : 0) : recentRate();
  line["rate"] = std::round(rate);
  line["remaining"] = nullptr;
  if (std::optional<double> seconds = finished ? std::nullopt : remaining(now))
    line["remaining"] = std::round(*seconds * 10) / 10;
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void Progress::eraseBar() {
  if (barShown)
    sink.write("\r\x1b[K");
  barShown = false;
}

} // namespace flame::rt
