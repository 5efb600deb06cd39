// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game of one flame with the reference interpreter. It is slow, but finds the extent of a
// flame within milliseconds and whether it has visible structure. The points depend only on the
// genome and the seed.

#ifndef FLAME_COMPILER_BREED_REFERENCEITERATOR_H
#define FLAME_COMPILER_BREED_REFERENCEITERATOR_H

#include "compiler/animation/ReferenceFlame.h"
#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// A point as it would be plotted.
struct IteratedPoint {
  double x = 0, y = 0;
  /// The xforms that led to this point, last one first. Colour coordinates can be computed from it
  /// for any choice of xform colours.
  std::array<uint16_t, 8> path = {};
  double visibility = 1; ///< 0: not plotted
};

/// Iterates a genome, which must have an xform with a weight above 0.
class ReferenceIterator {
public:
  ReferenceIterator(const Genome &genome, uint64_t seed);

  /// The next point as it is plotted, after the final xforms and the 3D camera. Points that diverge
  /// are replaced and counted.
  IteratedPoint next();
  /// Number of points that diverged.
  size_t lost() const { return lostPoints; }

private:
  void start();

  const ReferenceFlame flame;
  Dice dice;
  ReferencePoint point;
  std::array<uint16_t, 8> path = {};
  const ReferenceXform *last = nullptr;
  size_t lostPoints = 0;
};

/// The extent and density of a flame.
struct GenomeExtent {
  double left = 0, right = 0, top = 0, bottom = 0; ///< without the outermost 1 % on each side
  /// Share of the cells of a grid over the extent that contain a point: small for a line, near 1
  /// for dust and mist.
  double coverage = 0;
  /// Share of points that diverged.
  double lost = 0;
  /// Share of the plotted points that are in the picture, with the camera as it is.
  double inView = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// Examines `points` points after a short warm-up.
GenomeExtent measureGenome(const Genome &genome, uint64_t seed, size_t points = 12000);

/// True if the flame has visible structure: not a dot, a line or uniform mist, and not too many
/// diverging points.
bool isWorthSeeing(const GenomeExtent &extent);

/// The position of a plotted point in the picture: 0 to 1 in x and y, or outside.
std::pair<double, double> positionInPicture(const Genome &genome, const IteratedPoint &point);

/// Points the camera at the flame so that it fills most of the picture.
void frameGenome(Genome &genome, const GenomeExtent &extent);

} // namespace flame

#endif // FLAME_COMPILER_BREED_REFERENCEITERATOR_H
