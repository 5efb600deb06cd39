// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One value over time, as devices, host and compiler evaluate it: cubic Hermite pieces between
// knots and straight lines beyond them, either in the values themselves or in the log domain. The
// functions are templates, because the compiler's knots are doubles and those of an artefact floats
// (abi::Knot). A knot is anything with the members time, value, slopeIn and slopeOut.
//
// Everything here is computed in double precision, on the GPU too. A frame evaluates each track
// once per temporal sample, which is negligible beside its billions of points. The promised
// relative error is below 1e-5; in float, a cubic that crosses zero between large knots, or the
// power of two of a large exponent, would exceed it.
//
// The log domain of a value is its logarithm, with a straight piece around zero:
//
//   toLogDomain(x) = sign(x) (log2|x| + 5)  where |x| > 1/16,   16 x  elsewhere

#ifndef FLAME_RUNTIME_SHARED_TRACK_H
#define FLAME_RUNTIME_SHARED_TRACK_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"
#include "runtime/shared/math/Exponential.h"

namespace flame {

/// Up to this size the log domain is proportional to the value. Here it reaches 1.
inline constexpr double kLogDomainElbow = 0.0625;
/// 1 minus the log2 of the elbow.
inline constexpr double kLogDomainOffset = 5;

/// `x` in the log domain. `log2` is the caller's logarithm of a positive F.
template <class F, class Log2> FLAME_INLINE F toLogDomain(F x, Log2 log2) {
  const F size = x < 0 ? -x : x;
  if (size <= F(kLogDomainElbow))
    return x / F(kLogDomainElbow);
  const F logarithm = log2(size) + F(kLogDomainOffset);
  return x < 0 ? -logarithm : logarithm;
}

/// The value whose log domain is `m`. `exp2` is the caller's power of two.
template <class F, class Exp2> FLAME_INLINE F fromLogDomain(F m, Exp2 exp2) {
  const F size = m < 0 ? -m : m;
  if (size <= 1)
    return m * F(kLogDomainElbow);
  const F value = exp2(size - F(kLogDomainOffset));
  return m < 0 ? -value : value;
}

/// The derivative of toLogDomain at `x`: the factor from a slope of values to a slope in the log
/// domain. At the elbow, where the two sides differ by 1/ln 2, it is that of the inside.
template <class F> FLAME_INLINE F logDomainSlope(F x) {
  constexpr double kLn2 = 0.69314718055994530942;
  const F size = x < 0 ? -x : x;
  return size <= F(kLogDomainElbow) ? F(1 / kLogDomainElbow) : F(1 / kLn2) / size;
}

/// The cubic with the values and slopes of two knots at their times. It is computed from
/// differences to the left knot, which makes it exact at both ends.
template <class F, class Knot>
FLAME_INLINE F hermiteAt(const Knot &left, const Knot &right, F time) {
  const F length = F(right.time) - F(left.time);
  const F u = (time - F(left.time)) / length;
  const F rise = F(right.value) - F(left.value);
  const F atLeft = F(left.slopeOut) * length, atRight = F(right.slopeIn) * length;
  const F cubic = atLeft + atRight - 2 * rise, square = rise - atLeft - cubic;
  return F(left.value) + u * (atLeft + u * (square + u * cubic));
}

/// Number of knots at or before `time`, of `count` knots in ascending order.
template <class F, class Knot>
FLAME_INLINE uint32_t knotsUntil(const Knot *knots, uint32_t count, F time) {
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (F(knots[middle].time) <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The curve through `count` knots (at least 1) at `time`, in its domain. A single knot is a
/// constant.
template <class F, class Knot> FLAME_INLINE F curveAt(const Knot *knots, uint32_t count, F time) {
  if (count == 1)
    return F(knots[0].value);
  const uint32_t after = knotsUntil(knots, count, time);
  if (after == 0)
    return F(knots[0].value) + F(knots[0].slopeIn) * (time - F(knots[0].time));
  const Knot &left = knots[after - 1];
  if (after == count)
    return F(left.value) + F(left.slopeOut) * (time - F(left.time));
  return hermiteAt(left, knots[after], time);
}

/// The time at which a track is evaluated for `time`.
template <class F> FLAME_INLINE F clampedTime(F time) {
  return time < F(abi::kFirstTime) ? F(abi::kFirstTime)
                                   : (time > F(abi::kLastTime) ? F(abi::kLastTime) : time);
}

/// 2^x within 2e-7, the same on all devices. Float is precise enough for the fractional part of the
/// exponent. Finite for every x: exponents beyond those of float are clamped.
FLAME_INLINE double trackExp2(double x) {
  constexpr double kLargest = 127, kLowest = -126;
  x = x > kLargest ? kLargest : (x < kLowest ? kLowest : x);
  const int whole = int(x < 0 ? x - 0.5 : x + 0.5);
  return double(math::exp2<float>(float(x - whole))) *
         __builtin_bit_cast(double, uint64_t(1023 + whole) << 52);
}

/// The value of a curve of `domain` through `count` knots at animation time `time`.
template <class Knot>
FLAME_INLINE double trackValue(abi::Domain domain, const Knot *knots, uint32_t count, double time) {
  const double value = curveAt(knots, count, clampedTime(time));
  if (domain == abi::Domain::Log)
    return fromLogDomain(value, [](double exponent) { return trackExp2(exponent); });
  return value;
}

/// The value of one track of an artefact at animation time `time`. `knots` holds the knots of all
/// tracks.
FLAME_INLINE float evaluateTrack(const abi::Track &track, const abi::Knot *knots, float time) {
  return float(trackValue(track.domain, knots + track.firstKnot, track.knotCount, double(time)));
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_TRACK_H
