// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything finishing looks up or is parametrised by, computed once per frame on the host, in
// double: spatial filter, kernels of density estimation, temporal filter, frame geometry, log scale
// and tone parameters. In goes what a genome says, in its own words and units; out come the
// structures of abi/FinishAbi.h. The formulas are flam3's, with its oddities where they show in
// pictures: the permuted names of seven filters, the lost energy of integer kernel widths, the
// background scale of 256.

#ifndef FLAME_RUNTIME_PLAN_FILTERTABLES_H
#define FLAME_RUNTIME_PLAN_FILTERTABLES_H

#include "abi/FinishAbi.h"
#include "artefact/Manifest.h"
#include "support/Result.h"

#include <span>
#include <string_view>
#include <vector>

namespace flame::rt {

/// A kernel function of the spatial filter, under the keyword that selects it in a genome (which
/// for seven of them is not the name of the function). Even; `weight` need not vanish beyond
/// `support`.
struct SpatialKernel {
  std::string_view keyword;
  double support; ///< half the filter's width in pixels at radius 1
  double (*weight)(double t);
  /// If there is one, the kernel is JWildfire's: a function of the distance from the middle, and of colours alone, while
  /// densities go through this one.
  const SpatialKernel *ofDensity = nullptr;
};

/// All spatial kernels, in the order genomes' documentation lists them.
std::span<const SpatialKernel> spatialKernels();

/// The kernel of a `filter_shape` keyword, null when there is none.
const SpatialKernel *findSpatialKernel(std::string_view keyword);

/// The spatial filter of a frame: the coefficient of bucket (i, j) is x[i] * y[j], and all of them
/// sum to 1; or it is that of `taps`.
struct SpatialFilter {
  std::vector<double> x, y;         ///< equally long
  std::vector<abi::FilterTap> taps; ///< as many rows of as many, or none; both columns sum to 1
  /// The kernel is 0 at the middle of every bucket, being narrower than the gap between the two in
  /// the middle of a pixel; these two stand in for it.
  bool missesBuckets = false;
  uint32_t width() const { return uint32_t(x.size()); }
};

/// Tabulates a kernel. A kernel of JWildfire is at most 255 buckets wide. `radius` is the genome's `filter` (>= 0; 0: no filtering), `pixelAspect` the
/// width of a pixel over its height. The table may be narrower than a pixel. Fails when it would
/// exceed 4096 buckets a side.
Result<SpatialFilter> makeSpatialFilter(const SpatialKernel &kernel, double radius,
                                        uint32_t supersample, double pixelAspect = 1);

/// The mean of the buckets of a pixel.
SpatialFilter makeMeanFilter(uint32_t supersample);

/// The geometry of a frame whose buckets are wide enough for the spatial filter and for density
/// estimation with `estimatorRadius` (the largest of all genomes shown in it, in pixels; at most
/// 1000), and which have `gutter` pixels around them at least. Fails when it has no pixels, and when with its gutter it has more than kMaxBuckets or is
/// beyond what a launch can cover.
Result<abi::FrameGeometry> makeFrameGeometry(uint32_t width, uint32_t height, uint32_t supersample,
                                             uint32_t filterWidth, double estimatorRadius,
                                             uint32_t gutter = 0);

/// The first bucket, in x and in y, under the spatial filter of pixel (0, 0).
uint32_t filterOffset(const abi::FrameGeometry &frame, uint32_t filterWidth);

/// `estimator_radius`, `estimator_minimum` (output pixels) and `estimator_curve` of a genome.
struct DensitySettings {
  double radius = 9, minimum = 0, curve = 0.4;
};

/// The kernels of density estimation. Without any, density estimation is off.
struct DensityTable {
  std::vector<abi::DensityKernel> kernels; ///< from the widest to the sharpest
  std::vector<double> widths;              ///< of the kernels, in buckets; for tests and reports
  abi::DensityParams params;               ///< complete but for the grid's size
  bool isActive() const { return !kernels.empty(); }
};

/// Builds the kernels. The table is empty when `radius` is 0 or equals `minimum`, as flam3 has it.
/// Fails when a radius is negative, `minimum` exceeds `radius`, `curve` is not positive, or kernels
/// reach further than kMaxDensityReach.
Result<DensityTable> makeDensityTable(const DensitySettings &settings, uint32_t supersample);

/// The same for kernels that respect edges (runtime/shared/Density.h): Gaussians of a third of the radius, and of sharper widths
/// down to the smallest, in steps of a share of an octave. The table is empty when `radius` is 0.
Result<DensityTable> makeEdgeDensityTable(const DensitySettings &settings, uint32_t supersample);

/// The parameters of a table for one frame.
abi::DensityParams densityParams(const DensityTable &table, const abi::FrameGeometry &frame);

/// `temporal_filter_type`.
enum class TemporalShape { Box, Gaussian, Exp };

/// The instants of an exposure and what a sample made at each of them weighs; the largest weight
/// is 1.
struct TemporalFilter {
  std::vector<double> deltas; ///< from the frame's time, in the units of `width`
  std::vector<double> weights;
  double meanWeight;
};

/// What the samples of each of `passes` weigh, relative to their mean, when the shutter has
/// `perPass` instants for every pass, in order: flam3 throws them at equal weights, and lets the
/// filter say how bright they are.
std::vector<double> passWeights(TemporalShape shape, double exponent, uint32_t passes,
                                uint32_t perPass);

/// `steps` instants (at least 1) over a shutter of length `width`; `exponent` is that of the exp
/// filter.
TemporalFilter makeTemporalFilter(TemporalShape shape, double width, double exponent,
                                  uint32_t steps);

/// The tables of the curves of red, green and blue, each behind that of all channels; x and y of each point stand one after the
/// other. A curve is the natural spline through its points, and level beyond them; one without points is straight.
std::vector<float> makeCurves(const FrameDefaults &frame);

/// The tables of the filter `mix`: that of brightness, if it has one, or has none at all; else those of red, green and blue for red, then for green and blue.
std::vector<float> makeMixer(const FrameDefaults &frame);

/// Whether `frame` has curves for it.
bool hasMixer(const FrameDefaults &frame);

/// What decides how bright a number of samples is.
struct Exposure {
  double brightness = 4;
  double pixelsPerUnit = 50;     ///< output pixels per world unit vertically: scale * 2^zoom
  double pixelAspect = 1;        ///< width of a pixel over its height
  double samplesPerPixel = 1;    ///< counted iterations per output pixel: quality * 4^zoom
  double meanTemporalWeight = 1; ///< see TemporalFilter
};

/// The area of the picture, in squares of world units.
double viewArea(const Exposure &exposure, const abi::FrameGeometry &frame);

/// The constants of log scaling.
abi::LogScale makeLogScale(const Exposure &exposure, const abi::FrameGeometry &frame);

/// The tone curve of a frame. `transparency`: alpha is kept instead of blending with the background; `rounds`: integers are
/// made by rounding, not as flam3 makes them.
abi::ToneParams makeToneParams(const FrameDefaults &frame, bool transparency = false,
                               bool rounds = false);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FILTERTABLES_H
