// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns options and an artefact into frames and files.

#include "tools/flamerun/Plan.h"

#include "runtime/output/ContactSheet.h"
#include "runtime/output/FrameFingerprint.h"
#include "runtime/output/HistogramSink.h"
#include "runtime/output/PictureFiles.h"
#include "runtime/output/VideoFile.h"
#include "runtime/plan/FrameRange.h"
#include "support/AtomicFile.h"
#include "support/OutputPath.h"
#include "tools/flamerun/Interrupt.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace flame {

using namespace rt;

namespace fs = std::filesystem;

//===-- frames --------------------------------------------------------------------------------===//

Result<FrameClock> makeClock(const Manifest &manifest, const Options &options) {
  if (options.saysDuration && manifest.timeUnit == "frames")
    return Error(ErrorKind::Usage,
                 "the length of this animation is counted in frames: --duration "
                 "does not change it",
                 "choose its speed with --fps");
  ClockSettings settings;
  settings.rate = options.profile.rate.value_or(settings.rate);
  settings.secondsPerUnit = options.profile.duration.value_or(settings.secondsPerUnit);
  settings.frameWidth = options.still ? 0 : options.profile.frameWidth;
  return FrameClock::create(manifest, settings);
}

FrameJob jobAt(int64_t frame, double time, const FrameClock &clock, const FrameRequest &base) {
  FrameJob job{frame, base};
  job.request.frame = uint64_t(frame);
  job.request.time = time;
  job.request.shutter = clock.shutter();
  return job;
}

static Result<std::vector<FrameJob>> chooseJobs(const FrameClock &clock, const Options &options,
                                                const FrameRequest &base) {
  if (clock.isStill() && options.frames.empty() && options.moment.empty())
    return std::vector<FrameJob>{jobAt(0, 0, clock, base)};
  if (!options.moment.empty() || (options.still && options.frames.empty())) {
    double time = 0;
    if (!options.moment.empty()) {
      FLAME_TRY_ASSIGN(time, parseMoment(options.moment, clock));
    }
    return std::vector<FrameJob>{
        jobAt(clock.frameAt(time), clock.isStill() ? 0 : time, clock, base)};
  }
  std::vector<int64_t> frames;
  if (!options.frames.empty()) {
    FLAME_TRY_ASSIGN(frames, parseFrameRange(options.frames, clock));
  } else {
    FLAME_TRY_ASSIGN(frames, chooseFrames(allFrames(clock), options.profile.frames));
  }
  std::vector<FrameJob> jobs;
  for (int64_t frame : frames)
    jobs.push_back(jobAt(frame, clock.isStill() ? 0 : clock.timeOf(frame), clock, base));
  return jobs;
}

/// Makes the frames of a sheet that varies one frame. A sweep over time chooses the frame itself.
static Result<SheetFrames> sweepOneFrame(const Manifest &manifest, const FrameClock &clock,
                                         const Options &options,
                                         const std::vector<FrameJob> &jobs) {
  const bool hasTime = std::ranges::any_of(options.sheet->sweeps,
                                           [](const Sweep &sweep) { return sweep.key == "time"; });
  if (jobs.size() > 1 && !hasTime)
    return Error(ErrorKind::Usage,
                 "a sheet of values is of one picture, and these are " +
                     std::to_string(jobs.size()) + " frames",
                 "choose one, --time=50%, or a sheet of frames, --sheet=4");
  return sweepFrames(*options.sheet, manifest, clock, jobs.front());
}

//===-- output --------------------------------------------------------------------------------===//

/// Returns the file extension for a profile's output type.
static std::string extensionOf(const std::string &type, bool isAnimation) {
  if (type == "vp8" || type == "vp9")
    return ".webm";
  if (type == "prores")
    return ".mov";
  if (type.empty() ? isAnimation : type == "x264")
    return ".mp4";
  return ".png";
}

