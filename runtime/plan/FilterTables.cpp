// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is one record per spatial kernel: a new filter is a new row of `kKernels`.

#include "runtime/plan/FilterTables.h"

#include "runtime/shared/Density.h"
#include "support/NaturalSpline.h"
#include "support/NumberText.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

namespace flame::rt {

using std::numbers::pi;

//===-- spatial filter ------------------------------------------------------------------------===//

static double sinc(double t) { return t == 0 ? 1 : std::sin(pi * t) / (pi * t); }

static double gaussian(double t) { return std::exp(-2 * t * t) * std::sqrt(2 / pi); }

static double hermite(double t) {
  t = std::abs(t);
  return t < 1 ? (2 * t - 3) * t * t + 1 : 0;
}

static double box(double t) { return t > -0.5 && t <= 0.5 ? 1 : 0; }

static double triangle(double t) { return std::max(0.0, 1 - std::abs(t)); }

/// The quadratic B-spline.
static double quadratic(double t) {
  t = std::abs(t);
  if (t < 0.5)
    return 0.75 - t * t;
  return t < 1.5 ? 0.5 * (t - 1.5) * (t - 1.5) : 0;
}

/// The piecewise cubics of Mitchell and Netravali, "Reconstruction Filters in Computer Graphics",
/// 1988. (1, 0) is the cubic B-spline, (0, 1/2) is Catmull-Rom.
static double cubic(double b, double c, double t) {
  t = std::abs(t);
  if (t < 1)
    return (((12 - 9 * b - 6 * c) * t + (-18 + 12 * b + 6 * c)) * t * t + 6 - 2 * b) / 6;
  if (t < 2)
    return (((-b - 6 * c) * t + 6 * b + 30 * c) * t * t + (-12 * b - 48 * c) * t + 8 * b + 24 * c) /
           6;
  return 0;
}

static double bspline(double t) { return cubic(1, 0, t); }
static double mitchell(double t) { return cubic(1.0 / 3, 1.0 / 3, t); }
static double catmullRom(double t) { return cubic(0, 0.5, t); }

static double blackmanSinc(double t) {
  return sinc(t) * (0.42 + 0.5 * std::cos(pi * t) + 0.08 * std::cos(2 * pi * t));
}
static double hanningSinc(double t) { return sinc(t) * (0.5 + 0.5 * std::cos(pi * t)); }
static double hammingSinc(double t) { return sinc(t) * (0.54 + 0.46 * std::cos(pi * t)); }

/// Lanczos with a second window.
static double lanczos(double lobes, double t) {
  return std::abs(t) < lobes ? sinc(t) * sinc(t / lobes) * sinc(t / lobes) : 0;
}
static double lanczos3(double t) { return lanczos(3, t); }
static double lanczos2(double t) { return lanczos(2, t); }

/// JWildfire's kernel, with less blur and more ringing than Mitchell's, and the kernel of its
/// densities.
static double mitchellSmooth(double t) { return cubic(0.42, 0.29, t); }
static constexpr SpatialKernel kDensityKernel = {"", 1.5, gaussian};

// Keyword and function disagree where flam3's do: existing pictures depend on the function, not on
// the name of the keyword.
static constexpr SpatialKernel kKernels[] = {
    {"gaussian", 1.5, gaussian},
    {"hermite", 1, hermite},
    {"box", 0.5, box},
    {"triangle", 1, triangle},
    {"bell", 1.5, quadratic},
    {"bspline", 2, bspline},
    {"lanczos3", 2, mitchell},
    {"lanczos2", 1, blackmanSinc},
    {"mitchell", 2, catmullRom},
    {"blackman", 1, hanningSinc},
    {"catrom", 1, hammingSinc},
    {"hamming", 3, lanczos3},
    {"hanning", 2, lanczos2},
    {"quadratic", 1.5, quadratic},
    {"mitchell_smooth", 2, mitchellSmooth, &kDensityKernel},
};

std::span<const SpatialKernel> spatialKernels() { return kKernels; }

const SpatialKernel *findSpatialKernel(std::string_view keyword) {
  const auto *found = std::ranges::find(kKernels, keyword, &SpatialKernel::keyword);
  return found == std::end(kKernels) ? nullptr : found;
}

/// One axis of the table, normalised. `reach` is the argument of the kernel at the edge of the
/// table. All kernels are positive at their centre, so only a kernel of even width can be 0 at
/// every bucket. Then the two middle buckets count, as with radius 0, and `missesBuckets` is set.
static std::vector<double> tabulateAxis(const SpatialKernel &kernel, int width, double reach,
                                        bool &missesBuckets) {
  std::vector<double> weights(width);
  for (int i = 0; i < width; ++i)
    weights[i] = kernel.weight(((2.0 * i + 1) / width - 1) * reach);
  double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum == 0) {
    missesBuckets = true;
    weights[width / 2 - 1] = weights[width / 2] = 1;
    sum = 2;
  }
  for (double &weight : weights)
    weight /= sum;
  return weights;
}

