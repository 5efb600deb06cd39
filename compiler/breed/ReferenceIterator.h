// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The chaos game of one flame in double precision, as plain code: no compiler, no device. It is
// slow, but within milliseconds it tells where a flame is and whether there is anything to see. The
// points depend on the genome and the seed alone.

#ifndef FLAME_COMPILER_BREED_REFERENCEITERATOR_H
#define FLAME_COMPILER_BREED_REFERENCEITERATOR_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// A point as it would be plotted.
struct IteratedPoint {
  double x = 0, y = 0;
  /// The xforms that led here, the last one first: colour coordinates follow from it, whatever the xforms' colours are.
  std::array<uint16_t, 8> path = {};
  double visibility = 1;
};

/// Iterates a genome, which must outlive it and has an xform with a weight above 0.
class ReferenceIterator {
public:
  ReferenceIterator(const Genome &genome, uint64_t seed);

  /// The next point, after the final xform. Points that went astray are replaced and counted.
  IteratedPoint next();
  /// How many points went astray.
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

/// Where a flame is, and how much of it there is.
struct GenomeExtent {
  double left = 0, right = 0, top = 0, bottom = 0; ///< without the outermost hundredth on each side
  /// Share of the cells of a grid over it that have a point: a line has few, dust and mist nearly all.
  double coverage = 0;
  /// Share of points that went astray.
  double lost = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// Looks at `points` points, without the first ones.
GenomeExtent measureGenome(const Genome &genome, uint64_t seed, size_t points = 12000);

/// Whether there is something to see: neither a dot, nor a line, nor mist everywhere, nor lost for good.
bool isWorthSeeing(const GenomeExtent &extent);

/// Points the camera at the flame, so that it fills most of the picture.
void frameGenome(Genome &genome, const GenomeExtent &extent);

} // namespace flame

#endif // FLAME_COMPILER_BREED_REFERENCEITERATOR_H
