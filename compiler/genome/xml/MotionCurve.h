// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's motion curves: a number of a flame as a function of the frame. An element has a curve as a dozen attributes with
// one beginning, as `xyCoeff20Curve_x0`. A still shows the frame that its flame names.

#ifndef FLAME_COMPILER_GENOME_XML_MOTIONCURVE_H
#define FLAME_COMPILER_GENOME_XML_MOTIONCURVE_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// Whether `name` belongs to a motion curve.
bool isOfMotionCurve(llvm::StringRef name);

/// The value at `frame` of the curve whose attributes begin with `prefix`; nothing if the element has no such curve, or one that is
/// switched off. Failure has been reported.
std::optional<double> motionCurveAt(ReaderContext &context, const XmlElement &element,
                                    llvm::StringRef prefix, double frame);

/// The heights of such a curve at `pieces` + 1 places from 0 to `end`, switched off or not; nothing if it has no points.
std::vector<double> sampledCurve(ReaderContext &context, const XmlElement &element,
                                 llvm::StringRef prefix, double end, unsigned pieces);

/// Sets the coefficients of an xform that have curves.
void applyMotionCurves(ReaderContext &context, const XmlElement &element, Xform &xform);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_MOTIONCURVE_H
