// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/plan/FrameClock.h"

#include "support/NumberText.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

namespace flame::rt {

/// More frames than this (a week at 16 per second) indicate a mistake in a duration.
static constexpr double kMaxFrames = 1e7;

static constexpr double kSlowest = 0.001, kFastest = 1000;

template <class Number> static std::optional<Number> parseNumber(std::string_view text) {
  Number number{};
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

//===-- rates ---------------------------------------------------------------------------------===//

std::string FrameRate::text() const {
  return std::to_string(numerator) + (denominator == 1 ? "" : "/" + std::to_string(denominator));
}

static Error rateError(std::string_view found) {
  return Error(ErrorKind::Usage, "expected frames per second from 0.001 to 1000, such as 24 or "
                                 "30000/1001, found '" +
                                     std::string(found) + "'");
}

Result<FrameRate> makeFrameRate(double perSecond) {
  if (!(perSecond >= kSlowest && perSecond <= kFastest))
    return rateError(numberText(perSecond));
  // NTSC rates are written rounded to two or three decimals.
  const double nearest = std::ceil(perSecond), exact = nearest * 1000 / 1001;
  if (nearest != perSecond && std::abs(perSecond - exact) < 0.005)
    return FrameRate{uint32_t(nearest) * 1000, 1001};
  const uint32_t scale = 1'000'000, numerator = uint32_t(std::lround(perSecond * scale));
  const uint32_t divisor = std::gcd(numerator, scale);
  return FrameRate{numerator / divisor, scale / divisor};
}

Result<FrameRate> parseFrameRate(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    const std::optional<double> number = parseNumber<double>(text);
    return number ? makeFrameRate(*number) : Result<FrameRate>(rateError(text));
  }
  const auto numerator = parseNumber<uint32_t>(text.substr(0, slash));
  const auto denominator = parseNumber<uint32_t>(text.substr(slash + 1));
  if (!numerator || !denominator || *denominator == 0)
    return rateError(text);
  const FrameRate rate{*numerator, *denominator};
  if (!(rate.perSecond() >= kSlowest && rate.perSecond() <= kFastest))
    return rateError(text);
  return rate;
}

//===-- frames --------------------------------------------------------------------------------===//

Result<FrameClock> FrameClock::create(const Manifest &manifest, const ClockSettings &settings) {
  FrameClock clock;
  clock.fps = settings.rate;
  clock.exposure = settings.frameWidth;
  clock.still = !(manifest.duration > 0);
  if (clock.still)
    return clock;
  const bool countsFrames = manifest.timeUnit == "frames";
  const double frames =
      countsFrames
          ? manifest.duration
          : std::round(settings.rate.perSecond() * settings.secondsPerUnit * manifest.duration);
  if (!(frames <= kMaxFrames) || !(std::abs(manifest.startTime) <= 1e12))
    return Error(ErrorKind::Usage, "the animation would have more than ten million frames",
                 "choose a lower --fps or a shorter duration in the profile");
  if (!countsFrames) {
    clock.length = std::max(1.0, frames);
    clock.frames = int64_t(clock.length);
    clock.origin = -0.5;
    return clock;
  }
  clock.length = frames;
  clock.origin = manifest.startTime;
  clock.firstFrame = int64_t(std::ceil(manifest.startTime));
  const double end = manifest.startTime + frames;
  const double last = manifest.loops ? std::ceil(end) - 1 : std::floor(end);
  clock.frames = std::max<int64_t>(1, int64_t(last) - clock.firstFrame + 1);
  return clock;
}

int64_t FrameClock::frameAt(double time) const {
  return std::clamp(int64_t(std::llround(time * length + origin)), first(), last());
}

//===-- moments -------------------------------------------------------------------------------===//

Result<double> parseMoment(std::string_view text, const FrameClock &clock) {
  std::string_view digits = text;
  double factor = 1;
  if (text.ends_with('%')) {
    digits.remove_suffix(1);
    factor = 0.01;
  } else if (text.ends_with('s')) {
    digits.remove_suffix(1);
    if (clock.isStill())
      return Error(ErrorKind::Usage, "a still has no second '" + std::string(text) + "'");
    factor = 1 / clock.seconds();
  }
  const std::optional<double> number = parseNumber<double>(digits);
  const double time = number.value_or(NAN) * factor;
  // The last second, written with a few digits, may slightly exceed the whole.
  if (!(time >= 0 && time <= 1 + 1e-6))
    return Error(
        ErrorKind::Usage,
        "expected a moment of the animation from 0 to 1, such as 0.25, 25% or 3.5s, "
        "found '" +
            std::string(text) + "'",
        clock.isStill() ? "" : "the animation lasts " + numberText(clock.seconds()) + " seconds");
  return std::min(time, 1.0);
}

} // namespace flame::rt
