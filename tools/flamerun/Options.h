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

/// The values of the command line as given.
struct Arguments {
  std::vector<std::string> artefacts;
  std::string output, profile, size, frames, time, fps, memory, look, filters, denoise;
  std::string quality, budget;
  std::optional<double> preview;
  std::string device = "auto", schedule = "auto", progress = "auto", histogram, skipExisting, shard;
  std::optional<double> duration, shutter, crf;
  std::optional<unsigned> bits, chroma;
  std::string hdr, codec, encoderOptions, sheet;
  rt::FrameRequest request; ///< values that need no parsing
  bool dither = false;
  bool still = false, resume = false, trust = false, info = false, verbose = false;
  std::string timings;
};

/// Output format of stage times.
enum class TimingsForm { None, Table, Json };
struct TimingsOutput {
  TimingsForm form = TimingsForm::None;
  /// File for the JSON. Empty: standard error.
  std::string file;
};

/// The parsed options, as far as they can be interpreted without the artefact.
struct Options {
  std::vector<std::string> artefacts; ///< at least one
  std::string output, device, histogram;
  /// --profile, with the command line's values in place of its own.
  rt::Profile profile;
  std::string profileName;
  /// Size, quality and everything else that all frames share.
  rt::FrameRequest request;
  /// --frames and --time, which only the animation can interpret.
  std::string frames, moment;
  bool still = false;
  std::optional<Shard> shard; ///< part of the work
  std::optional<Sheet> sheet; ///< one picture of all frames
  /// Interval between previews. 0: none.
  double previewSeconds = 0;
  bool saysDuration = false; ///< the user gave a duration
  rt::VideoSettings video;
  /// Options on the command line that have no effect on pictures, or on stills.
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

/// Parses the values. Also reads the profile if it is a file.
rt::Result<Options> readOptions(const Arguments &arguments);

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_OPTIONS_H
