// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an artefact says about itself, apart from code and curves: who made it, how big and how long
// it is, how its frames are finished, how a parameter block is laid out and what its kernels are
// called. The compiler fills the struct and writes it as JSON; flamerun reads it back. Reading
// checks everything, so that a Manifest that exists can be used without looking again: all numbers
// are finite and in range, all offsets of the layout lie inside its block.

#ifndef FLAME_ARTEFACT_MANIFEST_H
#define FLAME_ARTEFACT_MANIFEST_H

#include "abi/Abi.h"
#include "support/Result.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace flame::rt {

/// How a frame is framed, sampled and finished unless the command line says otherwise. Of an
/// animation: at its start. Names, units and defaults are those of the flam3 file format.
struct FrameDefaults {
  /// Output pixels.
  uint32_t width = 100, height = 100;
  /// Samples per output pixel, before zoom.
  double quality = 1;
  /// Buckets per pixel and axis, at most kMaxSupersample.
  uint32_t supersample = 1;
  static constexpr uint32_t kMaxSupersample = 64;

  /// Keyword of the spatial filter, its radius multiplier.
  std::string filterShape = "gaussian";
  double filterRadius = 0.5;

  double brightness = 4, gamma = 4, gammaThreshold = 0.01, vibrancy = 1, highlightPower = -1;
  /// Red, green, blue; 0..1.
  std::array<double, 3> background = {0, 0, 0};

  /// Density estimation: radii in output pixels (0 disables) and the exponent of decay.
  double estimatorRadius = 9, estimatorMinimum = 0, estimatorCurve = 0.4;

  /// Factor on `quality`, asked for or not.
  double density = 1;

  uint32_t passes = 1, temporalSamples = 1;
  /// Shape of the shutter ("box", "gaussian", "exp"), its length in frames, the exponent of "exp".
  std::string temporalFilter = "box";
  double temporalFilterWidth = 1, temporalFilterExp = 0;

  /// Camera: centre in world units, pixels per world unit at zoom 0, zoom as a power of two,
  /// degrees clockwise.
  double centerX = 0, centerY = 0, scale = 50, zoom = 0, rotate = 0;

  /// "step" or "linear".
  std::string paletteMode = "step";

  bool operator==(const FrameDefaults &) const = default;
};

/// What the reader takes of one track.
inline constexpr size_t kMaxKnotsOfTrack = 1 << 16;

/// A value of FrameDefaults over time; see runtime/shared/Track.h.
struct FrameTrack {
  abi::Domain domain = abi::Domain::Linear;
  std::vector<abi::Knot> knots;
};

/// The manifest of an artefact.
struct Manifest {
  /// Of the flame, and of whoever made it; each may be empty.
  std::string name, author, url, licence;
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
  /// What of `frame` changes over time, by the key that it has in JSON: brightness, gamma, gamma_threshold, vibrancy,
  /// highlight_power, background_red, background_green, background_blue, density, temporal_filter_width, center_x,
  /// center_y, scale, zoom, rotate.
  std::map<std::string, FrameTrack> frameTracks;

  /// `frame` at an animation time.
  FrameDefaults frameAt(double time) const;

  abi::BlockLayout layout = {};
  /// abi::Feature bits.
  uint32_t features = 0;
  /// Points of a logical block of the iterate kernel, and its uncounted rounds.
  uint32_t pointsPerBlock = abi::kPointsPerBlock, fuse = 0;
  /// Role ("precalc", "iterate") to the name of the kernel.
  std::map<std::string, std::string> kernels;

  /// What the artefact has machine code for ("sm_90"); the first is that of the ELF file itself.
  /// May be empty.
  std::vector<std::string> targets;
  /// What its PTX was made for; empty without PTX.
  std::string ptxTarget;

  /// Hexadecimal content hashes: "ir" (what code generation consumed), "genome" (the source text),
  /// ...
  std::map<std::string, std::string> hashes;
};

/// The manifest as indented JSON. Fails, naming the key, on values that `readManifest` would
/// refuse.
Result<std::string> writeManifest(const Manifest &manifest);

/// Parses and checks a manifest. Keys that this version does not know are ignored.
Result<Manifest> readManifest(std::string_view json);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_MANIFEST_H
