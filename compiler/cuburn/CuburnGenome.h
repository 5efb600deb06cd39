// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A genome as a node of a flock, and back. A node knows neither size nor quality nor background, its palette has no
// alpha, and what moves in it has velocities instead of motion elements: what is lost is said. What XML calls symmetry
// has become xforms by then.
//
//   scale       a node counts image widths; zoom is part of it
//   animate     xforms that rotate in loops turn by -360 degrees per unit of time, in nodes about the other axis order:
//               a node turns what an affine yields, flam3 what it is given, which is the same for rotations and
//               scalings. Final xforms and affines that are the identity do not turn
//   filter      becomes camera.dither_width
//   estimator   becomes filters.de, its minimum as a part of the radius

#ifndef FLAME_COMPILER_CUBURN_CUBURNGENOME_H
#define FLAME_COMPILER_CUBURN_CUBURNGENOME_H

#include "compiler/cuburn/CuburnNode.h"
#include "compiler/genome/Genome.h"

namespace flame {

/// The node of a genome. What a node cannot hold is reported as a warning.
CuburnNode makeCuburnNode(const Genome &genome, Diagnostics &diags);

/// The genome of a node at the instant where it stands, for a picture of that size in pixels. Velocities other than
/// those of affines that turn in loops are lost, with a warning.
Genome makeGenome(const CuburnNode &node, int width, int height, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNGENOME_H
