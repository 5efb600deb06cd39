// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How alike are two renderers of one flame? Their pictures always differ, because every render
// draws its own random numbers. So a difference counts only in relation to the noise: several
// renders R of the reference and several renders O of ours, each with its own seed, go in, and
//
//   E(a,b)   = root mean square difference of two pictures
//   noise    = mean E(R,R)
//   fidelity = mean E(O,R) / noise                                        1 is perfect
//   bias^2   = mean E(O,R)^2 - (mean E(R,R)^2 + mean E(O,O)^2) / 2        systematic error alone
//   spread   = mean E(O,O) / noise                 0: the seed is ignored; 0.75: ours is blurred
//
// come out, means over all pairs of different pictures. Means of squares are what makes bias^2 an
// unbiased estimate: E(O,R)^2 is expected to be bias^2 + var(O) + var(R), E(R,R)^2 to be 2 var(R).
//
// Pixels hide one kind of error: points that follow each other make noise that is shared by
// neighbouring pixels. It shows in the sums of whole blocks, see `blockNoise`.

#ifndef FLAME_TOOLS_FLAME_CMP_FIDELITY_H
#define FLAME_TOOLS_FLAME_CMP_FIDELITY_H

#include <span>
#include <vector>

namespace flame {

/// The limits of the rule by which a flame passes.
inline constexpr double kFidelityLimit = 1.10;
inline constexpr double kSelfRatioAllowance = 0.03;
inline constexpr double kBiasLimit = 0.40;       ///< as a part of the noise
inline constexpr double kNoiseFloor = 0.5 / 255; ///< half a level of 8 bits: nobody sees less
inline constexpr double kSpreadMinimum = 0.80;
inline constexpr double kSpreadMaximum = 1.15;

/// A picture as numbers: rows from the top, pixels from the left, channels interleaved; 1 is white.
struct Picture {
  int width = 0;
  int height = 0;
  int channels = 3;
  std::vector<float> levels; ///< width * height * channels values

  /// Whether the two can be compared.
  bool hasShapeOf(const Picture &other) const {
    return width == other.width && height == other.height && channels == other.channels;
  }
};

/// What separates picture b from picture a, in units where 1 is white.
struct Difference {
  double rms = 0;     ///< E(a,b)
  double maximum = 0; ///< largest absolute difference
  double mean = 0;    ///< mean of b - a: positive when b is brighter
};

/// Compares two pictures of one shape.
Difference compare(const Picture &a, const Picture &b);

/// The measure of ours against the reference. See the top of this file.
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

/// Measures sets of pictures of one shape, at least two in each. With fewer than three reference
/// pictures `worstSelfRatio` stays 1. A ratio to a noise of zero is 1 when its numerator is at most
/// `kNoiseFloor`, else infinite: a picture without noise (an empty one) must be met to half a
/// level.
Fidelity measure(std::span<const Picture> reference, std::span<const Picture> ours);

/// Which parts of the rule hold, and the limits they were held against.
struct Verdict {
  double fidelityLimit = 0;
  double biasLimit = 0;
  bool fidelityHolds = false;
  bool biasHolds = false;
  bool spreadHolds = false;

  bool passes() const { return fidelityHolds && biasHolds && spreadHolds; }
};

/// Applies the rule: fidelity <= max(1.10, worst self ratio + 0.03), bias <= max(0.40 of the noise,
/// half a level), 0.80 <= spread <= 1.15.
Verdict judge(const Fidelity &fidelity);

/// Variance of pixels and of block sums over the pictures of one set.
struct BlockNoise {
  int side = 0;             ///< of a block, in pixels
  double pixelVariance = 0; ///< mean variance of a pixel
  double blockVariance = 0; ///< mean variance of a block sum, per pixel of the block

  /// Like the Fano factor of counts: 1 when neighbouring pixels have nothing in common. Spatial
  /// filters and density estimation raise it too, so only two renderers' values can be compared.
  double correlation() const { return pixelVariance > 0 ? blockVariance / pixelVariance : 1; }
};

/// Looks at blocks of side x side pixels (whole ones only; side must fit into the picture), over
/// all pairs of a set of at least two pictures.
BlockNoise blockNoise(std::span<const Picture> pictures, int side);

/// Mid grey plus gain times (mean of b - mean of a), clamped to 0..1: a map of systematic error
/// when a and b are sets. Both must hold at least one picture, all of one shape.
Picture differencePicture(std::span<const Picture> a, std::span<const Picture> b, double gain);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_CMP_FIDELITY_H
