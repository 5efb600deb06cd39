// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The genome between key frames, in double precision and exactly as flam3 defines it: linear between two keys, or along
// a Catmull-Rom curve through four; matrices componentwise or as rotations; palettes in the way the flame asks for.
// Numbers are mixed by weights that sum up to 1. Beyond the first and last key the outermost segment goes on.

#ifndef FLAME_COMPILER_ANIMATION_INTERPOLATEGENOMES_H
#define FLAME_COMPILER_ANIMATION_INTERPOLATEGENOMES_H

#include "compiler/animation/InterpolateAffines.h"
#include "compiler/animation/InterpolatePalettes.h"
#include "compiler/genome/Compatibility.h"
#include "compiler/genome/Genome.h"

#include <vector>

namespace flame {

/// How to mix genomes, besides what they say themselves.
struct InterpolateOptions {
  /// How far xforms move one after the other, in their order: 0 all at once, 1 each when the one before has arrived.
  /// Between two genomes only.
  double stagger = 0;
  Compatibility compat = Compatibility::Flam3;
  /// For each standard xform the windings of the second genome; empty for none.
  std::vector<WindingReference> windings = {};
  /// Otherwise the palette stays the first genome's, which saves most of the work.
  bool withPalette = true;
};

/// Mixes two or four aligned genomes. Settings that cannot be mixed, and names, are those of the first one. The result
/// has neither motion elements nor symmetry.
Genome mixGenomes(llvm::ArrayRef<Genome> aligned, llvm::ArrayRef<double> weights,
                  const InterpolateOptions &options = {});

/// Where the xform that is number `index` of `count` waits and moves under a stagger, as shares of the first genome:
/// above `begin` it has not started, below `end` it has arrived.
struct StaggerSpan {
  double begin = 1, end = 0;
};
StaggerSpan staggerSpan(double stagger, size_t index, size_t count);

/// 3 t² - 2 t³: from 0 to 1 with velocity 0 at both ends.
inline double smoothStep(double t) { return t * t * (3 - 2 * t); }

/// The stretch between two key frames. Evaluates any time, also outside of it.
class KeySegment {
public:
  /// The segment that begins at key `index` of at least two.
  KeySegment(llvm::ArrayRef<Genome> keys, size_t index,
             Compatibility compat = Compatibility::Flam3);

  /// Without the palette, the first genome's stands in for it.
  Genome at(double time, double stagger = 0, bool withPalette = true) const;
  /// The palettes that take part, and in which shares.
  PaletteMixer palettes() const;
  llvm::SmallVector<double, 4> weightsAt(double time) const;

private:
  std::vector<Genome> genomes;
  double begin, end;
  Compatibility compat;
};

/// The segment that decides about `time`.
size_t findSegment(llvm::ArrayRef<Genome> keys, double time);

/// The genome at `time` between keys of strictly increasing time. A single key is returned as it is.
Genome interpolateGenomes(llvm::ArrayRef<Genome> keys, double time, double stagger = 0,
                          Compatibility compat = Compatibility::Flam3);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_INTERPOLATEGENOMES_H
