// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Worlds of Chaotica (`.chaos`): XML of elements with a type and a name, of which an `IFS` is a flame. What stands in one is said once
// more as elements of a flame in the dialect `chaotica`, which are then read as any flame is; messages point at the world.
//
// What numbers mean is known from three programs that read or write such files and agree: Fractorium, which reads them, a script that
// makes flames of Apophysis of them, and JWildfire's exporter. Axes of affines are those of flam3's `coefs`, lengths and angles in
// degrees; y of the camera's position has the other sign than `center`; `rotate` is flam3's; `sensor_width` is what the width of the
// picture shows of the plane; the transform of the camera is a final xform that leaves colours alone.

#ifndef FLAME_COMPILER_GENOME_XML_CHAOSWORLD_H
#define FLAME_COMPILER_GENOME_XML_CHAOSWORLD_H

#include "compiler/text/XmlDocument.h"

namespace flame {

/// Whether a document has a fractal of Chaotica.
bool hasWorld(const XmlDocument &document);

/// A `flame` for each fractal of the worlds of `document`, in its order. Failure has been reported. What is in a world and makes a
/// difference there, but not here, is one warning for each fractal.
std::optional<XmlDocument> composeFlames(const XmlDocument &document, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_CHAOSWORLD_H