static std::string outputName(const Options &options, size_t frames) {
  if (!options.output.empty())
    return options.output;
  const std::string stem = fs::path(options.artefacts.front()).stem().string();
  const bool isAnimation = frames > 1;
  if (options.shard && !isAnimation)
    return stem + "-" + std::to_string(options.shard->index) + "of" +
           std::to_string(options.shard->count) + kHistogramExtension;
  const std::string extension =
      extensionOf(isAnimation ? options.profile.output.type : "", isAnimation);
  if (extension != ".png" || options.sheet)
    return stem + extension;
  return FramePattern::literal(stem) + (isAnimation ? "-%05d" : "") + extension;
}

/// Returns the playback rate of the chosen frames: every n-th frame lasts n times as long.
static FrameRate playingRate(const FrameRate &rate, const std::vector<FrameJob> &jobs) {
  const int64_t step = jobs.size() > 1 ? jobs[1].number - jobs[0].number : 1;
  if (step > int64_t(UINT32_MAX / rate.denominator))
    return rate;
  const uint32_t denominator = rate.denominator * uint32_t(step);
  const uint32_t divisor = std::gcd(rate.numerator, denominator);
  return {rate.numerator / divisor, denominator / divisor};
}

static Result<std::unique_ptr<FrameSink>> makeVideo(const std::string &output,
                                                    const Artefact &artefact,
                                                    const FrameClock &clock, const Options &options,
                                                    std::vector<FrameJob> &jobs) {
  if (!options.histogram.empty())
    return Error(ErrorKind::Usage, "--histogram is for a single picture");
  const FrameDefaults &defaults = artefact.manifest().frame;
  VideoFileSettings settings;
  FLAME_TRY_ASSIGN(const std::string encoders, VideoFile::listEncoders());
  FLAME_TRY_ASSIGN(settings.encoding, chooseEncoding(output, options.video, encoders));
  settings.rate = playingRate(clock.rate(), jobs);
  settings.width = options.request.width.value_or(defaults.width);
  settings.height = options.request.height.value_or(defaults.height);
  const double frames = std::round(options.video.segmentSeconds * settings.rate.perSecond());
  settings.segmentFrames = uint32_t(std::clamp(frames, 1.0, 1e6));
  settings.title = artefact.manifest().name;
  settings.identity = identityOf(artefact);
  settings.existing = options.existing;
  settings.shouldStop = wasInterrupted;
  for (FrameJob &job : jobs)
    job.request.format = settings.encoding.format;
  FLAME_TRY_ASSIGN(std::unique_ptr<VideoFile> file,
                   VideoFile::create(output, jobs, std::move(settings)));
  return std::unique_ptr<FrameSink>(std::move(file));
}

/// Returns the bit depth of the pictures. Rejects an alpha channel that the format cannot hold.
static Result<ImageDepth> pictureDepth(const fs::path &picture, const Options &options) {
  FLAME_TRY(checkImageExtension(picture));
  if (options.request.transparency)
    FLAME_TRY(checkAlpha(picture));
  if (options.video.transfer != Transfer::Bt709) {
    if (options.dither)
      return Error(ErrorKind::Usage, "--dither is for 8 bits, and HDR has more", "leave it out");
    return hdrDepth(picture, options.bits, options.video.transfer);
  }
  if (!options.dither)
    return imageDepth(picture, options.bits);
  FLAME_TRY_ASSIGN(const ImageDepth depth, imageDepth(picture, options.bits));
  if (depth.fileBits != 8)
    return Error(ErrorKind::Usage,
                 "--dither is for pictures of 8 bits per channel, and this one has " +
                     std::to_string(depth.fileBits),
                 "leave it out, or say --bits=8 where the format has that");
  return ImageDepth{8, kRgbaFloat};
}

