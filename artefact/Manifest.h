// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The metadata of an artefact: its origin, size and length, the finishing of its frames and the
// layout of a parameter block. The compiler fills the struct and writes it as JSON; flamerun reads
// it back. Reading checks everything, so an existing Manifest can be used without further checks:
// all numbers are finite and in range, and all offsets of the layout lie inside its block.

#ifndef FLAME_ARTEFACT_MANIFEST_H
#define FLAME_ARTEFACT_MANIFEST_H

#include "abi/Abi.h"
#include "support/Result.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace flame::rt {

/// Ranges define what can be rendered at all, not what looks good. `kAnything` means no bound: the
/// compiler's 1e30, rounded to single precision. `kSmallest` means "greater than 0".
inline constexpr double kAnything = 1e30f, kSmallest = 1e-30;

/// How a frame is framed, sampled and finished unless the command line says otherwise. For an
/// animation, these are the values at its start. Names, units and defaults are those of
/// ir/Settings.td. Keywords are strings.
struct FrameDefaults {
#define FLAME_FRAME_MEMBERS
#include "artefact/FrameSettings.inc"

  bool operator==(const FrameDefaults &) const = default;
};

/// Most knots of a track.
inline constexpr size_t kMaxTrackKnots = 1 << 16;

/// A value of FrameDefaults over time; see runtime/shared/Track.h.
struct FrameTrack {
  abi::Domain domain = abi::Domain::Linear;
  std::vector<abi::Knot> knots;
};

/// Number of warm-up rounds (flam3: fuse) at an animation time.
struct FuseKnot {
  float time = 0;
  uint32_t rounds = 0;
  bool operator==(const FuseKnot &) const = default;
};

/// Most knots of the warm-up over time.
inline constexpr size_t kMaxFuseKnots = 256;

/// The manifest of an artefact.
struct Manifest {
  /// Name of the flame, its author and the author's URL. Each may be empty.
  std::string name, author, url;
  std::string dialect; ///< dialect of the source and the reason for it, for people; may be empty
  /// Programs that made the file, with their versions: "flamec", "llvm", "ptxas", ...
  std::map<std::string, std::string> tools;

  /// Length in units of `timeUnit`; 0 for a still.
  double duration = 0;
  /// "frames", or "units" of a length that the profile chooses.
  std::string timeUnit = "frames";
  /// Start time in the source, in the same unit.
  double startTime = 0;
  /// True if the end flows into the start.
  bool loops = false;
  FrameDefaults frame;
  /// The values of `frame` that change over time, by their JSON key. background_red,
  /// background_green and background_blue are separate tracks.
  std::map<std::string, FrameTrack> frameTracks;

  /// `frame` at an animation time.
  FrameDefaults frameAt(double time) const;

  abi::BlockLayout layout = {};
  /// abi::Feature bits.
  uint32_t features = 0;
  /// Points of a logical block of the iterate kernel.
  uint32_t pointsPerBlock = abi::kPointsPerBlock;
  /// Warm-up rounds over time: straight lines between knots in ascending time, constant before the
  /// first and after the last. Never empty.
  std::vector<FuseKnot> fuse = {FuseKnot()};

  /// The most warm-up rounds in the animation times from `first` to `last`, where first <= last.
  uint32_t fuseWithin(double first, double last) const;

  /// Targets with machine code ("sm_90"). The first is that of the ELF file itself. May be empty.
  std::vector<std::string> targets;
  /// Target of the PTX; empty without PTX.
  std::string ptxTarget;
};

/// The manifest as indented JSON. Fails on values that `readManifest` would refuse, and names the
/// key.
Result<std::string> writeManifest(const Manifest &manifest);

/// Parses and checks a manifest. Unknown keys are ignored.
Result<Manifest> readManifest(std::string_view json);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_MANIFEST_H