namespace {
/// The coefficients of a JWildfire kernel, row by row.
struct RadialTable {
  int width;
  std::vector<double> weights; ///< sum to 1
};
} // namespace

/// Truncates `exactWidth` to whole buckets and stretches the kernel over one more. A kernel that is
/// 0 at every bucket takes the middle buckets, as in tabulateAxis().
static RadialTable tabulateRadially(const SpatialKernel &kernel, double exactWidth,
                                    uint32_t supersample, double pixelAspect) {
  const int whole = int(exactWidth);
  int width = whole + 1;
  if ((width ^ int(supersample)) & 1)
    ++width;
  const double reach = whole > 0 ? kernel.support * width / whole : 1;
  RadialTable table = {width, {}};
  double sum = 0;
  for (int j = 0; j < width; ++j)
    for (int i = 0; i < width; ++i) {
      const double x = ((2.0 * i + 1) / width - 1) * reach;
      const double y = ((2.0 * j + 1) / width - 1) * reach / pixelAspect;
      sum += table.weights.emplace_back(kernel.weight(std::hypot(x, y)));
    }
  for (int j = width / 2 - 1; sum == 0 && j <= width / 2; ++j)
    for (int i = width / 2 - 1; i <= width / 2; ++i)
      table.weights[size_t(j) * size_t(width) + size_t(i)] = 0.25;
  for (double &weight : table.weights)
    weight /= sum == 0 ? 1 : sum;
  return table;
}

/// The coefficient of a table that is centred in a wider one.
static float weightWithin(const RadialTable &table, int width, int i, int j) {
  const int shift = (width - table.width) / 2;
  i -= shift, j -= shift;
  const bool isInside = i >= 0 && j >= 0 && i < table.width && j < table.width;
  return isInside ? float(table.weights[size_t(j) * size_t(table.width) + size_t(i)]) : 0;
}

/// Makes the filter of a JWildfire kernel.
static SpatialFilter makeTappedFilter(const SpatialKernel &kernel, double radius,
                                      uint32_t supersample, double pixelAspect) {
  auto tabulate = [&](const SpatialKernel &part) {
    return tabulateRadially(part, 2 * part.support * supersample * radius / pixelAspect,
                            supersample, pixelAspect);
  };
  const RadialTable color = tabulate(kernel), density = tabulate(*kernel.ofDensity);
  const int width = std::max(color.width, density.width);
  SpatialFilter filter;
  filter.x = filter.y = std::vector<double>(size_t(width), 1.0 / width);
  for (int j = 0; j < width; ++j)
    for (int i = 0; i < width; ++i)
      filter.taps.push_back({weightWithin(color, width, i, j), weightWithin(density, width, i, j)});
  return filter;
}

Result<SpatialFilter> makeSpatialFilter(const SpatialKernel &kernel, double radius,
                                        uint32_t supersample, double pixelAspect) {
  const double widest = kernel.ofDensity ? 255 : 4096;
  const double exactWidth = 2 * kernel.support * supersample * radius / pixelAspect;
  if (!(exactWidth >= 0 && exactWidth < widest))
    return Error(ErrorKind::Input,
                 "a spatial filter of radius " + numberText(radius) + " cannot be made",
                 "'filter' must be at least 0, and the filter at most " + numberText(widest) +
                     " buckets wide");
  if (kernel.ofDensity)
    return makeTappedFilter(kernel, radius, supersample, pixelAspect);
  int width = int(exactWidth) + 1;
  if ((width ^ int(supersample)) & 1)
    ++width; // the filter must be centred on a pixel
  const double reach = exactWidth > 0 ? kernel.support * width / exactWidth : 1;
  SpatialFilter filter;
  filter.x = tabulateAxis(kernel, width, reach, filter.missesBuckets);
  filter.y = tabulateAxis(kernel, width, reach / pixelAspect, filter.missesBuckets);
  return filter;
}

