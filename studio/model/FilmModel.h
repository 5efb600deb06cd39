// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON form of what the page shows or films: one flame, or an animation of several.
//
//   {"model": MODEL}      a still
//   {"film": {"kind": "keys" "loop" "edge" "sequence", "models": [MODEL...],
//             "frames": 160, "stagger": 0}}

#ifndef FLAME_STUDIO_MODEL_FILMMODEL_H
#define FLAME_STUDIO_MODEL_FILMMODEL_H

#include "compiler/animation/Animation.h"
#include "studio/model/GenomeModel.h"

namespace flame::studio {

/// An animation, or messages that say why there is none.
struct SubjectReading {
  std::optional<Animation> animation;
  std::vector<ModelMessage> messages;
};

SubjectReading readSubject(const nlohmann::json &subject);

} // namespace flame::studio

#endif // FLAME_STUDIO_MODEL_FILMMODEL_H
