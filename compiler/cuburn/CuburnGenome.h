// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts a genome to a node of a flock, and back. A node has neither size nor quality nor
// background; its palette has no alpha; and it has velocities instead of motion elements. Losses
// are reported. A symmetry has already been expanded to xforms.
//
//   scale       a node counts image widths; zoom is part of it
//   animate     xforms that rotate in loops turn by -360 degrees per unit of time. A node turns the
//               output of an affine, flam3 its input; for rotations and scalings that is the same.
//               Final xforms and identity affines do not turn
//   filter      becomes camera.dither_width
//   estimator   becomes filters.de, its minimum a fraction of the radius

#ifndef FLAME_COMPILER_CUBURN_CUBURNGENOME_H
#define FLAME_COMPILER_CUBURN_CUBURNGENOME_H

#include "compiler/cuburn/CuburnNode.h"
#include "compiler/genome/Genome.h"

namespace flame {

/// The node of a genome. Losses are reported as warnings.
CuburnNode makeCuburnNode(const Genome &genome, Diagnostics &diags);

/// The genome of a node at its own instant, for a picture of that size in pixels. Velocities are
/// lost with a warning, except those of affines that turn in loops.
Genome makeGenome(const CuburnNode &node, int width, int height, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNGENOME_H
