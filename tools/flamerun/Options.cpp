// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares the options and parses values that are more than a number.

#include "tools/flamerun/Options.h"

#include "support/Version.h"
#include "tools/CommandLine.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace flame {

using namespace rt;

static constexpr char kFooter[] = R"(
Exit codes: 0 done, 1 input rejected, 2 usage, 3 environment, 70 bug of flamerun,
  130 and 143 interrupted. What is finished then stays; --resume goes on.

Examples:
  flamerun ember.cubin -o ember.png --size=3840x2160 --quality=noise:0.3% --preview=5
  flamerun edge.cubin -o edge.mp4 --profile=1080p
  flamerun edge.cubin -o 'out/%05d.png' --frames=0-99 --resume)";

/// Counts have 32 bits.
static constexpr uint64_t kMaxCount = UINT32_MAX;

/// Noise of --quality=auto in percent of white, and the bounds of --quality=noise:N%.
static const std::string kAutoNoiseText = "0.5";
static constexpr double kLeastNoise = 0.01, kMostNoise = 50;
/// Minimum seconds between previews. Writing one must not take longer than rendering.
static constexpr double kShortestPreview = 0.1;

static void declarePicture(CLI::App &app, Arguments &arguments) {
  FrameRequest &request = arguments.request;
  app.add_option("--size", arguments.size, "WxH in pixels; the view keeps its width")
      ->type_name("WxH");
  app.add_option("--quality", arguments.quality,
                 "samples per pixel; noise:N% of white renders until less is left; auto: noise:" +
                     kAutoNoiseText + "%")
      ->type_name("N");
  app.add_option("--budget", arguments.budget,
                 "time for each picture: 10s, 1.5m, 2h; it ends at --quality, too")
      ->type_name("TIME");
  app.add_option("--preview", arguments.preview, "show it in its file every N seconds")
      ->check(numberFrom(kShortestPreview))
      ->type_name("N");
  app.add_option("--supersample", request.supersample, "buckets per pixel and axis")
      ->check(wholeNumber(0, kMaxCount))
      ->type_name("N");
  app.add_option("--estimator-radius", request.estimatorRadius,
                 "density estimation in pixels; 0 switches it off")
      ->check(numberFrom(0))
      ->type_name("N");
  app.add_option("--fuse", request.fuse, "rounds before counting [as the compiler estimated]")
      ->check(wholeNumber(0, 1 << 20))
      ->type_name("N");
  app.add_option("--bits", arguments.bits,
                 "per channel: png 8 16, tif 8 16 32, exr 16 32, avif and videos 8 10")
      ->check(oneOf({"8", "10", "16", "32"}))
      ->type_name("N");
  app.add_flag("--dither", arguments.dither, "no bands in pictures of 8 bits: levels by chance");
  app.add_option("--seed", request.seed, "of the random streams; same seed, same picture [0]")
      ->check(wholeNumber())
      ->type_name("N");
  app.add_flag("--transparency", request.transparency, "alpha channel instead of the background");
  app.add_flag("--earlyclip", request.earlyClip, "tone-map before the spatial filter");
  app.add_option("--look", arguments.look,
                 "filters of flam3, cuburn, jwildfire or hdr [those of what wrote the flame]")
      ->check(oneOf({"flam3", "cuburn", "jwildfire", "hdr"}))
      ->type_name("NAME");
  app.add_option("--filters", arguments.filters,
                 "in this order, with values: 'logscale(brightness=4),spatial,colorclip'")
      ->type_name("LIST");
  app.add_option("--denoise", arguments.denoise,
                 "nlm, bilateral or oidn, instead of what the flame has against noise")
      ->check(oneOf({"nlm", "bilateral", "oidn"}))
      ->type_name("NAME");
  app.add_option("--pixel-aspect", request.pixelAspect, "width of a pixel over its height")
      ->check(numberAboveZero())
      ->type_name("X");
  app.add_option("--histogram", arguments.histogram,
                 "also write the exact histogram (raw, 4 u64) of the one frame")
      ->type_name("FILE");
}

