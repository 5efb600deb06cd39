// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A profile maps an animation to frames and pixels: size, samples, rate, shutter, which frames, which encoder. It is
// a JSON document with the keys of cuburn's profiles, or one of a few that are built in. Keys whose feature does not
// exist here are collected by name, so that whoever uses the profile can say so once.

#ifndef FLAME_RUNTIME_PLAN_PROFILE_H
#define FLAME_RUNTIME_PLAN_PROFILE_H

#include "runtime/plan/FrameClock.h"
#include "runtime/plan/FramePlan.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace flame::rt {

/// Which of an animation's frames a profile wants: of all of them the first `end` (negative: all but the last -end),
/// of these all but the first `start`, of these every (skip + 1)-th.
struct ProfileFrames {
  std::optional<int64_t> start = {}, end = {};
  uint32_t skip = 0;
};

/// The `output` group: what to write and how to encode it.
struct ProfileOutput {
  std::string type;              ///< "png", "x264", "vp9", "prores", ...; empty when not said
  std::optional<double> quality; ///< the encoder's constant quality ("crf"); smaller is better
  std::optional<unsigned> bits, chroma; ///< per number; 420, 422 or 444
};

/// A profile; what is absent is as in the artefact.
struct Profile {
  std::optional<double> duration; ///< seconds per unit
  std::optional<FrameRate> rate;
  double frameWidth = 1; ///< length of an exposure in frames
  ProfileFrames frames;
  double shard = 0; ///< seconds of video per segment, 0: as the encoder likes
  std::optional<uint32_t> width, height;
  std::optional<double> samplesPerPixel;
  FinishFactors factors;              ///< of `filters`
  std::optional<FilterChain> filters; ///< of `filter_order`
  ProfileOutput output;
  std::vector<std::string> ignored; ///< keys that have no effect
};

/// A built-in profile, or nothing for a name that is none.
std::optional<Profile> builtInProfile(std::string_view name);

/// "preview, 540p, ...".
std::string builtInProfileNames();

/// Reads the text of a profile; `name` is what messages call it.
Result<Profile> parseProfile(std::string_view json, std::string_view name);

/// What --profile takes: a built-in name or a path.
Result<Profile> findProfile(const std::string &nameOrPath);

/// The frames of `frames` that a profile wants. Fails when none is left.
Result<std::vector<int64_t>> chooseFrames(std::vector<int64_t> frames, const ProfileFrames &wanted);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_PROFILE_H
