// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the IR of what an xform does to a point, wherever the operations go: the body of an xform of the flame, or one of a flame
// within it.

#ifndef FLAME_COMPILER_CODEGEN_IMPORTXFORM_H
#define FLAME_COMPILER_CODEGEN_IMPORTXFORM_H

#include "compiler/codegen/ImportColor.h"

namespace flame {

class XformImporter : protected ColorImporter {
protected:
  using ColorImporter::ColorImporter;

  /// A weight or xaos factor: what is never above 0 is as good as 0.
  static Track weightTrack(const Track &track) { return track.range().second <= 0 ? 0.0 : track; }

  /// With `keepsColor`, an xform that leaves colours alone, a sample keeps those that it brought
  /// along. A final xform leaves colour adjustments alone.
  RunningPoint applyXform(const AnimationXform &xform, const std::string &name,
                          const RunningPoint &in, bool isFinal, bool keepsColor,
                          mlir::Location loc);
  /// The opacity of a final xform is the probability that it is applied.
  RunningPoint applyFinal(const AnimationXform &xform, const std::string &name,
                          const RunningPoint &in, mlir::Location loc);
  /// The share of the points of an xform that is plotted, computed even if its opacity is 1.
  mlir::Value shareByOpacity(const AnimationXform &xform, const std::string &name,
                             mlir::Location loc);

  /// The share of the point that the xform at hand plots, but for its opacity; null: all of it.
  mlir::Value shown;

private:
  using Coefficients = std::array<mlir::Value, 6>;

  /// The running sum of an xform; empty before its first variation.
  struct RunningSum {
    mlir::Value x, y, z;
  };

  /// Returns the sum of the xform, and the colour that its variations leave behind. `before` is the point before the affine.
  RunningPoint applyVariations(const AnimationXform &xform, const std::string &name,
                               RunningPoint point, const RunningPoint &before,
                               llvm::ArrayRef<mlir::Value> coefs, mlir::Location loc);
  void startSum(RunningSum &sum, mlir::Location loc);
  /// What to start a sum from: adding to -0.0 changes nothing, so the first variation needs no special case.
  std::pair<mlir::Value, mlir::Value> emptySum(mlir::Location loc);
  /// Returns the contribution of a variation at `at`, and the colour after it: that of `at` unless the variation sets
  /// it, seeing the sum of `onto` and the contribution. `origin` is the point that the sum sees.
  RunningPoint evaluate(const AnimationVariation &variation, const std::string &prefix,
                        RunningPoint at, std::pair<mlir::Value, mlir::Value> onto,
                        const RunningPoint &origin, llvm::ArrayRef<mlir::Value> coefs);
  /// A pre or post variation replaces the running point by its output, or is added to it.
  RunningPoint applyInPlace(const AnimationVariation &variation, const std::string &prefix,
                            RunningPoint point, const RunningPoint &origin,
                            llvm::ArrayRef<mlir::Value> coefs);
  /// The z behind a pre or post variation that contributes `z`. One of the plane leaves it alone.
  mlir::Value depthInPlace(const AnimationVariation &variation, mlir::Value before, mlir::Value z,
                           mlir::Location loc);
  /// The z that a variation of the plane contributes.
  mlir::Value keptDepth(mlir::Value z, mlir::Value weight, mlir::Location loc);
  /// The colour of the sample of an xform that says by `variation` what it shows, and that took `in` to `out`; the point goes on with
  /// `color`. What variations set themselves shows first.
  mlir::Value displayColor(const AnimationVariation &variation, const std::string &name,
                           const RunningPoint &in, const RunningPoint &out, mlir::Value color);
  /// Moves the flame within `variation` on, and returns the point of it that is plotted next. It goes a way of its own, by a step
  /// whenever a point comes here (ImportInnerFlame.cpp).
  RunningPoint pointOfFlame(const VariationInfo &variation, const std::string &prefix,
                            mlir::Location loc);

  /// `number`, which follows the weighting field as far as `intensity` says; null or without a field: it does not.
  mlir::Value byField(mlir::Value number, mlir::Value intensity, mlir::Location loc);
  /// Evaluates the weighting field of the xform at its affine point, or at the one before, as the field asks.
  void readField(const AnimationVariation &variation, const std::string &prefix,
                 const RunningPoint &moved, const RunningPoint &before,
                 llvm::ArrayRef<mlir::Value> coefs);
  /// Moves a point behind an xform by the values that its field has there, one coordinate after the other.
  RunningPoint movedByField(RunningPoint point, mlir::Location loc);

  Coefficients affine(const AffineMotion &motion, const std::string &prefix, mlir::Location loc);
  Coefficients cartesianAffine(const AffineTracks &tracks, const std::string &prefix,
                               mlir::Location loc);
  Coefficients polarAffine(const PolarAffineTracks &tracks, const std::string &prefix,
                           mlir::Location loc);
  /// A vector of a magnitude and direction in degrees, counted with y upwards, in a plane whose y points down.
  std::array<mlir::Value, 2> polarColumn(mlir::Value degrees, mlir::Value magnitude,
                                         mlir::Location loc);
  /// Both domains are odd, so slopes change their signs like values. 0 stays 0.
  static Track negated(Track track);
  std::pair<mlir::Value, mlir::Value> apply(const Coefficients &m, mlir::Value x, mlir::Value y,
                                            mlir::Location loc);
  /// Applies an affine, and in space those of the two other planes, all of them before any translation.
  RunningPoint applyInSpace(const Coefficients &xy, const std::optional<AffineMotion> &yz,
                            const std::optional<AffineMotion> &zx, RunningPoint at,
                            const std::string &name, mlir::Location loc);

  /// The product of two shares of a point; null stands for all of it.
  mlir::Value share(mlir::Value a, mlir::Value b, mlir::Location loc);

  /// The weighting field of the xform at hand, and how far weights, colours and points follow it; null: it has none, or they do not.
  struct {
    mlir::Value value, amount, color, jitter;
  } field;
  /// The colours that the sample brings along by what the xform at hand has done so far, as a code; null: none.
  mlir::Value rgb;
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTXFORM_H
