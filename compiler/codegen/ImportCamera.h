// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the IR of the camera: everything between the final xforms and the picture.

#ifndef FLAME_COMPILER_CODEGEN_IMPORTCAMERA_H
#define FLAME_COMPILER_CODEGEN_IMPORTCAMERA_H

#include "compiler/codegen/ImportXform.h"

namespace flame {

class CameraImporter : protected XformImporter {
protected:
  using XformImporter::XformImporter;

  /// True if the camera differs from a plain view from above.
  bool seesSpace() const;
  /// The position in the image plane where a 3D camera sees a point.
  RunningPoint projected(RunningPoint at, mlir::Location loc);
  /// True if the flame has fog.
  bool hasFog() const;
  /// Moves some samples by a random length in a random direction.
  RunningPoint antialiased(const RunningPoint &point, mlir::Location loc);

private:
  /// Rotates (u, v) to (u cos - v sin, u sin + v cos), unless the angle is always 0.
  void turn(const Track &angle, const std::string &name, mlir::Value &u, mlir::Value &v,
            mlir::Location loc);
  void move(const Track &distance, const std::string &name, mlir::Value &value, mlir::Location loc);
  /// Divides a point by its distance from the camera.
  void divide(RunningPoint &at, mlir::Value z, mlir::Location loc);
  /// A random offset that grows with the distance from the focus.
  std::pair<mlir::Value, mlir::Value> blur(const RunningPoint &at, mlir::Value z,
                                           mlir::Location loc);
  /// The colour of a sample at `z`. With a probability that grows with its depth in the fog, it is
  /// the colour of the fog.
  mlir::Value inFog(mlir::Value color, mlir::Value z, mlir::Location loc);
  /// The distance of a point from the focus; the sign has no meaning.
  mlir::Value outOfFocus(const RunningPoint &at, mlir::Value z, mlir::Location loc);
  /// 0 within the area in focus, 1 from its outer edge on, a smooth step in between.
  mlir::Value beyondArea(mlir::Value distance, mlir::Location loc);
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTCAMERA_H
