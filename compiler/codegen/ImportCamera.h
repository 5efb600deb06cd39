// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the IR of what happens to a point between the final xforms and the picture.

#ifndef FLAME_COMPILER_CODEGEN_IMPORTCAMERA_H
#define FLAME_COMPILER_CODEGEN_IMPORTCAMERA_H

#include "compiler/codegen/ImportXform.h"

namespace flame {

class CameraImporter : protected XformImporter {
protected:
  using XformImporter::XformImporter;

  /// Whether the picture is other than the plane from above.
  bool seesSpace() const;
  /// Where a camera in space sees a point in the plane of its picture.
  RunningPoint projected(RunningPoint at, mlir::Location loc);
  /// Whether points lie in a fog.
  bool hasFog() const;
  /// Some samples are moved by a random length in a random direction.
  RunningPoint antialiased(const RunningPoint &point, mlir::Location loc);

private:
  /// (u, v) to (u cos - v sin, u sin + v cos) of an angle, unless that is always 0.
  void turn(const Track &angle, const std::string &name, mlir::Value &u, mlir::Value &v,
            mlir::Location loc);
  void move(const Track &distance, const std::string &name, mlir::Value &value, mlir::Location loc);
  /// Divides a point by its distance from the camera.
  void divide(RunningPoint &at, mlir::Value z, mlir::Location loc);
  /// A random offset that grows with the distance from what is in focus.
  std::pair<mlir::Value, mlir::Value> blur(const RunningPoint &at, mlir::Value z,
                                           mlir::Location loc);
  /// The colour of a sample at `z`: that of the fog, the more often the deeper it lies there.
  mlir::Value inFog(mlir::Value color, mlir::Value z, mlir::Location loc);
  /// How far from what is in focus a point is; its sign does not matter.
  mlir::Value outOfFocus(const RunningPoint &at, mlir::Value z, mlir::Location loc);
  /// 0 within the area in focus, and 1 from its edge on; in between a smooth step.
  mlir::Value beyondArea(mlir::Value distance, mlir::Location loc);
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTCAMERA_H
