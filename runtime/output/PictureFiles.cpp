// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and contents of picture files.

#include "runtime/output/PictureFiles.h"

#include "runtime/output/Dither.h"
#include "runtime/output/FrameFingerprint.h"
#include "runtime/output/HistogramLayers.h"
#include "runtime/output/PngHeader.h"
#include "support/PictureTexts.h"
#include "support/ReadFile.h"
#include "support/Version.h"

#include <algorithm>
#include <charconv>

namespace flame::rt {

namespace fs = std::filesystem;

//===-- names ---------------------------------------------------------------------------------===//

static Error patternError(const std::string &text) {
  return Error(ErrorKind::Usage,
               "'" + text + "' is no pattern for file names: expected one number such as %05d",
               "write %% for a percent sign");
}

Result<FramePattern> FramePattern::parse(const std::string &text) {
  FramePattern pattern;
  std::error_code ignored;
  if (text.ends_with('/') || (!text.empty() && fs::is_directory(text, ignored))) {
    pattern.before = (fs::path(text) / "").string();
    pattern.after = ".png";
    pattern.digits = 5;
    pattern.numbered = true;
    return pattern;
  }
  const size_t folder = text.rfind('/') + 1; // 0 if there is none
  pattern.before = text.substr(0, folder);
  for (size_t i = folder; i < text.size(); ++i) {
    std::string &side = pattern.numbered ? pattern.after : pattern.before;
    if (text[i] != '%') {
      side += text[i];
      continue;
    }
    ++i;
    if (i < text.size() && text[i] == '%') {
      side += '%';
      continue;
    }
    const size_t start = i;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9')
      ++i;
    const std::string width = text.substr(start, i - start);
    const bool padded = width.empty() || width[0] == '0'; // spaces in names are a mistake
    if (i == text.size() || text[i] != 'd' || pattern.numbered || !padded || width.size() > 3)
      return patternError(text);
    pattern.digits = width.empty() ? 0 : unsigned(std::stoul(width));
    pattern.numbered = true;
  }
  return pattern;
}

std::string FramePattern::literal(const std::string &name) {
  std::string text;
  for (const char c : name)
    text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

fs::path FramePattern::pathOf(int64_t frame) const {
  if (!numbered)
    return before;
  std::string number = std::to_string(frame < 0 ? -frame : frame);
  const size_t sign = frame < 0;
  if (number.size() + sign < digits)
    number.insert(0, digits - sign - number.size(), '0');
  return before + (frame < 0 ? "-" : "") + number + after;
}

fs::path FramePattern::name() const { return before + "%d" + after; }

//===-- files ---------------------------------------------------------------------------------===//

std::vector<ImageText> textsOf(const Artefact &artefact) {
  std::vector<ImageText> texts = {{"Software", std::string("flamec ") + kVersion}};
  if (!artefact.manifest().name.empty())
    texts.push_back({"Title", artefact.manifest().name});
  if (!artefact.manifest().author.empty())
    texts.push_back({"Author", artefact.manifest().author});
  if (!artefact.genome().empty())
    texts.push_back({"flame_genome", std::string(artefact.genome()), true});
  return texts;
}

/// Takes the files of a pattern: a single one alone, many together with whoever renders other
/// frames of the same animation in the same way.
static Result<OutputLock> takeFiles(const FramePattern &pattern, const FrameJob &job,
                                    const std::string &identity) {
  if (!pattern.isNumbered())
    return OutputLock::alone(pattern.pathOf(job.number));
  FrameRequest request = job.request;
  request.frame = 0;
  request.time = 0;
  return OutputLock::together(pattern.name(), frameFingerprint(identity, request));
}

Result<std::unique_ptr<PictureFiles>> PictureFiles::create(FramePattern pattern,
                                                           const std::vector<FrameJob> &jobs,
                                                           PictureSettings settings) {
  assert((pattern.isNumbered() || jobs.size() == 1) && "one name for several frames");
  const fs::path first = pattern.pathOf(jobs.front().number);
  FLAME_TRY(checkImageFormat(first));
  if (settings.fileBits && settings.fileBits != jobs.front().request.format.bits)
    settings.identity += " " + std::to_string(settings.fileBits) + " bits"; // of equal pixels
  std::error_code failed;
  if (pattern.isNumbered() && first.has_parent_path() && !fs::exists(first.parent_path(), failed)) {
    fs::create_directory(first.parent_path(), failed);
    if (failed)
      return Error(ErrorKind::Environment, "cannot make the directory '" +
                                               first.parent_path().string() +
                                               "': " + failed.message());
  }
  FLAME_TRY_ASSIGN(OutputLock lock, takeFiles(pattern, jobs.front(), settings.identity));
  return std::unique_ptr<PictureFiles>(
      new PictureFiles(std::move(pattern), std::move(lock), jobs, std::move(settings)));
}

fs::path PictureFiles::pathOf(size_t index) const { return pattern.pathOf(jobs[index].number); }

/// The fingerprint that a picture carries; nothing if there is none.
static std::string fingerprintIn(const fs::path &path) {
  if (const std::optional<PngHeader> header = readPngHeader(path)) {
    const auto text = header->texts.find(kFingerprintKey);
    return text == header->texts.end() ? "" : text->second;
  }
  constexpr uint64_t kLargest = uint64_t(9) << 30;
  const auto bytes = readFile(path, kLargest);
  if (!bytes)
    return "";
  const std::string_view file(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  return isPictureWithTexts(file) ? textOfPicture(file, kFingerprintKey).value_or("") : "";
}

Result<std::vector<bool>> PictureFiles::findExisting() {
  std::vector<bool> existing(jobs.size());
  if (settings.existing == Existing::Replace)
    return existing;
  for (size_t i = 0; i < jobs.size(); ++i) {
    std::error_code ignored;
    if (settings.existing == Existing::KeepAny) {
      existing[i] = fs::exists(pathOf(i), ignored);
      continue;
    }
    existing[i] = fingerprintIn(pathOf(i)) == frameFingerprint(settings.identity, jobs[i].request);
  }
  return existing;
}

/// The first three of four channels.
static std::vector<uint8_t> withoutAlpha(const RenderedFrame &frame) {
  const size_t bytes = frame.format.bytesPerNumber();
  std::vector<uint8_t> opaque;
  opaque.reserve(frame.pixels.size() / 4 * 3);
  for (size_t i = 0; i < frame.pixels.size(); i += 4 * bytes)
    opaque.insert(opaque.end(), frame.pixels.begin() + ptrdiff_t(i),
                  frame.pixels.begin() + ptrdiff_t(i + 3 * bytes));
  return opaque;
}

/// A number with as many digits as it needs.
static std::string shortest(double number) {
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, number);
  return {text, end.ptr};
}

/// The options of flamerun that make this frame of its artefact, for people who find the picture.
/// What a profile says is not among them, nor are --fps, --shutter and --still.
static std::string optionsOf(const FrameRequest &request, uint32_t bits, bool dithers) {
  std::string text;
  auto add = [&](const char *name, const std::string &value) {
    text += (text.empty() ? "--" : " --") + std::string(name) + "=" + value;
  };
  auto addNumber = [&](const char *name, const auto &value) {
    if (value)
      add(name, shortest(double(*value)));
  };
  if (request.width && request.height)
    add("size", std::to_string(*request.width) + "x" + std::to_string(*request.height));
  addNumber("quality", request.quality);
  if (request.stop.noise > 0)
    add("quality", "noise:" + shortest(100 * request.stop.noise) + "%");
  if (request.stop.seconds > 0)
    add("budget", shortest(request.stop.seconds) + "s");
  addNumber("supersample", request.supersample);
  addNumber("estimator-radius", request.estimatorRadius);
  addNumber("fuse", request.fuse);
  addNumber("temporal-samples", request.temporalSamples);
  if (request.jitter != 0)
    add("jitter", shortest(request.jitter));
  if (request.time != 0)
    add("time", shortest(request.time));
  if (request.filters)
    add("filters", "'" + request.filters->text() + "'");
  if (request.denoise)
    add("denoise", std::string(infoOf(*request.denoise).name));
  if (request.pixelAspect != 1)
    add("pixel-aspect", shortest(request.pixelAspect));
  if (bits != 8)
    add("bits", std::to_string(bits));
  if (request.format.transfer != Transfer::Bt709)
    add("hdr", request.format.transfer == Transfer::Pq ? "pq" : "hlg");
  for (const auto &[isSet, flag] :
       {std::pair(request.transparency, "--transparency"),
        std::pair(request.earlyClip, "--earlyclip"), std::pair(dithers, "--dither")})
    if (isSet)
      text += (text.empty() ? "" : " ") + std::string(flag);
  if (request.seed != 0)
    add("seed", std::to_string(request.seed));
  return text;
}

Result<ImageOptions> PictureFiles::optionsFor(size_t index, const RenderedFrame &frame,
                                              bool isComplete) const {
  const FrameRequest &request = jobs[index].request;
  ImageOptions options;
  options.fileBits = settings.fileBits;
  options.transfer = request.format.transfer;
  if (settings.layersOf && !frame.histogram.empty()) {
    FLAME_TRY_ASSIGN(const FramePlan plan, planFrame(*settings.layersOf, request));
    options.layers = histogramLayers(frame, plan);
  }
  options.text = settings.texts;
  options.text.push_back({"flame_seed", std::to_string(request.seed)});
  options.text.push_back({"flame_samples", std::to_string(frame.samples)});
  const uint32_t bits = settings.fileBits ? settings.fileBits : request.format.bits;
  if (const std::string asked = optionsOf(request, bits, settings.dithers); !asked.empty())
    options.text.push_back({"flame_options", asked});
  if (frame.noise) {
    char text[32];
    snprintf(text, sizeof text, "%.3g", *frame.noise);
    options.text.push_back({"flame_noise", text});
  }
  if (isComplete)
    options.text.push_back({kFingerprintKey, frameFingerprint(settings.identity, request)});
  return options;
}

namespace {

/// The pixels of a frame as files have them: without alpha where it says nothing.
class FilePixels {
public:
  FilePixels(const RenderedFrame &frame, const FrameRequest &request, bool dithers)
      : view{frame.pixels.data(), frame.width, frame.height, 4, frame.format.bits} {
    if (!request.transparency) {
      opaque = withoutAlpha(frame);
      view.pixels = opaque.data();
      view.channels = 3;
    }
    if (dithers) {
      bytes = dithered(view, seedOfFrame(request.seed, request.frame));
      view.pixels = bytes.data();
      view.bits = 8;
    }
  }
  FilePixels(const FilePixels &) = delete;
  FilePixels &operator=(const FilePixels &) = delete;

  const ImageView &get() const { return view; }

private:
  std::vector<uint8_t> opaque, bytes;
  ImageView view;
};

} // namespace

Status PictureFiles::show(size_t index, const RenderedFrame &frame) {
  const FilePixels pixels(frame, jobs[index].request, settings.dithers);
  FLAME_TRY_ASSIGN(const ImageOptions options, optionsFor(index, frame, /*isComplete=*/false));
  return writeImage(pathOf(index), pixels.get(), options);
}

Status PictureFiles::put(size_t index, const RenderedFrame &frame) {
  const FilePixels pixels(frame, jobs[index].request, settings.dithers);
  FLAME_TRY_ASSIGN(const ImageOptions options, optionsFor(index, frame, /*isComplete=*/true));
  if (settings.histogram.empty())
    return writeImage(pathOf(index), pixels.get(), options);

  // Both files or none.
  FLAME_TRY_ASSIGN(AtomicFile histogram, AtomicFile::create(settings.histogram));
  FLAME_TRY(histogram.write(std::as_bytes(std::span(frame.histogram))));
  FLAME_TRY_ASSIGN(AtomicFile picture, prepareImage(pathOf(index), pixels.get(), options));
  return AtomicFile::commitAll({&picture, &histogram});
}

} // namespace flame::rt
