// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All tables and parameters of finishing, computed once per frame on the host, in double precision:
// spatial filter, kernels of density estimation, temporal filter, frame geometry, log scale and
// tone parameters. The input is the settings of a genome, in its own words and units. The output is
// the structures of abi/FinishAbi.h. The formulas are flam3's, with its oddities where they show in
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

/// A kernel function of the spatial filter, under the keyword that selects it in a genome. For
/// seven of them that is not the name of the function. Functions are even. `weight` need not vanish
/// beyond `support`.
struct SpatialKernel {
  std::string_view keyword;
  double support; ///< half the width of the filter in pixels at radius 1
  double (*weight)(double t);
  /// Not null for JWildfire's kernels. Such a kernel is a function of the distance from the centre
  /// and filters colours alone; densities are filtered by `ofDensity`.
  const SpatialKernel *ofDensity = nullptr;
};

/// All spatial kernels, in the order of the genome documentation.
std::span<const SpatialKernel> spatialKernels();

/// The kernel of a `filter_shape` keyword, or null.
const SpatialKernel *findSpatialKernel(std::string_view keyword);

/// The spatial filter of a frame. Without `taps`, the coefficient of bucket (i, j) is x[i] * y[j],
/// and all coefficients sum to 1.
struct SpatialFilter {
  std::vector<double> x, y; ///< equally long
  /// As many rows of as many taps, or none; colours and densities each sum to 1.
  std::vector<abi::FilterTap> taps;
  /// The kernel is 0 at the centre of every bucket: it is narrower than the gap between the two
  /// middle buckets of a pixel. These two stand in for it.
  bool missesBuckets = false;
  uint32_t width() const { return uint32_t(x.size()); }
};

/// Tabulates a kernel. `radius` is the genome's `filter` (>= 0; 0: no filtering). `pixelAspect` is
/// the width of a pixel over its height. The table may be narrower than a pixel. A JWildfire kernel
/// is at most 255 buckets wide. Fails if the table would exceed 4096 buckets a side.
Result<SpatialFilter> makeSpatialFilter(const SpatialKernel &kernel, double radius,
                                        uint32_t supersample, double pixelAspect = 1);

/// The mean over the buckets of a pixel.
SpatialFilter makeMeanFilter(uint32_t supersample);

/// The geometry of a frame. Its gutter is wide enough for the spatial filter and for density
/// estimation with `estimatorRadius` (the largest of all genomes shown in it, in pixels; at most
/// 1000), and at least `gutter` pixels. Fails if there are no pixels, or if the grid with its
/// gutter has more than kMaxBuckets or exceeds a launch.
Result<abi::FrameGeometry> makeFrameGeometry(uint32_t width, uint32_t height, uint32_t supersample,
                                             uint32_t filterWidth, double estimatorRadius,
                                             uint32_t gutter = 0);

/// The first bucket, in x and y, under the spatial filter of pixel (0, 0).
uint32_t filterOffset(const abi::FrameGeometry &frame, uint32_t filterWidth);

/// `estimator_radius` and `estimator_minimum` (in output pixels) and `estimator_curve` of a genome.
struct DensitySettings {
  double radius = 9, minimum = 0, curve = 0.4;
};

/// The kernels of density estimation. Without kernels, density estimation is off.
struct DensityTable {
  std::vector<abi::DensityKernel> kernels; ///< from the widest to the sharpest
  std::vector<double> widths; ///< widths of the kernels in buckets, for tests and reports
  abi::DensityParams params;  ///< complete except for the size of the grid
  bool isActive() const { return !kernels.empty(); }
};

/// Builds the kernels. As in flam3, the table is empty if `radius` is 0 or equals `minimum`. Fails
/// if a radius is negative, `minimum` exceeds `radius`, `curve` is not positive, or kernels reach
/// further than kMaxDensityReach.
Result<DensityTable> makeDensityTable(const DensitySettings &settings, uint32_t supersample);

/// The same for kernels that respect edges (runtime/shared/Density.h): Gaussians from a third of
/// the radius down to the smallest width, in equal fractions of an octave. The table is empty if
/// `radius` is 0.
Result<DensityTable> makeEdgeDensityTable(const DensitySettings &settings, uint32_t supersample);

/// The parameters of a table for one frame.
abi::DensityParams densityParams(const DensityTable &table, const abi::FrameGeometry &frame);

/// `temporal_filter_type`.
enum class TemporalShape { Box, Gaussian, Exp };

/// The instants of an exposure and the weight of a sample at each instant. The largest weight is 1.
struct TemporalFilter {
  std::vector<double> deltas; ///< offset from the frame's time, in the units of `width`
  std::vector<double> weights;
  double meanWeight;
};

/// Weights of the samples of each of `passes`, relative to their mean, when the shutter has
/// `perPass` instants per pass, in order. flam3 gives all passes equal samples and lets the filter
/// determine their brightness.
std::vector<double> passWeights(TemporalShape shape, double exponent, uint32_t passes,
                                uint32_t perPass);

/// `steps` instants (at least 1) over a shutter of length `width`. `exponent` belongs to the exp
/// filter.
TemporalFilter makeTemporalFilter(TemporalShape shape, double width, double exponent,
                                  uint32_t steps);

/// The tables of the curves of red, green and blue, each composed with the curve of all channels. A
/// curve is given as x and y of its points in turn. It is the natural spline through them, constant
/// beyond them, and straight without points.
std::vector<float> makeCurves(const FrameDefaults &frame);

/// The tables of the filter `mix`: one of brightness if the mixer has a brightness curve or no
/// curves at all; else nine, those of red, green and blue for each of red, green and blue.
std::vector<float> makeMixer(const FrameDefaults &frame);

/// True if `frame` has curves for `mix`.
bool hasMixer(const FrameDefaults &frame);

/// The parameters that decide the brightness of a number of samples.
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

/// The tone curve of a frame. `transparency`: alpha is kept instead of blending with the
/// background. `rounds`: integers are rounded instead of truncated as in flam3.
abi::ToneParams makeToneParams(const FrameDefaults &frame, bool transparency = false,
                               bool rounds = false);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FILTERTABLES_H
