// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a video file by ffmpeg. ffmpeg may exit with code 0 although its disk was full, so the exit
// code alone proves nothing: the file is read, and gets its name only if it holds every frame,
// plays as long as it must, and is not smaller than what it was made of.

#ifndef FLAME_RUNTIME_OUTPUT_ENCODEVIDEO_H
#define FLAME_RUNTIME_OUTPUT_ENCODEVIDEO_H

#include "runtime/plan/FrameClock.h"
#include "support/AtomicFile.h"
#include "support/ChildProcess.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace flame::rt {

/// What a video must hold.
struct VideoLength {
  uint64_t frames = 0;
  FrameRate rate;
  uint64_t frameBytes =
      0; ///< of the encoded frames that are copied into it; 0 if frames are encoded
};

/// Checks that a file is a complete video of this length. An Environment error says how it differs.
Status checkVideo(const std::filesystem::path &file, const VideoLength &length);

/// What every run of ffmpeg begins with: no questions, and no messages but errors.
std::vector<std::string> quietFfmpeg(const std::string &ffmpeg);

/// Waits for the encoder that writes `file`, checks the video, and gives it its name once it is on
/// the disk. The error notes what the encoder printed.
Status finishVideo(AtomicFile &file, ChildProcess &encoder, const VideoLength &length);

/// Starts `command(NAME)`, which must write the video NAME and reads no input, and lets
/// `finishVideo` make it `path`. `shouldStop` ends the wait, see ChildProcess; may be null.
Status encodeVideo(const std::filesystem::path &path,
                   const std::function<std::vector<std::string>(const std::string &)> &command,
                   const VideoLength &length, std::function<bool()> shouldStop);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_ENCODEVIDEO_H
