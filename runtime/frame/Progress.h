// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Telling the user how far the work is: a bar on a terminal, JSON lines for programs, or a plain
// line every ten seconds in a log. The unit of progress is the sample; the rate comes from the last
// ten seconds, so it follows a busy GPU. The remaining time of a single frame comes from that rate;
// once frames were completed, from what they took from one to the next, filters, encoding and all.
// No remaining time is shown until there is something to base it on.
//
//   frame 3/240  iterate  [#########-----------]  46 %  1.38 G of 3.00 G samples  2.41 G/s  0:42
//   left
//
// All methods may be called from any thread. Output and clock are replaceable for tests and
// embedding programs.

#ifndef FLAME_RUNTIME_FRAME_PROGRESS_H
#define FLAME_RUNTIME_FRAME_PROGRESS_H

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace flame::rt {

/// The values of --progress. Auto is Bar on a terminal, else a plain line every ten seconds.
enum class ProgressMode { Auto, Bar, Json, None };

/// "auto", "bar", "json" or "none"; nothing for any other word.
std::optional<ProgressMode> parseProgressMode(std::string_view word);

/// Where progress goes and what time it is.
struct ProgressSink {
  std::function<void(std::string_view)> write;
  std::function<double()> now;  ///< seconds, never going back
  std::function<int()> columns; ///< width of the terminal
  bool isTerminal = false;      ///< whether '\r' and escape sequences work
  /// Told of samples done and their total whenever these advance, and while one waits, whatever the mode; it calls no method
  /// of the progress. May be empty.
  std::function<void(uint64_t done, uint64_t total)> observe = nullptr;

  /// Standard error (2) or any other descriptor, and the monotonic clock.
  static ProgressSink descriptor(int fd);
};

/// A value with three significant digits and an SI prefix: 1380000000 is "1.38 G".
std::string formatSi(double value);

/// Seconds as "0:42", "3:07" or "1:02:33".
std::string formatDuration(double seconds);

/// A frame that was written.
struct FrameDone {
  int64_t number = 0;
  std::string path;
  uint64_t samples = 0;
  double seconds = 0;                         ///< of work in all its stages
  std::optional<double> noise = std::nullopt; ///< that remains, a share of white
};

/// Follows one run.
class Progress {
public:
  explicit Progress(ProgressMode mode, ProgressSink sink = ProgressSink::descriptor(2));
  /// Takes a bar off the terminal if the run was not finished, so that an error message starts on a
  /// clean line.
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Starts the clock for a run of `totalSamples` over all of its `frames`.
  void start(uint64_t totalSamples, uint32_t frames = 1);
  /// Tells that the run will have so many samples more than was said before, or fewer.
  void expect(int64_t more);
  /// Names what is being done now: "iterate", "filter", "write".
  void stage(std::string_view name);
  /// Counts samples that are done, and frames that are written.
  void advance(uint64_t samples);
  void frameDone();
  /// The same; in JSON, a line of its own tells which frame.
  void frameDone(const FrameDone &frame);
  /// Says how things are although nothing advanced; for waiting loops.
  void tick();
  /// Prints a line of its own without disturbing the bar.
  void message(std::string_view line);
  /// Ends the run with a line that says what it took.
  void finish();

private:
  enum class Style { Silent, Bar, Lines, Json };
  /// A point of the recent past, for the rate.
  struct Mark {
    double time;
    uint64_t samples;
  };

  void completeFrame();
  void update(bool force);
  double recentRate() const;
  std::optional<double> remaining(double now) const;
  int percent() const;
  std::string position() const;
  std::string numbers(double now) const;
  std::string barLine(double now) const;
  std::string jsonLine(const char *event, double now) const;
  void eraseBar();

  ProgressSink sink;
  Style style;
  std::mutex mutex;
  std::deque<Mark> marks;
  std::deque<double>
      completions; ///< when the last frames were done; the first is when the run began
  std::string stageName;
  uint64_t done = 0, total = 0;
  uint32_t framesDone = 0, frames = 1;
  double startTime = 0, lastOutput = 0;
  bool running = false, barShown = false, anyLine = false;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_PROGRESS_H
