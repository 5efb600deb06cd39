// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference interpreter: the xforms of a flame at one instant, evaluated in double precision
// without compiler or device. It applies the same steps as code compiled from ImportXform.cpp, for
// planar and 3D flames. Estimates and breeding iterate flames with it; pictures are never rendered
// with it. Direct RGB colours, fog, depth of field and antialiasing are left out: they move no
// point of the flame.

#ifndef FLAME_COMPILER_ANIMATION_REFERENCEFLAME_H
#define FLAME_COMPILER_ANIMATION_REFERENCEFLAME_H

#include "compiler/animation/Animation.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace flame {

struct ReferencePoint {
  double x = 0, y = 0;
  double color = 0;
  double z = 0; ///< 0 in a planar flame
  double distanceTo(const ReferencePoint &other) const;
};

/// The next number in [0, 1) of a random sequence.
using RandomSource = llvm::function_ref<double()>;

/// An affine in the plane and, in 3D, of y and z and of x and z.
struct ReferenceAffines {
  Affine xy;
  std::optional<Affine> yz, zx;
  /// Applies all linear parts, then the translations.
  void apply(ReferencePoint &point) const;
};

/// A variation in an xform at one instant.
struct ReferenceVariation {
  const VariationInfo *info;
  VariationUse::Phase phase;
  bool adds; ///< as in VariationUse
  double weight;
  std::vector<double> params;  ///< within the limits of `info`
  std::vector<double> byField; ///< as in VariationUse
};

/// An xform at one instant.
struct ReferenceXform {
  ReferenceXform(const AnimationXform &xform, double time);

  double weight, color, speed, directColor;
  double opacity; ///< of a final xform: the probability that it applies
  ReferenceAffines coefs, post;
  std::vector<double> chaos; ///< factors of the weights of the next xform; empty: all 1
  std::vector<ReferenceVariation> variations;
};

/// A flame at one instant.
class ReferenceFlame {
public:
  ReferenceFlame(const Animation &animation, double time);

  const std::vector<ReferenceXform> &xforms() const { return standard; }
  /// The index of the xform that follows `last` (null: the first one) for a number in [0, 1).
  unsigned choose(const ReferenceXform *last, double number) const;
  /// The point after `xform`. It may be far away, infinite or NaN. The numbers that a variation
  /// draws are taken from `random`. `shown` is multiplied by the plotted share of the point.
  ReferencePoint apply(const ReferenceXform &xform, const ReferencePoint &point,
                       RandomSource random, double &shown) const;
  /// A point of the flame as it is plotted: after the final xforms and the 3D camera.
  ReferencePoint plotted(ReferencePoint point, RandomSource random, double &shown) const;

private:
  /// The parts of the 3D camera that move points.
  struct Camera {
    double zpos, yaw, bank, pitch, turn, x, y, z, persp;
    bool isMirrored; ///< points behind the camera are seen
  };

  ReferencePoint projected(ReferencePoint point) const;

  bool isDeep;
  double preserveZ;
  std::vector<ReferenceXform> standard, finals;
  std::optional<Camera> camera; ///< none: sees x and y
};

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_REFERENCEFLAME_H