static void declareAnimation(CLI::App &app, Arguments &arguments) {
  FrameRequest &request = arguments.request;
  app.add_option("--profile", arguments.profile, "NAME or FILE.json: " + builtInProfileNames())
      ->type_name("P");
  app.add_option("--frames", arguments.frames, "A, A-B, A-B:STEP; negative: from the end [all]")
      ->type_name("RANGE");
  app.add_option("--time", arguments.time, "one picture, at 0.25, 25% or 3.5s")->type_name("T");
  app.add_flag("--still", arguments.still, "no motion blur; one picture unless --frames says more");
  app.add_option("--sheet", arguments.sheet,
                 "all frames in one picture, N in a row; or values: KEY:A..B:N[,KEY:A..B:N]")
      ->type_name("N");
  app.add_option("--fps", arguments.fps, "frames per second: 24, 30000/1001 [24]")->type_name("N");
  app.add_option("--duration", arguments.duration, "seconds per unit of a JSON animation [30]")
      ->check(numberAboveZero())
      ->type_name("N");
  app.add_option("--shutter", arguments.shutter, "length of the exposure, in frames [1]")
      ->check(numberFrom(0))
      ->type_name("N");
  app.add_option("--temporal-samples", request.temporalSamples, "instants of an exposure")
      ->check(wholeNumber(0, kMaxCount))
      ->type_name("N");
  app.add_option("--jitter", request.jitter, "antialias by moving the camera, in pixels [0]")
      ->check(numberFrom(0))
      ->type_name("N");
  app.add_flag("--skip-existing", arguments.skipExisting,
               "keep frames made the same way; --skip-existing=any: all that exist");
  app.add_flag("--resume", arguments.resume, "the same, and go on with an unfinished video");
  app.add_option("--shard", arguments.shard,
                 "part I of N: of one picture a histogram for flame-merge, else every N-th frame")
      ->type_name("I/N");
}

static void declareVideo(CLI::App &app, Arguments &arguments) {
  app.add_option("--codec", arguments.codec,
                 "h264 hevc av1 vp9 prores ffv1 h264-nvenc ... [by extension]")
      ->type_name("NAME");
  app.add_option("--crf", arguments.crf, "quality of the codec; smaller is better")
      ->check(numberFrom(0))
      ->type_name("N");
  app.add_option("--chroma", arguments.chroma, "420, 422 or 444")
      ->check(oneOf({"420", "422", "444"}))
      ->type_name("N");
  app.add_option("--hdr", arguments.hdr, "light beyond white, in BT.2020: pq (HDR10) or hlg")
      ->check(oneOf({"pq", "hlg"}))
      ->type_name("NAME");
  app.add_option("--encoder-options", arguments.encoderOptions,
                 "words for ffmpeg: \"-preset slow\"")
      ->type_name("\"...\"");
}

static void declareRun(CLI::App &app, Arguments &arguments) {
  app.add_option("--device", arguments.device, "auto, cuda:0, cuda:0,1, cuda:all, cpu [auto]")
      ->type_name("NAME");
  app.add_flag("--trust", arguments.trust,
               "run code on the GPU that no flamec of yours made, as it is");
  app.add_option("--memory", arguments.memory,
                 "for frames, of the GPU and of the host, such as 8G [what is free]")
      ->type_name("SIZE");
  app.add_option("--schedule", arguments.schedule,
                 "how a GPU adds up samples: auto, direct or split [auto]")
      ->type_name("NAME");
  app.add_option("--threads", arguments.request.threads, "of the CPU [one per processor]")
      ->check(wholeNumber(0, kMaxCount))
      ->type_name("N");
  app.add_option("--progress", arguments.progress, "auto, bar, json or none [auto]")
      ->type_name("NAME");
  app.add_flag("--info", arguments.info, "describe the artefact, render nothing");
  app.add_flag("--timings", arguments.timings,
               "print how long each stage took; =json: for programs, =FILE.json: into it");
  app.add_flag("-v,--verbose", arguments.verbose, "print a line per frame");
}

