// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads worlds of Chaotica (`.chaos`): XML whose elements have a type and a name, and in which each
// `IFS` is a flame. A world is rewritten as `flame` elements in the dialect `chaotica` and then
// read like any flame. Messages point into the world.
//
// The meaning of numbers is taken from three programs that agree: Fractorium, which reads such
// files; a script that converts Apophysis flames to them; and JWildfire's exporter. Affines use the
// axes of flam3's `coefs`, as lengths and angles in degrees. The y of the camera's position has the
// opposite sign of `center`'s; `rotate` is flam3's; `sensor_width` is the width of the visible part
// of the plane. The camera's transform becomes a final xform that leaves colours unchanged.

#ifndef FLAME_COMPILER_GENOME_XML_CHAOSWORLD_H
#define FLAME_COMPILER_GENOME_XML_CHAOSWORLD_H

#include "compiler/text/XmlDocument.h"

namespace flame {

/// True if the document contains a Chaotica fractal.
bool hasWorld(const XmlDocument &document);

/// Composes a `flame` for each fractal of `document`, in document order. Failure has been reported.
/// Emits one warning per fractal that lists settings which matter in Chaotica and are ignored here.
std::optional<XmlDocument> composeFlames(const XmlDocument &document, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_CHAOSWORLD_H