static Result<std::unique_ptr<FrameSink>> makePictures(const std::string &output,
                                                       const Artefact &artefact,
                                                       const Options &options,
                                                       std::vector<FrameJob> &jobs) {
  FLAME_TRY_ASSIGN(FramePattern pattern, FramePattern::parse(output));
  if (!pattern.isNumbered() && jobs.size() > 1)
    return Error(ErrorKind::Usage,
                 std::to_string(jobs.size()) + " frames need more than the one name '" + output +
                     "'",
                 "write -o 'out/%05d.png', a video such as -o out.mp4, or one frame: --time=50%");
  if (!options.histogram.empty() && jobs.size() > 1)
    return Error(ErrorKind::Usage, "--histogram is for a single picture");
  FLAME_TRY_ASSIGN(const ImageDepth depth,
                   pictureDepth(pattern.pathOf(jobs.front().number), options));
  const bool hasLayers = holdsLayers(pattern.pathOf(jobs.front().number));
  for (FrameJob &job : jobs) {
    job.request.format = depth.pixels;
    job.request.wantsHistogram |= hasLayers;
  }
  PictureSettings settings{textsOf(artefact), identityOf(artefact),
                           options.existing,  options.histogram,
                           depth.fileBits,    hasLayers ? &artefact.manifest() : nullptr,
                           options.dither};
  FLAME_TRY_ASSIGN(std::unique_ptr<PictureFiles> files,
                   PictureFiles::create(std::move(pattern), jobs, std::move(settings)));
  return std::unique_ptr<FrameSink>(std::move(files));
}

Result<std::unique_ptr<FrameSink>> makeSheet(const std::string &output, const Artefact &artefact,
                                             const Options &options, const SheetFrames &frames,
                                             std::vector<FrameJob> &jobs) {
  if (options.shard || !options.histogram.empty())
    return Error(ErrorKind::Usage, "a sheet is a whole picture of pictures",
                 "leave out --shard and --histogram");
  if (options.video.transfer != Transfer::Bt709)
    return Error(ErrorKind::Usage, "a sheet is no picture of HDR", "leave out --hdr");
  FLAME_TRY_ASSIGN(const ImageDepth depth, pictureDepth(output, options));
  for (FrameJob &job : jobs)
    job.request.format = depth.pixels;
  const FrameDefaults &defaults = artefact.manifest().frame;
  FLAME_TRY_ASSIGN(std::unique_ptr<ContactSheet> sheet,
                   ContactSheet::create(output, jobs.size(), frames.columns,
                                        options.request.width.value_or(defaults.width),
                                        options.request.height.value_or(defaults.height), depth,
                                        options.artefacts.size() == 1 ? textsOf(artefact)
                                                                      : std::vector<ImageText>(),
                                        frames.labels));
  return std::unique_ptr<FrameSink>(std::move(sheet));
}

/// Makes the sink for a shard of one picture.
static Result<std::unique_ptr<FrameSink>> makeHistogram(const std::string &output,
                                                        const Artefact &artefact,
                                                        const Options &options,
                                                        std::vector<FrameJob> &jobs) {
  if (options.dither || options.video.transfer != Transfer::Bt709)
    return Error(ErrorKind::Usage,
                 std::string(options.dither ? "--dither" : "--hdr") +
                     " is for pictures, and a shard is none",
                 "leave it out");
  if (!options.histogram.empty())
    return Error(ErrorKind::Usage, "--histogram is for whole pictures",
                 "flame-merge --histogram writes that of all shards");
  FLAME_TRY_ASSIGN(const ImageDepth depth, imageDepth("picture.png", options.bits));
  FrameJob &job = jobs.front();
  job.request.format = depth.pixels;
  job.request.shard = options.shard;
  FLAME_TRY(planFrame(artefact.manifest(), job.request));
  FLAME_TRY_ASSIGN(std::unique_ptr<HistogramSink> file,
                   HistogramSink::create(output, job, identityOf(artefact), options.existing));
  return std::unique_ptr<FrameSink>(std::move(file));
}

/// Keeps every N-th frame, so that shards take about equally long.
static void takeShare(std::vector<FrameJob> &jobs, const Shard &shard) {
  std::vector<FrameJob> chosen;
  for (size_t i = shard.index - 1; i < jobs.size(); i += shard.count)
    chosen.push_back(jobs[i]);
  jobs = std::move(chosen);
}

