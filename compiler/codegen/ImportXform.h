// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the IR of an xform's effect on a point, at the current insertion point: in the body of an
// xform of the flame, or for an xform of an embedded flame.

#ifndef FLAME_COMPILER_CODEGEN_IMPORTXFORM_H
#define FLAME_COMPILER_CODEGEN_IMPORTXFORM_H

#include "compiler/codegen/ImportColor.h"

namespace flame {

class XformImporter : protected ColorImporter {
protected:
  using ColorImporter::ColorImporter;

  /// A weight or chaos factor. A track that is never above 0 becomes the constant 0.
  static Track weightTrack(const Track &track) { return track.range().second <= 0 ? 0.0 : track; }

  /// Applies an xform. With `keepsColor`, a sample of an xform that leaves colours unchanged keeps
  /// the colour that it arrived with. A final xform does not change colour adjustments.
  RunningPoint applyXform(const AnimationXform &xform, const std::string &name,
                          const RunningPoint &in, bool isFinal, bool keepsColor,
                          mlir::Location loc);
  /// Applies a final xform with a probability equal to its opacity.
  RunningPoint applyFinal(const AnimationXform &xform, const std::string &name,
                          const RunningPoint &in, mlir::Location loc);
  /// The fraction of the xform's points that is plotted, computed even if its opacity is 1.
  mlir::Value shareByOpacity(const AnimationXform &xform, const std::string &name,
                             mlir::Location loc);

  /// The plotted share of the current xform's point, without its opacity; null: all of it.
  mlir::Value shown;

private:
  using Coefficients = std::array<mlir::Value, 6>;

  /// The running sum of an xform; empty before its first variation.
  struct RunningSum {
    mlir::Value x, y, z;
  };

  /// Returns the sum of the xform and the colour after its variations. `before` is the point before
  /// the affine.
  RunningPoint applyVariations(const AnimationXform &xform, const std::string &name,
                               RunningPoint point, const RunningPoint &before,
                               llvm::ArrayRef<mlir::Value> coefs, mlir::Location loc);
  void startSum(RunningSum &sum, mlir::Location loc);
  /// The start of a sum. Adding to -0.0 changes nothing, so the first variation needs no special
  /// case.
  std::pair<mlir::Value, mlir::Value> emptySum(mlir::Location loc);
  /// Returns the contribution of a variation at `at`, and the colour after it. The colour is that
  /// of `at` unless the variation sets it; such a variation sees the sum of `onto` and the
  /// contribution. `origin` is the point that the sum sees.
  RunningPoint evaluate(const AnimationVariation &variation, const std::string &prefix,
                        RunningPoint at, std::pair<mlir::Value, mlir::Value> onto,
                        const RunningPoint &origin, llvm::ArrayRef<mlir::Value> coefs);
  /// Replaces the running point by the output of a pre or post variation, or adds the output to it.
  RunningPoint applyInPlace(const AnimationVariation &variation, const std::string &prefix,
                            RunningPoint point, const RunningPoint &origin,
                            llvm::ArrayRef<mlir::Value> coefs);
  /// The z after a pre or post variation that contributes `z`. A planar variation leaves z
  /// unchanged.
  mlir::Value depthInPlace(const AnimationVariation &variation, mlir::Value before, mlir::Value z,
                           mlir::Location loc);
  /// The z that a planar variation contributes.
  mlir::Value keptDepth(mlir::Value z, mlir::Value weight, mlir::Location loc);
  /// The display colour of a sample whose xform sets it by `variation` and mapped `in` to `out`;
  /// the point continues with `color`. A colour that variations set directly takes precedence.
  mlir::Value displayColor(const AnimationVariation &variation, const std::string &name,
                           const RunningPoint &in, const RunningPoint &out, mlir::Value color);
  /// Advances the flame embedded in `variation` by one step and returns its next plotted point. Its
  /// point moves independently of the outer flame, one step for each point that arrives here
  /// (ImportInnerFlame.cpp).
  RunningPoint pointOfFlame(const VariationInfo &variation, const std::string &prefix,
                            mlir::Location loc);

  /// `number` after the weighting field acted on it with `intensity`. Unchanged if `intensity` is
  /// null or there is no field.
  mlir::Value byField(mlir::Value number, mlir::Value intensity, mlir::Location loc);
  /// Evaluates the weighting field of the xform at the point after or before the affine, as the
  /// field's parameter says.
  void readField(const AnimationVariation &variation, const std::string &prefix,
                 const RunningPoint &moved, const RunningPoint &before,
                 llvm::ArrayRef<mlir::Value> coefs);
  /// Moves the output point of an xform by the field's values there, one coordinate after the
  /// other.
  RunningPoint movedByField(RunningPoint point, mlir::Location loc);

  Coefficients affine(const AffineMotion &motion, const std::string &prefix, mlir::Location loc);
  Coefficients cartesianAffine(const AffineTracks &tracks, const std::string &prefix,
                               mlir::Location loc);
  Coefficients polarAffine(const PolarAffineTracks &tracks, const std::string &prefix,
                           mlir::Location loc);
  /// A column from its magnitude and its direction in degrees. Directions count with y upwards; the
  /// plane's y points down.
  std::array<mlir::Value, 2> polarColumn(mlir::Value degrees, mlir::Value magnitude,
                                         mlir::Location loc);
  /// Negates a track. Both domains are odd, so slopes change sign like values. 0 stays 0.
  static Track negated(Track track);
  std::pair<mlir::Value, mlir::Value> apply(const Coefficients &m, mlir::Value x, mlir::Value y,
                                            mlir::Location loc);
  /// Applies an affine and, in 3D, those of the two other planes. All linear parts come before any
  /// translation.
  RunningPoint applyInSpace(const Coefficients &xy, const std::optional<AffineMotion> &yz,
                            const std::optional<AffineMotion> &zx, RunningPoint at,
                            const std::string &name, mlir::Location loc);

  /// The product of two shares of a point; null means the whole point.
  mlir::Value share(mlir::Value a, mlir::Value b, mlir::Location loc);

  /// The weighting field of the current xform, and its strength on weights, colours and points.
  /// Null where there is no field or it has no effect.
  struct {
    mlir::Value value, amount, color, jitter;
  } field;
  /// The direct RGB code that the sample has after the operations of the current xform so far;
  /// null: none.
  mlir::Value rgb;
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTXFORM_H