SpatialFilter makeMeanFilter(uint32_t supersample) {
  SpatialFilter filter;
  filter.x = filter.y = std::vector<double>(supersample, 1.0 / supersample);
  return filter;
}

//===-- geometry ------------------------------------------------------------------------------===//

/// Buckets by which the filter extends beyond a pixel on every side; negative if it is narrower.
static int64_t filterOverhang(uint32_t filterWidth, uint32_t supersample) {
  return (int64_t(filterWidth) - supersample) / 2; // both are even or both are odd
}

Result<abi::FrameGeometry> makeFrameGeometry(uint32_t width, uint32_t height, uint32_t supersample,
                                             uint32_t filterWidth, double estimatorRadius,
                                             uint32_t gutterPixels) {
  if (width == 0 || height == 0)
    return Error(ErrorKind::Usage, "the picture has no pixels", "give a size such as 1920x1080");
  const int64_t filter = filterOverhang(filterWidth, supersample);
  int64_t density = int64_t(std::ceil(std::max(0.0, estimatorRadius))) * supersample;
  if (density > 0)
    density += supersample - 1; // buckets this close to the edge are not spread
  const uint64_t gutter =
      uint64_t(std::max({filter, density, int64_t(gutterPixels) * supersample}));
  const uint64_t gridWidth = uint64_t(width) * supersample + 2 * gutter;
  const uint64_t gridHeight = uint64_t(height) * supersample + 2 * gutter;
  // Check sides first: products of larger ones may exceed 64 bits.
  if (height <= abi::kMaxPictureHeight && std::max(gridWidth, gridHeight) <= abi::kMaxGridSide &&
      gridWidth * gridHeight <= abi::kMaxBuckets)
    return abi::FrameGeometry{
        width, height, supersample, uint32_t(gutter), uint32_t(gridWidth), uint32_t(gridHeight)};
  return Error(ErrorKind::Usage,
               "a picture of " + std::to_string(width) + "x" + std::to_string(height) +
                   " pixels with supersample " + std::to_string(supersample) +
                   " is too large: with what is around it it has " + std::to_string(gridWidth) +
                   "x" + std::to_string(gridHeight) + " buckets",
               std::string("choose a smaller --size or --supersample") +
                   (density > filter ? ", or a smaller --estimator-radius"
                    : gutter > 0     ? ", or a smaller 'filter'"
                                     : ""));
}

uint32_t filterOffset(const abi::FrameGeometry &frame, uint32_t filterWidth) {
  return uint32_t(frame.gutter - filterOverhang(filterWidth, frame.supersample));
}

//===-- density estimation --------------------------------------------------------------------===//

/// The widths of the kernels, from the widest (few samples) to the sharpest, and the sample count
/// beyond which the last one is used. Up to 100 samples each count has a width, Rmax / count^curve.
/// Beyond, each width stands for a growing range.
static std::vector<double> kernelWidths(double widest, double sharpest, double curve,
                                        double &maxCount) {
  const double wanted = std::ceil(std::pow(widest / sharpest, 1 / curve));
  double count = wanted;
  maxCount = wanted;
  if (wanted > kExactCounts) {
    // For tiny exponents `wanted` overflows; 100 samples are then negligible.
    const double steps =
        std::isfinite(wanted) ? std::pow(wanted - kExactCounts, curve) : widest / sharpest;
    count = std::ceil(kExactCounts + steps) + 1;
    maxCount = std::trunc(std::pow(count - kExactCounts, 1 / curve)) + kExactCounts;
  }
  std::vector<double> widths;
  for (int i = 0; i < count; ++i) {
    const double samples =
        i < kExactCounts ? i : std::pow(i - kExactCounts, 1 / curve) + kExactCounts;
    const double width = widest / std::pow(samples + 1, curve);
    widths.push_back(std::max(width, sharpest));
    if (width <= sharpest && i > 0)
      break;
  }
  return widths;
}

