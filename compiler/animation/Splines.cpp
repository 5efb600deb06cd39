// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines and Catmull-Rom splines are converted to knots by their definitions. Functions are fitted
// greedily. They are sampled on an even grid between breakpoints, which is refined where the
// shortest cubics cannot follow. Each knot is then followed by the farthest knot that one cubic,
// with the samples' own slopes, reaches within the tolerance.

#include "compiler/animation/Splines.h"

#include "runtime/shared/Track.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace flame {

//===-- points --------------------------------------------------------------------------------===//

/// Sorts points by time. Of several points at one time, or too close to distinguish, the last one
/// counts.
static std::vector<TimedValue> sortPoints(llvm::ArrayRef<TimedValue> points) {
  assert(!points.empty() && "a track needs a value");
  std::map<double, double> byTime;
  for (const TimedValue &point : points)
    byTime[point.time] = point.value;
  std::vector<TimedValue> sorted;
  for (auto [time, value] : byTime) {
    if (!sorted.empty() && time - sorted.back().time < Track::kShortestPiece)
      sorted.pop_back();
    sorted.push_back({time, value});
  }
  return sorted;
}

/// The derivative of the domain value with respect to the value.
static double slopeOfDomain(double value, TrackDomain domain) {
  return domain == TrackDomain::Log ? logDomainSlope(value) : 1;
}

static bool haveOneValue(llvm::ArrayRef<TimedValue> points) {
  return llvm::all_of(points,
                      [&](TimedValue point) { return point.value == points.front().value; });
}

Track makeStraightTrack(llvm::ArrayRef<TimedValue> given, TrackDomain domain) {
  const std::vector<TimedValue> points = sortPoints(given);
  if (haveOneValue(points))
    return points.front().value;
  Track track;
  track.domain = domain;
  track.knots.clear();
  for (const TimedValue &point : points)
    track.knots.push_back({point.time, point.value, 0, 0});
  for (size_t i = 1; i < points.size(); ++i) {
    const double step = toDomain(domain, points[i].value) - toDomain(domain, points[i - 1].value);
    track.knots[i - 1].slopeOut = track.knots[i].slopeIn =
        step / (points[i].time - points[i - 1].time);
  }
  track.knots.front().slopeIn = track.knots.front().slopeOut;
  track.knots.back().slopeOut = track.knots.back().slopeIn;
  return track;
}

/// The slope of the chord between two points.
static double chord(TimedValue from, TimedValue to) {
  return (to.value - from.value) / (to.time - from.time);
}

Track makeCatmullRomTrack(llvm::ArrayRef<TimedValue> given, EndVelocities velocities,
                          TrackDomain domain) {
  const std::vector<TimedValue> points = sortPoints(given);
  if (points.size() == 1 || (haveOneValue(points) && velocities.start == 0 && velocities.end == 0))
    return points.front().value;
  Track track;
  track.domain = domain;
  track.knots.clear();
  const size_t last = points.size() - 1;
  for (size_t i = 0; i <= last; ++i) {
    double velocity = chord(points[i == 0 ? 0 : i - 1], points[std::min(i + 1, last)]);
    if (i == 0 && points[i].time >= 0)
      velocity = velocities.start;
    else if (i == last && points[i].time <= 1)
      velocity = velocities.end;
    const double slope = velocity * slopeOfDomain(points[i].value, domain);
    track.knots.push_back({points[i].time, points[i].value, slope, slope});
  }
  return track;
}

//===-- functions -----------------------------------------------------------------------------===//

namespace {
/// A function at a sample time. Slopes are one-sided at breakpoints.
struct Sample {
  double time = 0, value = 0, slopeIn = 0, slopeOut = 0;
  bool mayBeKnot = false; ///< other samples only test the fit
};
} // namespace

/// Initial and maximum number of grid cells between two breakpoints. A cell has a sample at each
/// end, which may become a knot, and one in its middle.
static constexpr size_t kFewestCells = 32, kMostCells = 512;

/// The derivative at one of several evenly spaced values, per step, from the quartic through the
/// five nearest.
static double slopeAt(llvm::ArrayRef<double> values, size_t index) {
  static constexpr double kWeights[5][5] = {{-25, 48, -36, 16, -3},
                                            {-3, -10, 18, -6, 1},
                                            {1, -8, 0, 8, -1},
                                            {-1, 6, -18, 10, 3},
                                            {3, -16, 36, -48, 25}};
  const size_t first = std::min(index < 2 ? 0 : index - 2, values.size() - 5);
  double sum = 0;
  for (size_t i = 0; i < 5; ++i)
    sum += kWeights[index - first][i] * values[first + i];
  return sum / 12;
}

/// True if the cubic between two samples with these slopes stays close to the samples in between.
static bool follows(llvm::ArrayRef<Sample> samples, size_t from, size_t to, double slopeFrom,
                    double slopeTo, double tolerance) {
  TrackKnot left = {samples[from].time, samples[from].value, 0, slopeFrom};
  TrackKnot right = {samples[to].time, samples[to].value, slopeTo, 0};
  for (size_t i = from + 1; i < to; ++i)
    if (!(std::abs(hermiteAt(left, right, samples[i].time) - samples[i].value) <= tolerance))
      return false;
  return true;
}

static bool followsSlopes(llvm::ArrayRef<Sample> samples, size_t from, size_t to,
                          double tolerance) {
  return follows(samples, from, to, samples[from].slopeOut, samples[to].slopeIn, tolerance);
}

