// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Segments are NUT files: ffmpeg's own container, which keeps exact time stamps and holds every
// codec. Everything that would differ from run to run (dates, versions, random identifiers) is
// switched off.

#include "runtime/output/VideoFile.h"

#include "runtime/output/FrameFingerprint.h"
#include "support/StartBeside.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <system_error>

namespace flame::rt {

namespace fs = std::filesystem;

/// Where containers keep their texts: near the beginning or the end.
static constexpr std::streamoff kTextRegion = 1 << 20;

static void extend(std::vector<std::string> &list, const std::vector<std::string> &more) {
  list.insert(list.end(), more.begin(), more.end());
}

VideoFile::VideoFile(fs::path output, OutputLock lock, const std::vector<FrameJob> &jobs,
                     VideoFileSettings settings)
    : path(std::move(output)), lock(std::move(lock)), jobs(jobs), settings(std::move(settings)),
      folder(path, fingerprint(), segmentLengths()) {}

VideoFile::~VideoFile() {
  current.reset(); // kills the encoder and removes its file
  (void)waitForEnding();
  if (!done && folder.finished() == 0)
    folder.remove();
}

Result<std::string> VideoFile::listEncoders(const std::string &ffmpeg) {
  Result<std::string> list = outputOf({ffmpeg, "-hide_banner", "-encoders"}, Sandbox());
  if (list)
    return list;
  const std::string &note = list.error().note();
  return Error(ErrorKind::Environment, "videos need ffmpeg: " + list.error().text(),
               note.empty() ? "install ffmpeg, or write pictures: -o 'out/%05d.png'" : note);
}

Result<std::unique_ptr<VideoFile>>
VideoFile::create(fs::path path, const std::vector<FrameJob> &jobs, VideoFileSettings settings) {
  assert(!jobs.empty() && settings.segmentFrames > 0);
  FLAME_TRY(checkFrameSize(settings.encoding, settings.width, settings.height));
  FLAME_TRY_ASSIGN(OutputLock lock, OutputLock::alone(path));
  std::unique_ptr<VideoFile> file(
      new VideoFile(std::move(path), std::move(lock), jobs, std::move(settings)));
  FLAME_TRY(AtomicFile::create(file->path)); // only to see that it can be
  FLAME_TRY(file->tryEncoder());
  return file;
}

//===-- what exists ---------------------------------------------------------------------------===//

size_t VideoFile::endFrameOf(size_t segment) const {
  return std::min(jobs.size(), firstFrameOf(segment + 1));
}

std::vector<VideoLength> VideoFile::segmentLengths() const {
  std::vector<VideoLength> lengths;
  for (size_t segment = 0; segment < segments(); ++segment)
    lengths.push_back({endFrameOf(segment) - firstFrameOf(segment), settings.rate});
  return lengths;
}

/// Of everything that decides the bytes of the video.
std::string VideoFile::fingerprint() const {
  std::string text = settings.identity + " " + settings.rate.text() + " " +
                     std::to_string(settings.segmentFrames) + " " + settings.title + "\n";
  const std::vector<std::string> command = segmentCommand("");
  for (size_t i = 1; i < command.size(); ++i) // wherever ffmpeg is
    text += command[i] + "\n";
  for (const FrameJob &job : jobs)
    text += frameFingerprint(settings.identity, job.request) + "\n";
  return fingerprintOf(text);
}

/// Whether a file's first or last part contains a text.
static bool mentions(const fs::path &path, const std::string &text) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(0, std::ios::end);
  const std::streamoff size = file.tellg();
  for (std::streamoff start :
       {std::streamoff(0), std::max<std::streamoff>(0, size - kTextRegion)}) {
    std::string bytes(size_t(std::min(kTextRegion, std::max<std::streamoff>(0, size - start))),
                      '\0');
    if (file.seekg(start) && file.read(bytes.data(), std::streamsize(bytes.size())) &&
        bytes.find(text) != std::string::npos)
      return true;
  }
  return false;
}

/// Whether the video is there already, and complete.
bool VideoFile::isFinished() const {
  std::error_code ignored;
  if (settings.existing == Existing::Replace || !fs::is_regular_file(path, ignored))
    return false;
  return settings.existing == Existing::KeepAny ||
         (mentions(path, fingerprint()) && checkVideo(path, {jobs.size(), settings.rate}));
}

Result<std::vector<bool>> VideoFile::findExisting() {
  done = isFinished();
  if (done) {
    folder.remove(); // of a program that was killed behind its last step
    return std::vector<bool>(jobs.size(), true);
  }
  FLAME_TRY(folder.prepare(settings.existing != Existing::Replace));
  std::vector<bool> existing(jobs.size());
  for (size_t segment = 0; segment < segments(); ++segment)
    std::fill(existing.begin() + ptrdiff_t(firstFrameOf(segment)),
              existing.begin() + ptrdiff_t(endFrameOf(segment)), folder.has(segment));
  return existing;
}

//===-- commands ------------------------------------------------------------------------------===//

std::vector<std::string> VideoFile::segmentCommand(const std::string &output) const {
  std::vector<std::string> command = quietFfmpeg(settings.ffmpeg);
  const PixelFormat &format = settings.encoding.format;
  extend(command, rawInput(format, settings.width, settings.height, settings.rate));
  if (settings.encoding.isAnimatedPicture) // encoded as a whole when all segments are there
    extend(command, {"-c:v", "ffv1", "-level", "3"});
  else
    extend(command, settings.encoding.arguments);
  extend(command, colorTags(format));
  extend(command, {"-fflags", "+bitexact", "-flags:v", "+bitexact", "-f"});
  if (output.empty())
    extend(command, {"null", "-"});
  else
    extend(command, {"nut", output});
  return command;
}