/// Whether .webp, which may be a video, is a picture here: a single frame, or one name per frame.
static bool isPicture(const std::string &output, const Options &options, size_t frames) {
  const Result<FramePattern> pattern = FramePattern::parse(output);
  return holdsAlpha(output) && options.video.codec.empty() &&
         (frames == 1 || options.sheet || (pattern && pattern->isNumbered()));
}

/// Rejects an output that does not fit a shard of `frames` frames, or that only shards may have.
static Status checkShardOutput(const std::string &output, bool isSharded, bool isVideo,
                               size_t frames) {
  const bool isHistogram = fs::path(output).extension() == kHistogramExtension;
  if (!isSharded && isHistogram)
    return Error(ErrorKind::Usage, "'" + output + "' would be part of a picture",
                 "say which one with --shard=I/N, or write a picture");
  if (isSharded && frames == 1 && !isHistogram)
    return Error(ErrorKind::Usage,
                 "a shard of one picture is a histogram, and '" + output + "' has no name for it",
                 std::string("write -o NAME") + kHistogramExtension +
                     "; flame-merge makes the picture");
  if (isSharded && frames > 1 && isHistogram)
    return Error(ErrorKind::Usage, "a shard of an animation is some of its frames",
                 "write pictures, -o 'out/%05d.png', or choose one frame: --time=50%");
  if (isSharded && isVideo)
    return Error(ErrorKind::Usage, "a video is written by one program",
                 "write the shards as pictures, -o 'out/%05d.png', and encode these");
  return {};
}

/// Rejects previews unless the output is one picture that is rendered as a whole.
static Status checkPreview(const Options &options, bool isVideo, size_t frames) {
  if (options.previewSeconds <= 0 || (!isVideo && !options.sheet && frames == 1))
    return {};
  return Error(ErrorKind::Usage,
               isVideo         ? "a video has no previews"
               : options.sheet ? "a sheet has no previews"
                               : "previews are of one picture, and these are " +
                                     std::to_string(frames) + " frames",
               "choose one frame, --time=50% -o middle.png, or leave out --preview");
}

