// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures how well one renderer reproduces another one. Pictures of one flame always differ
// because every render draws its own random numbers, so a difference only counts relative to the
// noise. The input is several renders R of the reference and several renders O of ours, each with
// its own seed. The output is
//
//   E(a,b)   = root mean square difference of two pictures
//   noise    = mean E(R,R)
//   fidelity = mean E(O,R) / noise                                        1 is perfect
//   bias^2   = mean E(O,R)^2 - (mean E(R,R)^2 + mean E(O,O)^2) / 2        systematic error alone
//   spread   = mean E(O,O) / noise                 0: the seed is ignored; 0.75: ours is blurred
//
// with means over all pairs of different pictures. Means of squares make bias^2 an unbiased
// estimate: the expected E(O,R)^2 is bias^2 + var(O) + var(R), the expected E(R,R)^2 is 2 var(R).
//
// One kind of error does not show in single pixels: correlated consecutive points make noise that
// neighbouring pixels share. It shows in the sums of whole blocks, see `blockNoise`.

#ifndef FLAME_TOOLS_FLAME_CMP_FIDELITY_H
#define FLAME_TOOLS_FLAME_CMP_FIDELITY_H

#include <span>
#include <vector>

namespace flame {

/// The limits by which a flame passes.
inline constexpr double kFidelityLimit = 1.10;
inline constexpr double kSelfRatioAllowance = 0.03;
inline constexpr double kBiasLimit = 0.40; ///< as a fraction of the noise
/// Half an 8-bit level. Smaller differences are invisible.
inline constexpr double kNoiseFloor = 0.5 / 255;
inline constexpr double kSpreadMinimum = 0.80;
inline constexpr double kSpreadMaximum = 1.15;

/// A picture as numbers: rows from the top, pixels from the left, channels interleaved; 1 is white.
struct Picture {
  int width = 0;
  int height = 0;
  int channels = 3;
  std::vector<float> levels; ///< width * height * channels values

  /// Whether the two have the same shape and can be compared.
  bool hasShapeOf(const Picture &other) const {
    return width == other.width && height == other.height && channels == other.channels;
  }
};

/// The difference of picture b from picture a, in units where 1 is white.
struct Difference {
  double rms = 0;     ///< E(a,b)
  double maximum = 0; ///< largest absolute difference
  double mean = 0;    ///< mean of b - a: positive when b is brighter
};

/// Compares two pictures of the same shape.
Difference compare(const Picture &a, const Picture &b);

/// The result of comparing ours with the reference. See the top of this file.
struct Fidelity {
  double noise = 0;          ///< mean E(R,R)
  double cross = 0;          ///< mean E(O,R)
  double oursNoise = 0;      ///< mean E(O,O)
  double fidelity = 1;       ///< cross / noise
  double bias = 0;           ///< square root of bias^2, 0 when the estimate is negative
  double spread = 1;         ///< oursNoise / noise
  double worstSelfRatio = 1; ///< largest fidelity of one R taken as ours against the other R
  double mean = 0;           ///< mean of O - R: positive when ours is brighter
};

/// Measures two sets of pictures of the same shape, at least two in each. `worstSelfRatio` stays 1
/// with fewer than three reference pictures. If the noise is zero, a ratio to it is 1 when its
/// numerator is at most `kNoiseFloor`, else infinite: a picture without noise, such as an empty
/// one, must match within half a level.
Fidelity measure(std::span<const Picture> reference, std::span<const Picture> ours);

/// The conditions that hold, and the limits used.
struct Verdict {
  double fidelityLimit = 0;
  double biasLimit = 0;
  bool fidelityHolds = false;
  bool biasHolds = false;
  bool spreadHolds = false;

  bool passes() const { return fidelityHolds && biasHolds && spreadHolds; }
};

/// Applies the conditions: fidelity <= max(1.10, worst self ratio + 0.03), bias <= max(0.40 of the
/// noise, half a level), 0.80 <= spread <= 1.15.
Verdict judge(const Fidelity &fidelity);

/// Variance of pixels and of block sums within one set of pictures.
struct BlockNoise {
  int side = 0;             ///< side of a block in pixels
  double pixelVariance = 0; ///< mean variance of a pixel
  double blockVariance = 0; ///< mean variance of a block sum, per pixel of the block

  /// Like the Fano factor of counts: 1 if neighbouring pixels are uncorrelated. Spatial filters and
  /// density estimation raise it too, so only values of two renderers with the same filters
  /// compare.
  double correlation() const { return pixelVariance > 0 ? blockVariance / pixelVariance : 1; }
};

/// Measures whole blocks of side x side pixels over all pairs of a set of at least two pictures.
/// `side` must fit into the picture.
BlockNoise blockNoise(std::span<const Picture> pictures, int side);

/// Returns mid grey plus gain times (mean of b - mean of a), clamped to 0..1. For two sets of
/// renders this is a map of the systematic error. Both sets need at least one picture, all of the
/// same shape.
Picture differencePicture(std::span<const Picture> a, std::span<const Picture> b, double gain);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_CMP_FIDELITY_H