/// The largest squared distance d2 of buckets with sqrt(d2) / width <= 1.
static int64_t squaredLimit(double width) {
  int64_t limit = int64_t(width * width) + 1;
  while (std::sqrt(double(limit)) / width > 1)
    --limit;
  return limit;
}

/// A kernel of the given width whose coefficients, over offsets up to `half`, sum to 1. The norm
/// includes points exactly at the width; `limit` excludes those on the axes.
static abi::DensityKernel makeDensityKernel(double width, int half) {
  const double perSquare = 4.5 / (width * width); // exp(-2 t^2) at t = 1.5 distance / width
  const int64_t limit = squaredLimit(width);
  std::vector<double> upTo = {1}; // sum of exp(-perSquare x^2) over |x| <= index
  for (int x = 1; x <= half && int64_t(x) * x <= limit; ++x)
    upTo.push_back(upTo.back() + 2 * std::exp(-perSquare * x * x));
  double norm = 0;
  size_t last = upTo.size() - 1;
  for (int64_t y = 0; y < int64_t(upTo.size()); ++y) {
    while (int64_t(last * last) + y * y > limit)
      --last;
    norm += (y ? 2 : 1) * std::exp(-perSquare * double(y * y)) * upTo[last];
  }
  const bool isInteger = width == std::floor(width);
  return {float(perSquare / std::numbers::ln2), float(1 / norm),
          isInteger ? float(limit) : float(limit) + 0.5f, int32_t(std::ceil(width)) - 1, 0};
}

static Status checkSettings(const DensitySettings &settings, uint32_t supersample) {
  if (!(settings.radius >= 0 && settings.radius <= 1000 && settings.minimum >= 0))
    return Error(ErrorKind::Usage, "an estimator radius is negative or beyond 1000 pixels",
                 "choose another --estimator-radius");
  if (!(settings.radius * supersample <= abi::kMaxDensityReach))
    return Error(ErrorKind::Usage,
                 "density estimation would reach over more than " +
                     std::to_string(abi::kMaxDensityReach) + " buckets",
                 "choose a smaller --estimator-radius or --supersample");
  if (settings.minimum > settings.radius)
    return Error(ErrorKind::Input, "'estimator_minimum' is larger than 'estimator_radius'");
  if (!(settings.curve > 0))
    return Error(ErrorKind::Input, "'estimator_curve' must be positive");
  return {};
}

Result<DensityTable> makeDensityTable(const DensitySettings &settings, uint32_t supersample) {
  FLAME_TRY(checkSettings(settings, supersample));
  DensityTable table = {};
  const double widest = settings.radius * supersample + 1;
  const double sharpest = settings.minimum * supersample + 1;
  std::vector<double> widths =
      kernelWidths(widest, sharpest, settings.curve, table.params.maxCount);
  if (settings.radius == 0 || widths.size() < 2)
    return table;
  const int half = int(std::ceil(widest)) - 1;
  for (double width : widths)
    table.kernels.push_back(makeDensityKernel(width, half));
  // Powers that are integers in theory count as those integers.
  constexpr double kBelow = 1 / (1 + 2e-6);
  for (size_t i = size_t(kExactCounts) + 1; i < table.kernels.size(); ++i)
    table.kernels[i].start =
        float(std::pow(kBelow * (double(i) - kExactCounts), 1 / settings.curve));
  table.widths = std::move(widths);
  // The neighbourhood of an even supersampling is one bucket too wide per axis.
  const double shrink = supersample / (supersample + 1.0);
  table.params.countFactor = supersample % 2 == 0 ? std::pow(shrink, 2) : 1;
  table.params.curve = float(settings.curve);
  table.params.lastKernel = uint32_t(table.kernels.size()) - 1;
  static_assert(FrameDefaults::kMaxSupersample / 2 <= abi::kMostCountRadius);
  table.params.countRadius = supersample / 2;
  table.params.margin = supersample - 1;
  table.params.maxReach = uint32_t(table.kernels.front().reach);
  return table;
}

