// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an artefact says about itself, apart from code and curves: who made it, how big and how long
// it is, how its frames are finished and how a parameter block is laid out. The compiler fills the
// struct and writes it as JSON; flamerun reads it back. Reading checks everything, so that a
// Manifest that exists can be used without looking again: all numbers are finite and in range, all
// offsets of the layout lie inside its block.

#ifndef FLAME_ARTEFACT_MANIFEST_H
#define FLAME_ARTEFACT_MANIFEST_H

#include "abi/Abi.h"
#include "support/Result.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace flame::rt {

/// Ranges say what can be rendered at all, not what looks good. `kAnything` stands for no bound: the compiler's 1e30, rounded
/// to single precision; `kSmallest` for "greater than 0".
inline constexpr double kAnything = 1e30f, kSmallest = 1e-30;

/// How a frame is framed, sampled and finished unless the command line says otherwise. Of an
/// animation: at its start. Names, units and defaults are those of ir/Settings.td; keywords are words.
struct FrameDefaults {
#define FLAME_FRAME_MEMBERS
#include "artefact/FrameSettings.inc"

  bool operator==(const FrameDefaults &) const = default;
};

/// What the reader takes of one track.
inline constexpr size_t kMaxTrackKnots = 1 << 16;

/// A value of FrameDefaults over time; see runtime/shared/Track.h.
struct FrameTrack {
  abi::Domain domain = abi::Domain::Linear;
  std::vector<abi::Knot> knots;
};

/// How many rounds the fuse has at a time, in animation time.
struct FuseKnot {
  float time = 0;
  uint32_t rounds = 0;
  bool operator==(const FuseKnot &) const = default;
};

/// What the reader takes of the fuse over time.
inline constexpr size_t kMaxFuseKnots = 256;

/// The manifest of an artefact.
struct Manifest {
  /// Of the flame, and of whoever made it; each may be empty.
  std::string name, author, url;
  std::string dialect; ///< which the flame was read in and why, for people; empty if none
  /// What made the file: "flamec", "llvm", "ptxas", ... and their versions.
  std::map<std::string, std::string> tools;

  /// Length in units of `timeUnit`; 0 for a still.
  double duration = 0;
  /// "frames", or "units" of a length that the profile chooses.
  std::string timeUnit = "frames";
  /// What the source calls the start, in the same unit.
  double startTime = 0;
  /// The end flows into the start.
  bool loops = false;
  FrameDefaults frame;
  /// What of `frame` changes over time, by the key that it has in JSON; background_red, background_green and
  /// background_blue are tracks of their own.
  std::map<std::string, FrameTrack> frameTracks;

  /// `frame` at an animation time.
  FrameDefaults frameAt(double time) const;

  abi::BlockLayout layout = {};
  /// abi::Feature bits.
  uint32_t features = 0;
  /// Points of a logical block of the iterate kernel.
  uint32_t pointsPerBlock = abi::kPointsPerBlock;
  /// Its fuse over time: straight lines between knots in ascending time, constant before the first and after the last. Never empty.
  std::vector<FuseKnot> fuse = {FuseKnot()};

  /// The longest fuse from one animation time to a later one, or the same.
  uint32_t fuseWithin(double first, double last) const;

  /// What the artefact has machine code for ("sm_90"); the first is that of the ELF file itself.
  /// May be empty.
  std::vector<std::string> targets;
  /// What its PTX was made for; empty without PTX.
  std::string ptxTarget;
};

/// The manifest as indented JSON. Fails, naming the key, on values that `readManifest` would
/// refuse.
Result<std::string> writeManifest(const Manifest &manifest);

/// Parses and checks a manifest. Keys that this version does not know are ignored.
Result<Manifest> readManifest(std::string_view json);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_MANIFEST_H