std::vector<std::string> VideoFile::joinCommand(const fs::path &list,
                                                const std::string &output) const {
  std::vector<std::string> command = quietFfmpeg(settings.ffmpeg);
  extend(command,
         {"-f", "concat", "-safe", "0", "-i", "file:" + list.string(), "-map_metadata", "-1"});
  if (settings.encoding.isAnimatedPicture)
    extend(command, animatedPictureArguments(settings.encoding));
  else
    extend(command, {"-c", "copy"});
  extend(command, colorTags(settings.encoding.format));
  if (!settings.title.empty())
    extend(command, {"-metadata", "title=" + settings.title});
  extend(command, {"-metadata", std::string("comment=") + kFingerprintKey + "=" + fingerprint()});
  extend(command, {"-fflags", "+bitexact", "-flags:v", "+bitexact"});
  extend(command, containerArguments(path, settings.encoding.codec));
  command.push_back(output);
  return command;
}

/// Encodes one grey frame for nothing, so that wrong options and missing hardware show before the
/// work.
Status VideoFile::tryEncoder() const {
  const std::vector<std::byte> frame(
      settings.encoding.format.bytes(settings.width, settings.height));
  FLAME_TRY_ASSIGN(ChildProcess encoder,
                   ChildProcess::start(segmentCommand(""), settings.shouldStop, Sandbox()));
  Status status = encoder.write(frame);
  if (status)
    status = encoder.finish();
  if (status)
    return {};
  return Error(ErrorKind::Environment,
               "cannot encode " + settings.encoding.codec + " with " + settings.encoding.encoder +
                   ": " + status.error().text(),
               status.error().note());
}

//===-- segments ------------------------------------------------------------------------------===//

/// Says what was being written, and what there is to go on with.
Error VideoFile::explain(Error error) const {
  error.addContext("cannot write '" + path.string() + "'");
  const size_t finished = folder.finished();
  if (finished == 0)
    return error;
  std::string note = error.note();
  note += (note.empty() ? "" : "\n") + std::to_string(finished) + " of " +
          std::to_string(segments()) + " segments are kept in '" + folder.path().string() +
          "': go on with --resume";
  return Error(error.kind(), error.text(), note);
}

Status VideoFile::beginSegment(size_t segment) {
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(folder.pathOf(segment)));
  FLAME_TRY_ASSIGN(ChildProcess encoder,
                   ChildProcess::start(segmentCommand("file:" + file.temporaryPath().string()),
                                       settings.shouldStop, Sandbox{{file.temporaryPath()}}));
  current.emplace(Segment{std::move(file), std::move(encoder), segment});
  return {};
}

/// Lets the encoder finish beside the next segment: it holds back frames to look ahead, and would
/// hold up the renderer. Returns how the segment before came out.
Status VideoFile::endSegment() {
  std::future<Status> before = std::move(ending);
  auto work = [segment = std::make_shared<Segment>(*std::move(current)),
               length = folder.lengthOf(current->index)] {
    return finishVideo(segment->file, segment->encoder, length);
  };
  current.reset();
  ending = startBeside(work);
  return before.valid() ? before.get() : Status();
}

Status VideoFile::waitForEnding() { return ending.valid() ? ending.get() : Status(); }

Status VideoFile::put(size_t index, const RenderedFrame &frame) {
  const size_t segment = segmentOf(index);
  Status status;
  if (!current)
    status = beginSegment(segment);
  assert((!status || current->index == segment) && "frames come in order");
  if (status)
    status = current->encoder.write(std::as_bytes(std::span(frame.pixels)));
  if (status && index + 1 == endFrameOf(segment))
    status = endSegment();
  if (status)
    return status;
  current.reset();
  (void)waitForEnding(); // so that explain() counts it
  return explain(std::move(status).error());
}

//===-- the whole -----------------------------------------------------------------------------===//

/// The list of segments for ffmpeg. Their ends are rounded to microseconds one by one, so that
/// errors do not add up.
std::string VideoFile::joinList() const {
  auto microseconds = [&](size_t frame) {
    return std::llround(double(frame) * 1e6 * settings.rate.denominator / settings.rate.numerator);
  };
  std::string list = "ffconcat version 1.0\n";
  for (size_t segment = 0; segment < segments(); ++segment) {
    const long long duration =
        microseconds(endFrameOf(segment)) - microseconds(firstFrameOf(segment));
    char text[64];
    snprintf(text, sizeof(text), "duration %lld.%06lld\n", duration / 1'000'000,
             duration % 1'000'000);
    list += "file " + folder.pathOf(segment).filename().string() + "\n" + text;
  }
  return list;
}

Status VideoFile::finish() {
  if (done)
    return {};
  if (Status status = waitForEnding(); !status)
    return explain(std::move(status).error());
  assert(!current && "frames are missing");
  auto join = [&]() -> Status {
    const size_t finished = folder.finished();
    if (finished != segments()) // somebody has deleted or changed one meanwhile
      return Error(ErrorKind::Environment, std::to_string(segments() - finished) + " of " +
                                               std::to_string(segments()) +
                                               " segments are missing");
    FLAME_TRY_ASSIGN(AtomicFile list, AtomicFile::create(folder.path() / "list"));
    FLAME_TRY(list.write(joinList()));
    VideoLength length = {jobs.size(), settings.rate};
    if (!settings.encoding.isAnimatedPicture)
      length.frameBytes = folder.frameBytes();
    const auto command = [&](const std::string &output) {
      return joinCommand(list.temporaryPath(), output);
    };
    return encodeVideo(path, command, length, settings.shouldStop);
  };
  if (Status status = join(); !status)
    return explain(std::move(status).error());
  done = true;
  folder.remove();
  return {};
}

} // namespace flame::rt
