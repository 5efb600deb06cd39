// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports progress to the user: a bar on a terminal, JSON lines for programs, or a plain line every
// ten seconds in a log. The unit of progress is the sample. The rate covers the last ten seconds,
// so it follows a busy GPU. The remaining time of the first frame is computed from that rate; later
// from the intervals between completed frames, which include filters and encoding. No remaining
// time is shown before either is known.
//
//   frame 3/240  iterate  [#########-----------]  46 %  1.38 G of 3.00 G samples  2.41 G/s
//   0:42 left
//
// Any thread may call any method. Tests and embedding programs may replace output and clock.

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

/// The values of --progress. Auto is Bar on a terminal, otherwise a plain line every ten seconds.
enum class ProgressMode { Auto, Bar, Json, None };

/// Parses "auto", "bar", "json" or "none"; returns nullopt for any other word.
std::optional<ProgressMode> parseProgressMode(std::string_view word);

/// Output and clock of the progress.
struct ProgressSink {
  std::function<void(std::string_view)> write;
  std::function<double()> now;  ///< monotonic, in seconds
  std::function<int()> columns; ///< width of the terminal
  bool isTerminal = false;      ///< '\r' and escape sequences work
  /// Receives the samples done and their total when either changes and while a caller waits, in
  /// every mode. Must not call methods of the progress. May be empty.
  std::function<void(uint64_t done, uint64_t total)> observe = nullptr;

  /// File descriptor `fd` (2: standard error) and the monotonic clock.
  static ProgressSink descriptor(int fd);
};

/// A value with three significant digits and an SI prefix: 1380000000 is "1.38 G".
std::string formatSi(double value);

/// Seconds as "0:42", "3:07" or "1:02:33".
std::string formatDuration(double seconds);

/// A frame that has been written.
struct FrameDone {
  int64_t number = 0;
  std::string path;
  uint64_t samples = 0;
  double seconds = 0;                         ///< time of all stages
  std::optional<double> noise = std::nullopt; ///< remaining noise, as a fraction of white
};

/// The progress of one run.
class Progress {
public:
  explicit Progress(ProgressMode mode, ProgressSink sink = ProgressSink::descriptor(2));
  /// Erases the bar if the run was not finished, so that an error message starts on a clean line.
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Starts the clock for a run of `totalSamples` over all of its `frames`.
  void start(uint64_t totalSamples, uint32_t frames = 1);
  /// Changes the expected number of samples of the run by `more`, which may be negative.
  void expect(int64_t more);
  /// Sets the name of the current stage: "iterate", "filter", "write".
  void stage(std::string_view name);
  /// Count finished samples and written frames.
  void advance(uint64_t samples);
  void frameDone();
  /// Same, with details: JSON mode prints a line for this frame.
  void frameDone(const FrameDone &frame);
  /// Updates the output although nothing advanced; for waiting loops.
  void tick();
  /// Prints a separate line without disturbing the bar.
  void message(std::string_view line);
  /// Ends the run with a summary line.
  void finish();

private:
  enum class Style { Silent, Bar, Lines, Json };
  /// A recent point in time, for the rate.
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
  /// Completion times of the last frames; the first entry is the start of the run.
  std::deque<double> completions;
  std::string stageName;
  uint64_t done = 0, total = 0;
  uint32_t framesDone = 0, frames = 1;
  double startTime = 0, lastOutput = 0;
  bool running = false, barShown = false, anyLine = false;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_PROGRESS_H
