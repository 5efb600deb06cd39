// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's motion curves: numbers of a flame as functions of the frame. A curve consists of
// about a dozen attributes with a common prefix, such as `xyCoeff20Curve_x0`. A still uses the
// frame that its flame names.

#ifndef FLAME_COMPILER_GENOME_XML_MOTIONCURVE_H
#define FLAME_COMPILER_GENOME_XML_MOTIONCURVE_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// True if `name` belongs to a motion curve.
bool isOfMotionCurve(llvm::StringRef name);

/// The value at `frame` of the curve whose attributes begin with `prefix`. Nothing if the element
/// has no such curve or the curve is switched off. Failure has been reported.
std::optional<double> motionCurveAt(ReaderContext &context, const XmlElement &element,
                                    llvm::StringRef prefix, double frame);

/// Samples such a curve at `pieces` + 1 positions from 0 to `end`, even if it is switched off.
/// Empty if the curve has no points.
std::vector<double> sampledCurve(ReaderContext &context, const XmlElement &element,
                                 llvm::StringRef prefix, double end, unsigned pieces);

/// Sets the coefficients of an xform that have curves.
void applyMotionCurves(ReaderContext &context, const XmlElement &element, Xform &xform);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_MOTIONCURVE_H