/// A Gaussian without taps below 1e-4; the others sum to 1. `deviation` is in buckets.
static abi::DensityKernel makeGaussianKernel(double deviation) {
  constexpr double kLeast = 1e-4;
  const double perSquare = 0.5 / (deviation * deviation);
  const double volume = std::max(1.0, pi / perSquare); // approximate sum of all taps
  const int64_t limit = int64_t(std::log(1 / (kLeast * volume)) / perSquare);
  const int reach = int(std::sqrt(double(limit)));
  double norm = 0;
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x)
      if (int64_t(x) * x + int64_t(y) * y <= limit)
        norm += std::exp(-perSquare * (double(x) * x + double(y) * y));
  return {float(perSquare / std::numbers::ln2), float(1 / norm), float(limit) + 0.5f, reach, 0};
}

Result<DensityTable> makeEdgeDensityTable(const DensitySettings &settings, uint32_t supersample) {
  constexpr uint32_t kStepsPerOctave = 64;
  // In pixels: a Gaussian with hardly any weight beside its middle.
  constexpr double kSharpest = 0.23299530;
  FLAME_TRY(checkSettings(settings, supersample));
  DensityTable table = {};
  const double widest = settings.radius / 3 * supersample;
  const double sharpest = std::max(settings.minimum / 3, kSharpest) * supersample;
  if (widest <= sharpest)
    return table;
  const auto stepTo = [&](double deviation) {
    return uint32_t(std::max(0.0, std::round(std::log2(widest / deviation) * kStepsPerOctave)));
  };
  const auto densityAt = [&](double step) {
    return std::exp2(step / (settings.curve * kStepsPerOctave)) - 1;
  };
  table.params.lastKernel = stepTo(sharpest);
  table.params.steepest = float(std::pow(densityAt(table.params.lastKernel), 2));
  for (uint32_t step = 0; step <= table.params.lastKernel; ++step) {
    table.widths.push_back(widest * std::exp2(-double(step) / kStepsPerOctave));
    table.kernels.push_back(makeGaussianKernel(table.widths.back()));
    table.kernels.back().start = step > 0 ? float(densityAt(step - 0.5)) : 0.0f;
  }
  table.params.countFactor = double(supersample) * supersample;
  table.params.curve = float(settings.curve);
  table.params.stepsPerOctave = kStepsPerOctave;
  table.params.edgeKernel = std::min(stepTo(supersample / 3.0), table.params.lastKernel);
  table.params.margin = 1;
  table.params.maxReach = uint32_t(table.kernels.front().reach);
  return table;
}

abi::DensityParams densityParams(const DensityTable &table, const abi::FrameGeometry &frame) {
  abi::DensityParams params = table.params;
  params.gridWidth = frame.gridWidth;
  params.gridHeight = frame.gridHeight;
  return params;
}

//===-- temporal filter -----------------------------------------------------------------------===//

static double temporalWeight(TemporalShape shape, double exponent, double i, double steps) {
  switch (shape) {
  case TemporalShape::Box:
    return 1;
  case TemporalShape::Exp:
    return std::pow((exponent >= 0 ? i + 1 : steps - i) / steps, std::abs(exponent));
  case TemporalShape::Gaussian: // centred half a step late
    return gaussian(1.5 * std::abs(i - steps / 2) / (steps / 2));
  }
  __builtin_unreachable();
}

std::vector<double> passWeights(TemporalShape shape, double exponent, uint32_t passes,
                                uint32_t perPass) {
  const double steps = double(passes) * perPass;
  std::vector<double> weights;
  double mean = 0;
  for (uint32_t pass = 0; pass < passes; ++pass) {
    double sum = 0;
    for (uint32_t i = 0; i < perPass; ++i)
      sum += temporalWeight(shape, exponent, double(pass) * perPass + i, steps);
    weights.push_back(sum);
    mean += sum / passes;
  }
  for (double &weight : weights)
    weight /= mean;
  return weights;
}

TemporalFilter makeTemporalFilter(TemporalShape shape, double width, double exponent,
                                  uint32_t steps) {
  if (steps <= 1)
    return {{0}, {1}, 1};
  TemporalFilter filter = {};
  for (uint32_t i = 0; i < steps; ++i) {
    filter.deltas.push_back((double(i) / (steps - 1) - 0.5) * width);
    filter.weights.push_back(temporalWeight(shape, exponent, i, steps));
  }
  const double largest = *std::ranges::max_element(filter.weights);
  for (double &weight : filter.weights) {
    weight /= largest;
    filter.meanWeight += weight / steps;
  }
  return filter;
}