void declareOptions(CLI::App &app, Arguments &arguments) {
  app.get_formatter()->column_width(27);
  app.add_option("ARTEFACT", arguments.artefacts, "what flamec wrote; several make one --sheet")
      ->required()
      ->type_name("");
  app.add_option(
         "-o", arguments.output,
         "x.png (or .jpg .tif .webp .avif .exr), 'x/%05d.png', a directory, or a video: .mp4 .mkv "
         ".webm .mov .webp .gif")
      ->type_name("FILE");
  declarePicture(app, arguments);
  declareAnimation(app, arguments);
  declareVideo(app, arguments);
  declareRun(app, arguments);
  app.set_version_flag("--version",
                       std::string("flamerun ") + kVersion + " (artefact version " +
                           std::to_string(abi::kVersion) + ")",
                       "print the version and exit");
  app.footer(kFooter + 1);
}

//===-- reading -------------------------------------------------------------------------------===//

/// Parses "1920x1080".
static Status parseSize(const std::string &text, FrameRequest &request) {
  uint32_t width = 0, height = 0;
  const char *end = text.data() + text.size();
  auto first = std::from_chars(text.data(), end, width);
  if (first.ec == std::errc() && first.ptr < end && (*first.ptr == 'x' || *first.ptr == 'X'))
    if (auto second = std::from_chars(first.ptr + 1, end, height);
        second.ec == std::errc() && second.ptr == end && width > 0 && height > 0) {
      request.width = width;
      request.height = height;
      return {};
    }
  return Error(ErrorKind::Usage, "expected --size=WIDTHxHEIGHT, found '" + text + "'");
}

/// Parses "2/7".
static Result<Shard> parseShard(const std::string &text) {
  Shard shard;
  const char *end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.index);
  if (first.ec == std::errc() && first.ptr < end && *first.ptr == '/')
    if (const auto second = std::from_chars(first.ptr + 1, end, shard.count);
        second.ec == std::errc() && second.ptr == end && shard.index >= 1 &&
        shard.index <= shard.count && shard.count <= kMaxShards)
      return shard;
  return Error(ErrorKind::Usage, "expected --shard=I/N with I from 1 to N and N up to " +
                                     std::to_string(kMaxShards) + ", found '" + text + "'");
}

/// The positive number at the beginning of a text, and the rest.
struct NumberAndRest {
  double number;
  std::string_view rest;
};
static std::optional<NumberAndRest> parsePositive(const std::string &text) {
  double number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, failed] = std::from_chars(text.data(), end, number);
  if (failed != std::errc() || !(number > 0) || !std::isfinite(number))
    return std::nullopt;
  return NumberAndRest{number, {rest, size_t(end - rest)}};
}

/// Parses "1000", "noise:0.5%" or "auto".
static Status parseQuality(const std::string &text, FrameRequest &request) {
  constexpr std::string_view kPrefix = "noise:";
  if (text.empty())
    return {};
  const std::string noise = text == "auto"              ? kAutoNoiseText + "%"
                            : text.starts_with(kPrefix) ? text.substr(kPrefix.size())
                                                        : "";
  const std::optional<NumberAndRest> value = parsePositive(noise.empty() ? text : noise);
  if (noise.empty() && value && value->rest.empty()) {
    request.quality = value->number;
    return {};
  }
  if (!noise.empty() && value && value->rest == "%" && value->number >= kLeastNoise &&
      value->number <= kMostNoise) {
    request.stop.noise = value->number / 100;
    return {};
  }
  return Error(ErrorKind::Usage,
               "expected --quality=N with samples per pixel above 0, noise:N% with N from 0.01 to "
               "50, or auto, found '" +
                   text + "'");
}

/// Parses "10s", "1.5m" or "2h".
static Status parseBudget(const std::string &text, FrameRequest &request) {
  if (text.empty())
    return {};
  const std::optional<NumberAndRest> value = parsePositive(text);
  const std::string_view unit = value ? value->rest : "";
  const double seconds = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  constexpr double kLongest = 1e7;
  if (seconds > 0 && value->number * seconds <= kLongest) {
    request.stop.seconds = value->number * seconds;
    return {};
  }
  return Error(ErrorKind::Usage,
               "expected --budget=TIME such as 10s, 1.5m or 2h, found '" + text + "'");
}

