// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random tracks of an artefact, and what they are by definition: straight from the Hermite basis,
// in long double, with none of the code that devices run. For the tests of all devices.

#ifndef FLAME_TESTS_UNIT_DEVICE_RANDOMTRACKS_H
#define FLAME_TESTS_UNIT_DEVICE_RANDOMTRACKS_H

#include "abi/Abi.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace flame::test {

/// What devices promise for tracks.
inline constexpr double kTrackAccuracy = 1e-5;

struct RandomTracks {
  std::vector<abi::Track> tracks;
  std::vector<abi::Knot> knots;
  std::vector<float> times; ///< that show everything: pieces, knots, both ends and beyond
};

/// `count` tracks of each domain, in turns, with 1 to 12 knots each: values from 1/1000 to 10000 of
/// both signs, steep and flat. Track i goes to offset firstOffset + i.
inline RandomTracks makeRandomTracks(uint32_t count, uint32_t firstOffset = 0) {
  std::mt19937 random(20);
  auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution(low, high)(random);
  };
  auto sign = [&] { return random() % 2 ? 1.0 : -1.0; };
  RandomTracks result;
  for (uint32_t i = 0; i < 2 * count; ++i) {
    const auto domain = i % 2 ? abi::Domain::Log : abi::Domain::Linear;
    const uint32_t knots = 1 + random() % 12;
    result.tracks.push_back({firstOffset + i, uint32_t(result.knots.size()), knots, domain});
    std::vector<float> times(knots);
    for (uint32_t k = 0; k < knots; ++k) // one in each of as many parts of the time
      times[k] = float(-0.3 + 1.6 * (k + uniform(0.01, 0.99)) / knots);
    for (float time : times) {
      const double size = sign() * std::pow(10, uniform(-3, 4));
      const bool isLog = domain == abi::Domain::Log;
      const double value = isLog ? uniform(-18, 18) : size;
      auto slope = [&] { return float(uniform(-10, 10) * (isLog ? 1 : size)); };
      const float in = slope();
      result.knots.push_back({time, float(value), in, random() % 2 ? in : slope()});
    }
  }
  for (int i = -24; i <= 44; ++i)
    result.times.push_back(float(i) / 20);
  for (uint32_t k = 0; k < 40; ++k)
    result.times.push_back(result.knots[k * result.knots.size() / 40].time);
  return result;
}

/// The value of a track by definition.
inline double exactTrackValue(const abi::Track &track, const std::vector<abi::Knot> &all,
                              float at) {
  const abi::Knot *first = &all[track.firstKnot], *last = first + track.knotCount - 1;
  const long double time = std::clamp(at, abi::kFirstTime, abi::kLastTime);
  long double value = first->value;
  if (track.knotCount > 1 && time < first->time)
    value += first->slopeIn * (time - first->time);
  if (track.knotCount > 1 && time >= last->time)
    value = last->value + last->slopeOut * (time - last->time);
  for (const abi::Knot *knot = first; knot != last; ++knot) {
    const abi::Knot &next = knot[1];
    if (time < knot->time || time >= next.time)
      continue;
    const long double length = (long double)next.time - knot->time,
                      u = (time - knot->time) / length;
    value = (2 * u * u * u - 3 * u * u + 1) * knot->value +
            (u * u * u - 2 * u * u + u) * length * knot->slopeOut +
            (3 * u * u - 2 * u * u * u) * next.value + (u * u * u - u * u) * length * next.slopeIn;
  }
  if (track.domain == abi::Domain::Linear)
    return double(value);
  return double(std::abs(value) <= 1 ? value / 16
                                     : std::copysign(std::exp2(std::abs(value) - 5), value));
}

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_DEVICE_RANDOMTRACKS_H
