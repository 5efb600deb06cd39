// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// range := number [ '-' [ number ] ] [ ':' step ], number := [ '-' ] digits.

#include "runtime/plan/FrameRange.h"

#include <charconv>
#include <numeric>
#include <optional>

namespace flame::rt {

namespace {
/// Takes numbers from the front of a text.
struct Scanner {
  std::string_view rest;

  bool takes(char c) {
    if (!rest.starts_with(c))
      return false;
    rest.remove_prefix(1);
    return true;
  }

  std::optional<int64_t> number() {
    int64_t value = 0;
    const auto [end, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (failed != std::errc())
      return std::nullopt;
    rest.remove_prefix(size_t(end - rest.data()));
    return value;
  }
};
} // namespace

static Error syntaxError(std::string_view text) {
  return Error(ErrorKind::Usage, "expected frames such as 7, 0-99, 0-99:5, 100- or -24-, found '" +
                                     std::string(text) + "'");
}

/// Resolves a negative number from the end, unless the frames themselves have negative numbers.
static Result<int64_t> resolve(int64_t number, const FrameClock &clock) {
  const int64_t frame = number < 0 && clock.first() >= 0 ? clock.last() + 1 + number : number;
  if (clock.contains(frame))
    return frame;
  return Error(ErrorKind::Usage, "there is no frame " + std::to_string(number),
               clock.isStill() ? "the artefact is a still: its only frame is 0"
                               : "the animation has frames " + std::to_string(clock.first()) +
                                     " to " + std::to_string(clock.last()));
}

Result<std::vector<int64_t>> parseFrameRange(std::string_view text, const FrameClock &clock) {
  Scanner scanner{text};
  const std::optional<int64_t> from = scanner.number();
  if (!from)
    return syntaxError(text);
  FLAME_TRY_ASSIGN(const int64_t first, resolve(*from, clock));
  int64_t last = first;
  if (scanner.takes('-')) {
    last = clock.last();
    if (!scanner.rest.empty() && scanner.rest.front() != ':') {
      const std::optional<int64_t> to = scanner.number();
      if (!to)
        return syntaxError(text);
      FLAME_TRY_ASSIGN(last, resolve(*to, clock));
    }
  }
  int64_t step = 1;
  if (scanner.takes(':')) {
    const std::optional<int64_t> number = scanner.number();
    if (!number || *number < 1)
      return Error(ErrorKind::Usage,
                   "expected a step of 1 or more in the frames '" + std::string(text) + "'");
    step = *number;
  }
  if (!scanner.rest.empty())
    return syntaxError(text);
  if (last < first)
    return Error(ErrorKind::Usage, "the frames '" + std::string(text) + "' run backwards: from " +
                                       std::to_string(first) + " to " + std::to_string(last));
  std::vector<int64_t> frames;
  for (int64_t frame = first; frame <= last; frame += step) {
    frames.push_back(frame);
    if (last - frame < step) // also keeps the sum from overflowing
      break;
  }
  return frames;
}

std::vector<int64_t> allFrames(const FrameClock &clock) {
  std::vector<int64_t> frames(size_t(clock.count()));
  std::iota(frames.begin(), frames.end(), clock.first());
  return frames;
}

} // namespace flame::rt