/// Rejects options that contradict a stop criterion.
static Status checkStop(const Arguments &arguments, const FrameRequest &request) {
  if (arguments.shard.empty())
    return {};
  if (request.stop.isSet())
    return Error(
        ErrorKind::Usage,
        std::string(request.stop.noise > 0 ? "--quality=" + arguments.quality : "--budget") +
            " and --shard: noise and time are measured for whole pictures",
        "give all shards one number of samples per pixel: --quality=1000");
  if (arguments.preview)
    return Error(ErrorKind::Usage, "--preview and --shard: a shard has no picture",
                 "leave one of them out");
  return {};
}

/// Parses "8G", "512M" or "1.5G".
static Result<uint64_t> parseBytes(const std::string &text) {
  double number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, failed] = std::from_chars(text.data(), end, number);
  const std::string_view units = "KMGT";
  const std::string_view unit(rest, size_t(end - rest));
  if (failed == std::errc() && number > 0 && number <= 1e6 && unit.size() == 1)
    if (const size_t index = units.find(char(std::toupper(static_cast<unsigned char>(unit[0]))));
        index != std::string_view::npos)
      return uint64_t(number * double(uint64_t(1024) << 10 * index));
  return Error(ErrorKind::Usage, "expected --memory=SIZE such as 8G or 512M, found '" + text + "'");
}

static Result<Existing> parseExisting(const Arguments &arguments) {
  const std::string &word = arguments.skipExisting;
  if (word == "any")
    return Existing::KeepAny;
  // CLI11's word for a flag without a value.
  if (word == "true" || arguments.resume)
    return Existing::KeepSame;
  if (word.empty())
    return Existing::Replace;
  return Error(ErrorKind::Usage,
               "expected --skip-existing or --skip-existing=any, found '" + word + "'");
}

/// Merges the profile's values for all frames with those of the command line, which win.
static Status mergeProfile(Options &options, const Arguments &arguments) {
  Profile &profile = options.profile;
  if (!arguments.profile.empty()) {
    FLAME_TRY_ASSIGN(profile, findProfile(arguments.profile));
    options.profileName = arguments.profile;
  }
  options.saysDuration = arguments.duration.has_value();
  if (arguments.duration)
    profile.duration = arguments.duration;
  if (arguments.shutter)
    profile.frameWidth = *arguments.shutter;
  if (!arguments.fps.empty()) {
    FLAME_TRY_ASSIGN(profile.rate, parseFrameRate(arguments.fps));
  }
  FrameRequest &request = options.request;
  if (!arguments.size.empty()) {
    FLAME_TRY(parseSize(arguments.size, request));
  } else {
    request.width = profile.width;
    request.height = profile.height;
  }
  FLAME_TRY(parseQuality(arguments.quality, request));
  FLAME_TRY(parseBudget(arguments.budget, request));
  FLAME_TRY(checkStop(arguments, request));
  // A stop criterion replaces the number of samples of the profile.
  if (!request.quality && !request.stop.isSet())
    request.quality = profile.samplesPerPixel;
  request.factors = profile.factors;
  return {};
}

static Status chooseFilters(Options &options, const Arguments &arguments) {
  std::optional<FilterChain> &filters = options.request.filters;
  filters = options.profile.filters;
  options.request.denoise = findDenoiser(arguments.denoise);
  if (!arguments.look.empty())
    filters = FilterChain::ofLook(arguments.look, arguments.request.earlyClip);
  if (arguments.filters.empty())
    return {};
  if (arguments.request.earlyClip)
    return Error(ErrorKind::Usage, "--filters and --earlyclip both order the filters",
                 "put 'colorclip' before 'spatial'");
  FLAME_TRY_ASSIGN(filters, FilterChain::parse(arguments.filters));
  return {};
}

static Transfer transferOf(const std::string &hdr) {
  return hdr == "pq" ? Transfer::Pq : hdr == "hlg" ? Transfer::Hlg : Transfer::Bt709;
}

