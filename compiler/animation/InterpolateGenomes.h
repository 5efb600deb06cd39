// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The genome between key frames, in double precision and exactly as flam3 defines it: linear
// between two keys, or along a Catmull-Rom curve through four. Matrices are mixed by component or
// as rotations, palettes as the flame asks. Numbers are mixed by weights that add up to 1. Beyond
// the first and last key, the outermost segment is extrapolated.

#ifndef FLAME_COMPILER_ANIMATION_INTERPOLATEGENOMES_H
#define FLAME_COMPILER_ANIMATION_INTERPOLATEGENOMES_H

#include "compiler/animation/InterpolateAffines.h"
#include "compiler/animation/InterpolatePalettes.h"
#include "compiler/genome/Compatibility.h"
#include "compiler/genome/Genome.h"

#include <vector>

namespace flame {

/// Options for mixing genomes, in addition to their own settings.
struct InterpolateOptions {
  /// How far the xforms move one after the other, in order. 0: all at once; 1: each xform starts
  /// when the previous one has arrived. Only for two genomes.
  double stagger = 0;
  Compatibility compat = Compatibility::Flam3;
  /// The windings of the second genome for each standard xform; empty for none.
  std::vector<WindingReference> windings = {};
  /// If false, the result has the first genome's palette, which saves most of the work.
  bool withPalette = true;
};

/// Mixes two or four aligned genomes. Names and settings that cannot be mixed come from the first
/// one. The result has neither motion elements nor symmetry.
Genome mixGenomes(llvm::ArrayRef<Genome> aligned, llvm::ArrayRef<double> weights,
                  const InterpolateOptions &options = {});

/// The interval in which xform `index` of `count` moves under a stagger, as shares of the first
/// genome: above `begin` it has not started, below `end` it has arrived.
struct StaggerSpan {
  double begin = 1, end = 0;
};
StaggerSpan staggerSpan(double stagger, size_t index, size_t count);

/// 3 t² - 2 t³: from 0 to 1 with velocity 0 at both ends.
inline double smoothStep(double t) { return t * t * (3 - 2 * t); }

/// The segment between two key frames. Evaluates any time, also outside the segment.
class KeySegment {
public:
  /// The segment that begins at key `index`; at least two keys.
  KeySegment(llvm::ArrayRef<Genome> keys, size_t index,
             Compatibility compat = Compatibility::Flam3);

  /// With `withPalette` false, the result has the first genome's palette.
  Genome at(double time, double stagger = 0, bool withPalette = true) const;
  /// The palettes that take part, prepared for mixing.
  PaletteMixer palettes() const;
  llvm::SmallVector<double, 4> weightsAt(double time) const;

private:
  std::vector<Genome> genomes;
  double begin, end;
  Compatibility compat;
};

/// The index of the segment that determines the genome at `time`.
size_t findSegment(llvm::ArrayRef<Genome> keys, double time);

/// The genome at `time` between keys of strictly increasing time. A single key is returned
/// unchanged.
Genome interpolateGenomes(llvm::ArrayRef<Genome> keys, double time, double stagger = 0,
                          Compatibility compat = Compatibility::Flam3);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_INTERPOLATEGENOMES_H
