// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames as a video, encoded by ffmpeg. The frames are cut into segments of a fixed number; each
// segment is piped into an encoder of its own and, once complete, put into the directory
// OUTPUT.parts. At the end the segments are joined without encoding them again. Only one program at
// a time works at a video. So a failing encoder costs its segment, a full disk or a kill two at
// most (one is finished while the next one is begun), and a run that takes up another one's work
// makes the same file as an undisturbed run.
//
// Every segment starts with a key frame; that is also where players can seek to.

#ifndef FLAME_RUNTIME_OUTPUT_VIDEOFILE_H
#define FLAME_RUNTIME_OUTPUT_VIDEOFILE_H

#include "runtime/frame/FrameSink.h"
#include "runtime/output/SegmentFolder.h"
#include "runtime/output/VideoCodec.h"
#include "support/OutputLock.h"

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

namespace flame::rt {

/// What a video is made of besides its frames.
struct VideoFileSettings {
  VideoEncoding encoding;
  FrameRate rate;
  uint32_t width = 0, height = 0;
  uint32_t segmentFrames = 48; ///< at least 1
  std::string title;           ///< may be empty
  std::string identity;        ///< of the artefact
  Existing existing = Existing::Replace;
  std::string ffmpeg = "ffmpeg"; ///< found in PATH
  /// Whether the user wants an end: encoders that hang are given up then. May be null.
  std::function<bool()> shouldStop = nullptr;
};

/// Writes frames to a video.
class VideoFile : public FrameSink {
public:
  /// `jobs` must outlive the sink. Tries the encoder on a grey frame and that the target can be
  /// written, and is written by nobody else, before anything is rendered.
  static Result<std::unique_ptr<VideoFile>>
  create(std::filesystem::path path, const std::vector<FrameJob> &jobs, VideoFileSettings settings);

  /// What this machine's ffmpeg can encode, for chooseEncoding. An Environment error without
  /// ffmpeg.
  static Result<std::string> listEncoders(const std::string &ffmpeg = "ffmpeg");

  ~VideoFile() override;

  Result<std::vector<bool>> findExisting() override;
  bool isOrdered() const override { return true; }
  Status put(size_t index, const RenderedFrame &frame) override;
  Status finish() override;
  std::filesystem::path pathOf(size_t) const override { return path; }

private:
  /// A segment that is being encoded.
  struct Segment {
    AtomicFile file;
    ChildProcess encoder;
    size_t index;
  };

  VideoFile(std::filesystem::path path, OutputLock lock, const std::vector<FrameJob> &jobs,
            VideoFileSettings settings);

  size_t segmentOf(size_t frame) const { return frame / settings.segmentFrames; }
  size_t segments() const { return segmentOf(jobs.size() - 1) + 1; }
  size_t firstFrameOf(size_t segment) const { return segment * settings.segmentFrames; }
  size_t endFrameOf(size_t segment) const;
  std::vector<VideoLength> segmentLengths() const;

  std::string fingerprint() const;
  bool isFinished() const;
  Status tryEncoder() const;
  std::vector<std::string> segmentCommand(const std::string &output) const;
  std::vector<std::string> joinCommand(const std::filesystem::path &list,
                                       const std::string &output) const;
  Status beginSegment(size_t segment);
  Status endSegment();
  Status waitForEnding();
  std::string joinList() const;
  Error explain(Error error) const;

  std::filesystem::path path;
  const OutputLock lock; ///< of the video and its segments
  const std::vector<FrameJob> &jobs;
  VideoFileSettings settings;
  SegmentFolder folder;
  std::optional<Segment> current;
  std::future<Status> ending; ///< of the segment before, whose encoder still works
  bool done = false;          ///< the output exists and is complete
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_VIDEOFILE_H