static VideoSettings videoSettings(const Arguments &arguments, const Profile &profile) {
  VideoSettings video;
  video.codec = arguments.codec;
  video.quality = arguments.crf ? arguments.crf : profile.output.quality;
  video.bits = arguments.bits ? arguments.bits : profile.output.bits;
  video.chroma = arguments.chroma ? arguments.chroma : profile.output.chroma;
  video.transfer = transferOf(arguments.hdr);
  video.encoderOptions = arguments.encoderOptions;
  if (profile.shard > 0)
    video.segmentSeconds = profile.shard;
  return video;
}

/// Records options that have no effect on some outputs or artefacts.
static void noteGiven(Options &options, const Arguments &arguments) {
  auto note = [](std::vector<std::string> &list, const char *name, bool isGiven) {
    if (isGiven)
      list.emplace_back(name);
  };
  note(options.forVideos, "--codec", !arguments.codec.empty());
  note(options.forVideos, "--crf", arguments.crf.has_value());
  note(options.forVideos, "--chroma", arguments.chroma.has_value());
  note(options.forVideos, "--encoder-options", !arguments.encoderOptions.empty());
  note(options.forAnimations, "--fps", !arguments.fps.empty());
  note(options.forAnimations, "--duration", arguments.duration.has_value());
  note(options.forAnimations, "--shutter", arguments.shutter.has_value());
  note(options.forAnimations, "--still", arguments.still);
}

static Result<TimingsOutput> parseTimings(const std::string &text) {
  if (text.empty() || text == "false")
    return TimingsOutput();
  if (text == "true") // CLI11's word for a flag without a value
    return TimingsOutput{TimingsForm::Table, {}};
  if (text == "json")
    return TimingsOutput{TimingsForm::Json, {}};
  if (text.ends_with(".json"))
    return TimingsOutput{TimingsForm::Json, text};
  return Error(ErrorKind::Usage,
               "expected --timings, --timings=json or --timings=FILE.json, found '" + text + "'");
}

Result<Options> readOptions(const Arguments &arguments) {
  if (!arguments.frames.empty() && !arguments.time.empty())
    return Error(ErrorKind::Usage, "--frames and --time both choose what to render",
                 "leave one of them out");
  Options options;
  options.artefacts = arguments.artefacts;
  options.output = arguments.output;
  options.device = arguments.device;
  options.histogram = arguments.histogram;
  options.request = arguments.request;
  options.frames = arguments.frames;
  options.moment = arguments.time;
  options.still = arguments.still;
  options.bits = arguments.bits;
  options.dither = arguments.dither;
  if (!arguments.sheet.empty()) {
    FLAME_TRY_ASSIGN(options.sheet, parseSheet(arguments.sheet));
  }
  options.previewSeconds = arguments.preview.value_or(0);
  options.info = arguments.info;
  FLAME_TRY_ASSIGN(options.timings, parseTimings(arguments.timings));
  options.verbose = arguments.verbose;
  noteGiven(options, arguments);
  FLAME_TRY(mergeProfile(options, arguments));
  FLAME_TRY(chooseFilters(options, arguments));
  options.video = videoSettings(arguments, options.profile);
  options.request.format.transfer = options.video.transfer;
  FLAME_TRY_ASSIGN(options.existing, parseExisting(arguments));
  if (!arguments.shard.empty()) {
    FLAME_TRY_ASSIGN(options.shard, parseShard(arguments.shard));
  }
  options.gpu.trust = arguments.trust;
  if (!arguments.memory.empty()) {
    FLAME_TRY_ASSIGN(options.gpu.memory, parseBytes(arguments.memory));
  }
  options.request.memory = options.gpu.memory;
  const std::optional<Schedule> schedule = findSchedule(arguments.schedule);
  if (!schedule)
    return Error(ErrorKind::Usage,
                 "expected --schedule=auto, direct or split, found '" + arguments.schedule + "'");
  options.gpu.schedule = *schedule;
  const std::optional<ProgressMode> mode = parseProgressMode(arguments.progress);
  if (!mode)
    return Error(ErrorKind::Usage,
                 "expected --progress=auto, bar, json or none, found '" + arguments.progress + "'");
  options.progress = *mode;
  options.request.wantsHistogram = !arguments.histogram.empty();
  return options;
}

} // namespace flame
