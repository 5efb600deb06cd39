// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the time of a run by stage, for --timings. A StageTimer on the stack times the function
// that carries out a stage. Stages may nest: time counts only for the innermost stage. Time outside
// all stages is "other", so the rows always add up to the total.

#ifndef FLAME_COMPILER_CODEGEN_TIMINGS_H
#define FLAME_COMPILER_CODEGEN_TIMINGS_H

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace flame {

/// A stopwatch with named stages, for one thread. Measures wall time, including the time of
/// external tools.
class Timings {
public:
  using Clock = std::chrono::steady_clock;
  /// The clock; tests replace it.
  using Now = Clock::time_point (*)();

  /// Starts the watch.
  explicit Timings(Now now = Clock::now);

  /// Prints a table with one row per stage, in the order of first entry, in milliseconds and
  /// percent of the total.
  void print(llvm::raw_ostream &os) const;
  /// Prints one line: {"stages": [{"name": "read", "ms": 1.25}, ...], "total_ms": 3.5}.
  void printJson(llvm::raw_ostream &os) const;

private:
  friend class StageTimer;

  struct Row {
    std::string name;
    Clock::duration time;
  };
  struct Sum {
    std::vector<Row> rows;
    Clock::duration total;
  };

  void enter(std::string_view stage);
  void leave();
  /// Adds the time since the last call to the innermost stage.
  void charge();
  /// The current rows, including running stages and "other".
  Sum sum() const;

  Now now;
  Clock::time_point start, last;
  std::vector<Row> rows;
  std::vector<size_t> running; ///< indices of rows, innermost stage last
};

/// Times its scope.
class StageTimer {
public:
  /// Entering a stage again adds to its row. With null `timings`, does nothing.
  StageTimer(Timings *timings, std::string_view stage) : timings(timings) {
    if (timings)
      timings->enter(stage);
  }
  StageTimer(Timings &timings, std::string_view stage) : StageTimer(&timings, stage) {}
  ~StageTimer() {
    if (timings)
      timings->leave();
  }
  StageTimer(const StageTimer &) = delete;
  StageTimer &operator=(const StageTimer &) = delete;

private:
  Timings *timings;
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_TIMINGS_H