/// The samples of one function in one piece.
static std::vector<Sample> makeSamples(double begin, double end, llvm::ArrayRef<double> values) {
  const size_t steps = values.size() - 1;
  const double step = (end - begin) / double(steps);
  std::vector<Sample> samples(values.size());
  for (size_t i = 0; i <= steps; ++i) {
    const double slope = slopeAt(values, i) / step;
    const double time = i == steps ? end : begin + step * double(i);
    samples[i] = {time, values[i], slope, slope, i % 2 == 0};
  }
  return samples;
}

static double largest(llvm::ArrayRef<Sample> samples) {
  double size = 0;
  for (const Sample &sample : samples)
    size = std::max(size, std::abs(sample.value));
  return size;
}

/// True if a cubic from each candidate knot to the next follows the function.
static bool isFineEnough(llvm::ArrayRef<Sample> samples, double tolerance) {
  for (size_t i = 0; i + 2 < samples.size(); i += 2)
    if (!followsSlopes(samples, i, i + 2, tolerance))
      return false;
  return true;
}

/// Samples every function between two breakpoints, each on a grid as fine as it needs.
static std::vector<std::vector<Sample>> samplePiece(size_t count, SampleFunctions sample,
                                                    double begin, double end, double tolerance) {
  std::vector<std::vector<Sample>> pieces(count);
  std::vector<double> row(count);
  for (size_t cells = kFewestCells; cells <= kMostCells; cells *= 4) {
    std::vector<std::vector<double>> values(count);
    for (size_t i = 0; i <= 2 * cells; ++i) {
      const double share = double(i) / double(2 * cells);
      sample(i == 2 * cells ? end : begin + (end - begin) * share, row);
      for (size_t f = 0; f < count; ++f)
        values[f].push_back(row[f]);
    }
    bool allFine = true;
    for (size_t f = 0; f < count; ++f) {
      if (!pieces[f].empty() && isFineEnough(pieces[f], tolerance * largest(pieces[f])))
        continue;
      pieces[f] = makeSamples(begin, end, values[f]);
      allFine &= isFineEnough(pieces[f], tolerance * largest(pieces[f]));
    }
    if (allFine)
      break;
  }
  return pieces;
}

/// Appends a piece. The shared sample at the breakpoint keeps one slope from each side.
static void appendPiece(std::vector<Sample> &samples, llvm::ArrayRef<Sample> piece) {
  if (!samples.empty()) {
    samples.back().slopeOut = piece.front().slopeOut;
    piece = piece.drop_front();
  }
  samples.insert(samples.end(), piece.begin(), piece.end());
}

/// The last sample that one cubic from `from` can reach. Strides double, then halve, because trying
/// every sample would take quadratic time.
static size_t reachFrom(llvm::ArrayRef<Sample> samples, llvm::ArrayRef<size_t> candidates,
                        size_t from, double tolerance) {
  const size_t last = candidates.size() - 1;
  auto reaches = [&](size_t to) {
    return followsSlopes(samples, candidates[from], candidates[to], tolerance);
  };
  size_t good = from + 1, stride = 1;
  while (good < last && reaches(std::min(good + stride, last))) {
    good = std::min(good + stride, last);
    stride *= 2;
  }
  for (; stride > 0; stride /= 2)
    if (good + stride <= last && reaches(good + stride))
      good += stride;
  return good;
}

/// Fits the fewest knots that follow the samples.
static Track fitSamples(llvm::ArrayRef<Sample> samples, double tolerance) {
  const double allowed = tolerance * largest(samples);
  const double first = samples.front().value;
  if (llvm::all_of(samples,
                   [&](const Sample &sample) { return std::abs(sample.value - first) <= allowed; }))
    return first;
  std::vector<size_t> candidates;
  for (size_t i = 0; i < samples.size(); ++i)
    if (samples[i].mayBeKnot)
      candidates.push_back(i);
  Track track;
  track.knots = {{samples.front().time, first, 0, 0}};
  for (size_t from = 0; from + 1 < candidates.size();) {
    const size_t to = reachFrom(samples, candidates, from, allowed);
    const Sample &a = samples[candidates[from]], &b = samples[candidates[to]];
    const double straight = (b.value - a.value) / (b.time - a.time);
    const bool isStraight =
        follows(samples, candidates[from], candidates[to], straight, straight, allowed);
    track.knots.back().slopeOut = isStraight ? straight : a.slopeOut;
    track.knots.push_back({b.time, b.value, isStraight ? straight : b.slopeIn, 0});
    from = to;
  }
  track.knots.front().slopeIn = track.knots.front().slopeOut;
  track.knots.back().slopeOut = track.knots.back().slopeIn;
  return track;
}

std::vector<Track> fitTracks(size_t count, SampleFunctions sample,
                             llvm::ArrayRef<double> breakpoints, double tolerance) {
  assert(breakpoints.size() >= 2 && llvm::is_sorted(breakpoints) &&
         "a fit has a beginning and an end");
  std::vector<std::vector<Sample>> samples(count);
  for (size_t i = 1; i < breakpoints.size(); ++i) {
    auto pieces = samplePiece(count, sample, breakpoints[i - 1], breakpoints[i], tolerance);
    for (auto [all, piece] : llvm::zip(samples, pieces))
      appendPiece(all, piece);
  }
  std::vector<Track> tracks;
  for (const std::vector<Sample> &all : samples)
    tracks.push_back(fitSamples(all, tolerance));
  return tracks;
}

Track fitTrack(llvm::function_ref<double(double)> sample, llvm::ArrayRef<double> breakpoints,
               double tolerance) {
  auto sampleOne = [&](double time, llvm::MutableArrayRef<double> values) {
    values[0] = sample(time);
  };
  return fitTracks(1, sampleOne, breakpoints, tolerance).front();
}

} // namespace flame
