// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game of one flame in double precision, as plain C++ without compiler or device. It is
// slow, but finds the extent of a flame within milliseconds and whether it has visible structure.
// The points depend only on the genome and the seed.

#ifndef FLAME_COMPILER_BREED_REFERENCEITERATOR_H
#define FLAME_COMPILER_BREED_REFERENCEITERATOR_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// A point as it would be plotted.
struct IteratedPoint {
  double x = 0, y = 0;
  /// The xforms that led to this point, last one first. Colour coordinates can be computed from it
  /// for any choice of xform colours.
  std::array<uint16_t, 8> path = {};
  double visibility = 1;
};

/// Iterates a genome. The genome must outlive the iterator and have an xform with a weight above 0.
class ReferenceIterator {
public:
  ReferenceIterator(const Genome &genome, uint64_t seed);

  /// The next point, after the final xform. Points that diverge are replaced and counted.
  IteratedPoint next();
  /// Number of points that diverged.
  size_t lost() const { return lostPoints; }

private:
  struct Point {
    double x, y;
  };
  size_t choose();
  Point apply(const Xform &xform, Point from);
  void start();
  double drawn(Draw kind);

  const Genome &genome;
  Dice dice;
  Point point = {};
  std::array<uint16_t, 8> path = {};
  bool hasLast = false;
  size_t lostPoints = 0;
  std::vector<double> draws;
};

/// The extent and density of a flame.
struct GenomeExtent {
  double left = 0, right = 0, top = 0, bottom = 0; ///< without the outermost 1 % on each side
  /// Share of the cells of a grid over the extent that contain a point: small for a line, near 1
  /// for dust and mist.
  double coverage = 0;
  /// Share of points that diverged.
  double lost = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// Examines `points` points after a short warm-up.
GenomeExtent measureGenome(const Genome &genome, uint64_t seed, size_t points = 12000);

/// True if the flame has visible structure: not a dot, a line or uniform mist, and not too many
/// diverging points.
bool isWorthSeeing(const GenomeExtent &extent);

/// Points the camera at the flame so that it fills most of the picture.
void frameGenome(Genome &genome, const GenomeExtent &extent);

} // namespace flame

#endif // FLAME_COMPILER_BREED_REFERENCEITERATOR_H