static fs::path directoryOf(const fs::path &file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

Status prepareOutputs(const Plan &plan, const Options &options) {
  const fs::path picture = plan.sink->pathOf(0);
  struct Written {
    std::string what, option;
    fs::path file;
  };
  const Written written[] = {{"picture", "-o", picture},
                             {"histogram", "--histogram", options.histogram},
                             {"timings", "--timings", options.timings.file}};
  for (const Written *first = written; first != std::end(written); ++first)
    for (const Written *second = first + 1; second != std::end(written); ++second)
      if (isSameFile(first->file, second->file))
        return Error(ErrorKind::Usage,
                     first->what + " and " + second->what + " would be one file, '" +
                         first->file.string() + "'",
                     "choose another name with " + first->option + " or " + second->option);
  std::vector<std::string> inputs = options.artefacts;
  inputs.push_back(options.profileName);
  std::set<fs::path> outputs = {options.histogram, options.timings.file};
  for (size_t i = 0; i < plan.jobs.size(); ++i)
    outputs.insert(plan.sink->pathOf(i));
  for (const fs::path &output : outputs)
    if (const auto file = identify(output))
      for (const std::string &input : inputs)
        if (identify(input) == file)
          return overwriteError(output);
  // Leftovers of killed runs.
  AtomicFile::removeAbandoned(directoryOf(picture));
  return {};
}

static void warnOfNoEffect(const std::vector<std::string> &given, const std::string &onWhat,
                           std::vector<std::string> &warnings) {
  for (const std::string &option : given)
    warnings.push_back(option + " has no effect " + onWhat);
}

/// Warns about settings of filters that the chain does not contain.
static void warnOfFilters(const Manifest &manifest, const FrameRequest &request,
                          std::vector<std::string> &warnings) {
  const FilterChain chain = filtersOf(manifest.frame, request);
  std::vector<std::string> given;
  if (request.estimatorRadius && !chain.has(Filter::DensityEstimation) &&
      !chain.has(Filter::EdgeDensity))
    given.emplace_back("--estimator-radius");
  if (request.earlyClip && !chain.has(Filter::ColorClip))
    given.emplace_back("--earlyclip");
  warnOfNoEffect(given, "on the filters " + chain.text(), warnings);
}

Result<std::unique_ptr<Plan>> makePlan(const Artefact &artefact, const Options &options) {
  FLAME_TRY_ASSIGN(FrameClock clock, makeClock(artefact.manifest(), options));
  auto plan = std::make_unique<Plan>();
  FLAME_TRY_ASSIGN(plan->jobs, chooseJobs(clock, options, options.request));
  SheetFrames sheet;
  sheet.columns = options.sheet ? options.sheet->columns : 0;
  if (options.sheet && !options.sheet->sweeps.empty()) {
    FLAME_TRY_ASSIGN(sheet, sweepOneFrame(artefact.manifest(), clock, options, plan->jobs));
    plan->jobs = sheet.jobs;
  }
  FLAME_TRY(planFrame(artefact.manifest(), plan->jobs.front().request));
  const std::string output = outputName(options, options.sheet ? 1 : plan->jobs.size());
  const bool isVideo = isVideoPath(output) && !isPicture(output, options, plan->jobs.size());
  const bool isPart = options.shard && plan->jobs.size() == 1;
  FLAME_TRY(checkShardOutput(output, options.shard.has_value(), isVideo, plan->jobs.size()));
  FLAME_TRY(checkPreview(options, isVideo, plan->jobs.size()));
  if (isVideo && options.dither)
    warnOfNoEffect({"--dither"}, "on videos, which are dithered", plan->warnings);
  if (!isVideo)
    warnOfNoEffect(options.forVideos, "on pictures", plan->warnings);
  if (clock.isStill())
    warnOfNoEffect(options.forAnimations, "on a still", plan->warnings);
  warnOfFilters(artefact.manifest(), options.request, plan->warnings);
  std::string warning;
  for (size_t i = 0; i < plan->jobs.size() && warning.empty(); ++i)
    warning = frameWarning(artefact.manifest(), plan->jobs[i].request);
  if (!warning.empty())
    plan->warnings.push_back(warning);
  if (options.shard && !isPart)
    takeShare(plan->jobs, *options.shard);
  if (plan->jobs.empty()) {
    plan->warnings.push_back("there are fewer frames than shards: nothing to do");
    return plan;
  }
  if (options.sheet) {
    FLAME_TRY_ASSIGN(plan->sink, makeSheet(output, artefact, options, sheet, plan->jobs));
  } else if (isVideo) {
    FLAME_TRY_ASSIGN(plan->sink, makeVideo(output, artefact, clock, options, plan->jobs));
  } else if (isPart) {
    FLAME_TRY_ASSIGN(plan->sink, makeHistogram(output, artefact, options, plan->jobs));
  } else {
    FLAME_TRY_ASSIGN(plan->sink, makePictures(output, artefact, options, plan->jobs));
  }
  FLAME_TRY(prepareOutputs(*plan, options));
  return plan;
}

std::vector<std::string> warnings(const Options &options) {
  std::vector<std::string> lines;
  const std::string profile = "profile '" + options.profileName + "': ";
  std::string keys;
  for (const std::string &key : options.profile.ignored)
    keys += (keys.empty() ? "" : ", ") + key;
  if (!keys.empty())
    lines.push_back(profile + "no effect here: " + keys);
  const std::string &type = options.profile.output.type;
  constexpr std::string_view kWritten[] = {"", "png", "x264", "vp9", "prores"};
  if (options.output.empty() && std::ranges::find(kWritten, type) == std::end(kWritten))
    lines.push_back(profile + "output of type '" + type + "' is written as " +
                    extensionOf(type, false));
  return lines;
}

} // namespace flame
