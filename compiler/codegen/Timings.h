// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the time of one run goes, for --timings. A stage is timed by a StageTimer on the stack of
// the function that carries it out. Stages may be nested: time counts for the innermost one alone,
// and what no stage covers is "other", so the rows always add up to the total.

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

/// A stopwatch with named stages, for one thread. Wall time: a tool that is waited for counts as
/// well.
class Timings {
public:
  using Clock = std::chrono::steady_clock;
  /// Where the time comes from; tests have their own.
  using Now = Clock::time_point (*)();

  /// Starts the watch.
  explicit Timings(Now now = Clock::now);

  /// Prints a table: one row per stage in the order they were first entered, in milliseconds and
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
  /// Gives the time since the last call to the innermost stage.
  void charge();
  /// The rows up to this moment, those of running stages and "other" included.
  Sum sum() const;

  Now now;
  Clock::time_point start, last;
  std::vector<Row> rows;
  std::vector<size_t> running; ///< indices of rows, the innermost stage last
};

/// Times the scope that it lives in.
class StageTimer {
public:
  /// `stage` is a word; entering a stage again adds to its row. Without `timings` nothing happens.
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