//===-- curves --------------------------------------------------------------------------------===//

std::vector<float> makeCurves(const FrameDefaults &frame) {
  const NaturalSpline overall(frame.overallCurve);
  std::vector<float> tables;
  for (const auto *numbers : {&frame.redCurve, &frame.greenCurve, &frame.blueCurve}) {
    const NaturalSpline spline(*numbers);
    for (uint32_t i = 0; i < abi::kCurveEntries; ++i) {
      const double common = std::clamp(overall.at(i / (abi::kCurveEntries - 1.0)), 0.0, 1.0);
      tables.push_back(float(std::clamp(spline.at(common), 0.0, 1.0)));
    }
  }
  return tables;
}

/// The curves of channels, first those for red.
static constexpr std::vector<double> FrameDefaults::*kMixerCurves[] = {
    &FrameDefaults::mixerRr, &FrameDefaults::mixerRg, &FrameDefaults::mixerRb,
    &FrameDefaults::mixerGr, &FrameDefaults::mixerGg, &FrameDefaults::mixerGb,
    &FrameDefaults::mixerBr, &FrameDefaults::mixerBg, &FrameDefaults::mixerBb};

bool hasMixer(const FrameDefaults &frame) {
  return !frame.mixerBrightness.empty() ||
         std::ranges::any_of(kMixerCurves, [&](auto curve) { return !(frame.*curve).empty(); });
}

/// Linear between points and constant beyond them; 0 without points.
static double straightAt(const std::vector<double> &points, double position) {
  if (points.size() < 2)
    return 0;
  for (size_t i = 0; i + 1 < points.size(); i += 2) {
    if (points[i] < position)
      continue;
    if (i == 0)
      return points[1];
    const double share = (position - points[i - 2]) / (points[i] - points[i - 2]);
    return points[i - 1] + share * (points[i + 1] - points[i - 1]);
  }
  return points.back();
}

std::vector<float> makeMixer(const FrameDefaults &frame) {
  std::vector<float> tables;
  auto add = [&](const std::vector<double> &points) {
    for (uint32_t i = 0; i < abi::kCurveEntries; ++i)
      tables.push_back(float(straightAt(points, i / (abi::kCurveEntries - 1.0))));
  };
  if (!hasMixer(frame))
    add({0, 0, 1, 1});
  else if (!frame.mixerBrightness.empty())
    add(frame.mixerBrightness);
  else
    std::ranges::for_each(kMixerCurves, [&](auto curve) { add(frame.*curve); });
  return tables;
}

//===-- log scale and tone --------------------------------------------------------------------===//

double viewArea(const Exposure &exposure, const abi::FrameGeometry &frame) {
  return double(frame.width) * frame.height * exposure.pixelAspect /
         (exposure.pixelsPerUnit * exposure.pixelsPerUnit);
}

abi::LogScale makeLogScale(const Exposure &exposure, const abi::FrameGeometry &frame) {
  const double area = viewArea(exposure, frame);
  const double bucketsPerPixel = double(frame.supersample) * frame.supersample;
  return {float(exposure.brightness * 255 * 268 / 256),
          float(bucketsPerPixel /
                (area * 255 * exposure.samplesPerPixel * exposure.meanTemporalWeight))};
}

abi::ToneParams makeToneParams(const FrameDefaults &frame, bool transparency, bool rounds) {
  const double inverseGamma = 1 / frame.gamma, threshold = frame.gammaThreshold;
  abi::ToneParams params = {};
  params.inverseGamma = float(inverseGamma);
  params.vibrancy = float(frame.vibrancy);
  params.threshold = float(std::max(0.0, threshold));
  params.thresholdSlope = threshold > 0 ? float(std::pow(threshold, inverseGamma) / threshold) : 0;
  params.highlightPower = float(frame.highlightPower);
  for (int i = 0; i < 3; ++i)
    params.background[i] = float(256 * frame.background[i]);
  params.transparency = transparency;
  params.rounding = rounds ? 0.5f : 0;
  params.wordsPerLevel = rounds ? 257 : 256;
  params.brightest = 255;
  return params;
}

} // namespace flame::rt
