// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of flamerun.

#ifndef FLAME_TOOLS_FLAMERUN_OPTIONS_H
#define FLAME_TOOLS_FLAMERUN_OPTIONS_H

#include "runtime/frame/Devices.h"
#include "runtime/frame/FrameSink.h"
#include "runtime/frame/Progress.h"
#include "runtime/output/VideoCodec.h"
#include "runtime/plan/FramePlan.h"
#include "runtime/plan/Profile.h"
#include "tools/flamerun/Sheet.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace flame {

/// What the command line said, word by word.
struct Arguments {
  std::vector<std::string> artefacts;
  std::string output, profile, size, frames, time, fps, memory, look, filters, denoise;
  std::string quality, budget;
  std::optional<double> preview;
  std::string device = "auto", schedule = "auto", progress = "auto", histogram, skipExisting, shard;
  std::optional<double> duration, shutter, crf;
  std::optional<unsigned> bits, chroma;
  std::string hdr, codec, encoderOptions, sheet;
  rt::FrameRequest request; ///< what needs no reading
  bool dither = false;
  bool still = false, resume = false, trust = false, info = false, verbose = false;
  std::string timings;
};

/// How it is said what stages took.
enum class TimingsForm { None, Table, Json };
struct TimingsOutput {
  TimingsForm form = TimingsForm::None;
  std::string file; ///< of JSON; empty: standard error
};

/// What is to be done, as far as it can be said without the artefact.
struct Options {
  std::vector<std::string> artefacts; ///< at least one
  std::string output, device, histogram;
  rt::Profile profile; ///< --profile, overridden by the options that say the same
  std::string profileName;
  rt::FrameRequest request;   ///< size, quality and everything else that all frames share
  std::string frames, moment; ///< --frames and --time: they need the animation to be understood
  bool still = false;
  std::optional<Shard> shard; ///< of the work
  std::optional<Sheet> sheet; ///< one picture of all frames
  double previewSeconds = 0;  ///< from one preview to the next; 0: none
  bool saysDuration = false;  ///< whether it is the user who did
  rt::VideoSettings video;
  /// Options that were given and mean nothing to pictures, or to what does not move.
  std::vector<std::string> forVideos, forAnimations;
  std::optional<unsigned> bits;
  bool dither = false;
  rt::Existing existing = rt::Existing::Replace;
  rt::DeviceOptions gpu;
  rt::ProgressMode progress = rt::ProgressMode::Auto;
  TimingsOutput timings;
  bool info = false, verbose = false;
};

void declareOptions(CLI::App &app, Arguments &arguments);

/// Reads the words. Reads the profile, too, if it is a file.
rt::Result<Options> readOptions(const Arguments &arguments);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_OPTIONS_H
