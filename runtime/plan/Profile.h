// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A profile maps an animation to frames and pixels: size, samples, rate, shutter, frames, encoder.
// It is a JSON document with the keys of cuburn's profiles, or a built-in one. Keys of unsupported
// features are collected by name, so the caller can report them once.

#ifndef FLAME_RUNTIME_PLAN_PROFILE_H
#define FLAME_RUNTIME_PLAN_PROFILE_H

#include "runtime/plan/FrameClock.h"
#include "runtime/plan/FramePlan.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace flame::rt {

/// The frames of an animation that a profile selects: first the leading `end` frames (negative: all
/// but the last -end), of these all but the first `start`, of these every (skip + 1)-th.
struct ProfileFrames {
  std::optional<int64_t> start = {}, end = {};
  uint32_t skip = 0;
};

/// The `output` group: file type and encoder settings.
struct ProfileOutput {
  std::string type;              ///< "png", "x264", "vp9", "prores", ...; empty if absent
  std::optional<double> quality; ///< the encoder's constant quality ("crf"); smaller is better
  std::optional<unsigned> bits, chroma; ///< bits per number; chroma 420, 422 or 444
};

/// A profile. Absent values stay as in the artefact.
struct Profile {
  std::optional<double> duration; ///< seconds per unit
  std::optional<FrameRate> rate;
  double frameWidth = 1; ///< length of an exposure in frames
  ProfileFrames frames;
  double shard = 0; ///< seconds of video per segment; 0: the encoder's choice
  std::optional<uint32_t> width, height;
  std::optional<double> samplesPerPixel;
  FinishFactors factors;              ///< factors of `filters`
  std::optional<FilterChain> filters; ///< chain of `filter_order`
  ProfileOutput output;
  std::vector<std::string> ignored; ///< keys without effect
};

/// A built-in profile, or nothing for an unknown name.
std::optional<Profile> builtInProfile(std::string_view name);

/// "preview, 540p, ...".
std::string builtInProfileNames();

/// Parses a profile. `name` is its name in messages.
Result<Profile> parseProfile(std::string_view json, std::string_view name);

/// Resolves the argument of --profile: a built-in name or a path.
Result<Profile> findProfile(const std::string &nameOrPath);

/// Selects from `frames` those that a profile wants. Fails if none is left.
Result<std::vector<int64_t>> chooseFrames(std::vector<int64_t> frames, const ProfileFrames &wanted);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_PROFILE_H
