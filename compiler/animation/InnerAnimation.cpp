// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/animation/InnerAnimation.h"

#include "ir/language/UserVariation.h"

#include "llvm/ADT/STLExtras.h"

namespace flame {

std::optional<Animation> innerAnimation(const VariationInfo &variation, std::string &complaint) {
  const std::optional<Genome> genome = readInnerFlame(*variation.user, complaint);
  return genome ? std::optional(makeStill(*genome)) : std::nullopt;
}

std::string findBadInnerFlame(const Animation &animation) {
  std::string complaint;
  size_t uses = 0;
  auto inspect = [&](const AnimationXform &xform) {
    for (const AnimationVariation &variation : xform.variations) {
      if (!complaint.empty() || !showsFlame(*variation.info))
        continue;
      if (++uses > kMaxInnerFlames)
        complaint = "uses more than " + std::to_string(kMaxInnerFlames) + " flames within it";
      else if (!innerAnimation(*variation.info, complaint))
        complaint =
            "has a flame within '" + variation.info->name.str() + "' that is wrong: " + complaint;
    }
  };
  llvm::for_each(animation.xforms, inspect);
  if (animation.finalXform)
    inspect(*animation.finalXform);
  llvm::for_each(animation.laterFinals, inspect);
  return complaint;
}

} // namespace flame
