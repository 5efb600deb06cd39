// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-merge: adds the shards of a picture that `flamerun --shard` made on several machines, and
// finishes the picture. Shards are sums of integers, so the file equals that of a single flamerun
// byte for byte.

#include "artefact/ArtefactReader.h"
#include "runtime/frame/CpuRenderer.h"
#include "runtime/frame/Devices.h"
#include "runtime/output/FrameFingerprint.h"
#include "runtime/output/MergeParts.h"
#include "runtime/output/PictureFiles.h"
#include "runtime/plan/HostMemory.h"
#include "support/OutputLock.h"
#include "support/OutputPath.h"
#include "support/Version.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"

#include <iostream>
#include <optional>

using namespace flame;
using namespace flame::rt;

namespace fs = std::filesystem;

namespace {

struct Options {
  std::string artefact, output, histogram, device = "auto";
  std::vector<std::string> parts;
  std::optional<unsigned> bits;
  unsigned threads = 0;
  bool transparency = false, trust = false, info = false;
};

} // namespace

static constexpr char kFooter[] = R"(
Exit codes: 0 done, 1 input rejected or shards missing, 2 usage, 3 environment, 70 bug of
  flame-merge.

Examples:
  flame-merge ember.cubin ember-*.fhist -o ember.png
  flame-merge ember.cubin a/*.fhist -o half.fhist)";

static void declare(CLI::App &app, Options &options) {
  app.get_formatter()->column_width(27);
  app.add_option("ARTEFACT", options.artefact, "what the shards were rendered from")
      ->required()
      ->type_name("");
  app.add_option("PART", options.parts, "shards, or what was merged of some")
      ->required()
      ->type_name("");
  app.add_option("-o", options.output, "x.png, or x.fhist: the sum, to be merged with others")
      ->type_name("FILE");
  app.add_option("--bits", options.bits,
                 "per channel, as in flamerun [png: as the shards were asked for]")
      ->check(oneOf({"8", "10", "16", "32"}))
      ->type_name("N");
  app.add_flag("--transparency", options.transparency, "alpha channel instead of the background");
  app.add_option("--histogram", options.histogram,
                 "also write the exact histogram (raw, 4 u64) of the picture")
      ->type_name("FILE");
  app.add_option("--device", options.device,
                 "that finishes: auto, cuda:0 ..., cpu [auto: as the shards were made]")
      ->type_name("NAME");
  app.add_flag("--trust", options.trust,
               "run code on the GPU that no flamec of yours made, as it is");
  app.add_option("--threads", options.threads, "of the CPU [one per processor]")
      ->check(wholeNumber(0, UINT32_MAX))
      ->type_name("N");
  app.add_flag("--info", options.info, "describe the parts, write nothing");
  app.set_version_flag("--version", std::string("flame-merge ") + kVersion,
                       "print the version and exit");
  app.footer(kFooter + 1);
}

//===-- parts ---------------------------------------------------------------------------------===//

static Result<std::vector<NamedPart>> readHeaders(const std::vector<std::string> &paths,
                                                  const std::string &artefact) {
  std::vector<NamedPart> parts;
  for (const std::string &path : paths) {
    FLAME_TRY_ASSIGN(const HistogramReader reader, HistogramReader::open(path));
    if (reader.header().artefact != artefact)
      return Error(ErrorKind::Input, "'" + path + "' was rendered from another artefact",
                   "give the artefact that flamerun was given");
    parts.push_back({path, reader.header()});
  }
  return parts;
}

static std::string describe(const NamedPart &named) {
  const HistogramHeader &header = named.header;
  const HistogramPart &part = header.part;
  std::string text = printable(named.name) + ": ";
  if (header.shard)
    text += "shard " + std::to_string(header.shard->index) + "/" +
            std::to_string(header.shard->count) + ", ";
  text += "logical blocks";
  for (const BlockRange &range : part.ranges)
    text += " " + std::to_string(range.first) + "-" + std::to_string(range.end - 1);
  text += (part.ranges.empty() ? " none of " : " of ") + std::to_string(part.blocks) + ", " +
          (part.device == DeviceKind::Gpu ? "GPU, " : "CPU, ") + printable(part.code) + ", seed " +
          std::to_string(header.request.seed) + ", " + std::to_string(part.gridWidth) + "x" +
          std::to_string(part.gridHeight) + " buckets";
  return text + "\n";
}

/// Adds all cells. The plan of the frame determines their number, independent of the files.
static Result<std::vector<PassHistogram>>
addParts(const MergedParts &merged, std::span<const NamedPart> parts, const FramePlan &plan) {
  const HistogramPart &part = merged.header.part;
  if (part.gridWidth != plan.frame.gridWidth || part.gridHeight != plan.frame.gridHeight ||
      part.passes.size() != plan.passes())
    return Error(ErrorKind::Input,
                 "'" + parts.front().name + "' has " + std::to_string(part.gridWidth) + "x" +
                     std::to_string(part.gridHeight) + " buckets and " +
                     std::to_string(part.passes.size()) +
                     " passes, which are not those of the picture that it names",
                 "render the shards again");
  FLAME_TRY(checkHostMemory(plan, histogramBytes(plan) + finishBytes(plan), 0));
  std::vector<PassHistogram> sums = part.passes;
  for (PassHistogram &sum : sums)
    sum.cells.resize(part.buckets());
  for (const NamedPart &named : parts) {
    FLAME_TRY_ASSIGN(HistogramReader reader, HistogramReader::open(named.name));
    if (writeHistogramHeader(reader.header()) != writeHistogramHeader(named.header))
      return Error(ErrorKind::Input, "'" + named.name + "' was replaced while it was read",
                   "merge again when all shards are there");
    FLAME_TRY(reader.addTo(sums));
  }
  return sums;
}

//===-- picture -------------------------------------------------------------------------------===//

static void say(const char *severity, const std::string &text) {
  std::cerr << "flame-merge: " << severity << ": " << printable(text) << '\n';
}

static Result<RenderedFrame> finishOnGpu(const std::string &device, const Artefact &artefact,
                                         const FrameRequest &request,
                                         const std::vector<PassHistogram> &passes,
                                         const Options &options) {
  DeviceOptions how;
  how.trust = options.trust;
  how.note = [](const std::string &text) { say("note", text); };
  FLAME_TRY_ASSIGN(const Device gpu, openDevice(device, artefact, how));
  return gpu.renderer->finish(request, passes);
}

/// Finishes the picture. By default it uses the kind of device that made the parts, if available,
/// so the bytes equal those of a single flamerun.
static Result<RenderedFrame> finishPicture(const Artefact &artefact, const FrameRequest &request,
                                           DeviceKind madeBy,
                                           const std::vector<PassHistogram> &passes,
                                           const Options &options) {
  constexpr char kRounding[] = "pixels may differ by rounding from those that ";
  const bool isAuto = options.device == "auto", madeByGpu = madeBy == DeviceKind::Gpu;
  if (isAuto ? madeByGpu : options.device != "cpu") {
    if (!madeByGpu)
      say("warning", kRounding + std::string("the CPU would have made"));
    Result<RenderedFrame> frame =
        finishOnGpu(isAuto ? "cuda:0" : options.device, artefact, request, passes, options);
    if (frame || !isAuto || frame.error().kind() != ErrorKind::Environment)
      return frame;
    say("note", "finishing on the CPU: " + frame.error().text());
  }
  if (madeByGpu)
    say("warning", kRounding + std::string("the GPU would have made"));
  return finishOnCpu(artefact.manifest(), request, passes);
}

/// `output` is the file that -o stands for.
static Status checkOutputs(const Options &options, const fs::path &output) {
  for (const fs::path &written : {output, fs::path(options.histogram)}) {
    if (written.empty())
      continue;
    if (isSameFile(written, options.artefact))
      return overwriteError(written);
    for (const std::string &part : options.parts)
      if (isSameFile(written, part))
        return overwriteError(written);
  }
  if (!options.histogram.empty() && isSameFile(output, options.histogram))
    return Error(ErrorKind::Usage,
                 "picture and histogram would be one file, '" + output.string() + "'",
                 "choose another name with -o or --histogram");
  return {};
}

/// Returns the bit depth of the picture. Rejects an alpha channel that the format cannot hold.
static Result<ImageDepth> depthOf(const FrameRequest &request, const Options &options) {
  if (request.transparency || options.transparency)
    FLAME_TRY(checkAlpha(options.output));
  std::optional<unsigned> bits = options.bits;
  if (!bits && fs::path(options.output).extension() == ".png")
    bits = request.format.bits;
  return imageDepth(options.output, bits);
}

static Status writePicture(const Artefact &artefact, const MergedParts &merged,
                           const std::vector<PassHistogram> &passes, const FrameRequest &request,
                           const ImageDepth &depth, FramePattern pattern, const Options &options) {
  const std::vector<FrameJob> jobs = {{int64_t(request.frame), request}};
  PictureSettings settings{
      textsOf(artefact), identityOf(artefact),
      Existing::Replace, options.histogram,
      depth.fileBits,    holdsLayers(options.output) ? &artefact.manifest() : nullptr};
  FLAME_TRY_ASSIGN(const std::unique_ptr<PictureFiles> files,
                   PictureFiles::create(std::move(pattern), jobs, std::move(settings)));
  FLAME_TRY_ASSIGN(RenderedFrame frame,
                   finishPicture(artefact, request, merged.header.part.device, passes, options));
  if (!options.histogram.empty() || holdsLayers(options.output))
    frame.histogram = exactHistogram(passes);
  FLAME_TRY(files->put(0, frame));
  return files->finish();
}

static Status work(const Options &options) {
  if (options.device != "cpu")
    FLAME_TRY(checkDevice(options.device));
  FLAME_TRY_ASSIGN(const Artefact artefact, Artefact::open(options.artefact));
  FLAME_TRY_ASSIGN(const std::vector<NamedPart> parts,
                   readHeaders(options.parts, identityOf(artefact)));
  if (options.info) {
    for (const NamedPart &part : parts)
      std::cout << describe(part);
    return {};
  }
  if (options.output.empty())
    return Error(ErrorKind::Usage, "nothing says where the picture is to go", "write -o FILE.png");
  const bool isSum = fs::path(options.output).extension() == kHistogramExtension;
  FramePattern pattern;
  if (!isSum) {
    FLAME_TRY(checkImageFormat(options.output));
    FLAME_TRY_ASSIGN(pattern, FramePattern::parse(options.output));
  }
  const auto frame = int64_t(parts.front().header.request.frame);
  const fs::path output = isSum ? fs::path(options.output) : pattern.pathOf(frame);
  FLAME_TRY(checkOutputs(options, output));
  const fs::path folder = output.parent_path();
  // Leftovers of killed runs.
  AtomicFile::removeAbandoned(folder.empty() ? "." : folder);
  FLAME_TRY_ASSIGN(MergedParts merged, mergeParts(parts));
  if (!isSum)
    FLAME_TRY(checkComplete(merged, parts));
  for (const std::string &warning : merged.warnings)
    say("warning", warning);
  FrameRequest request = merged.header.request;
  request.threads = options.threads;
  FLAME_TRY_ASSIGN(const FramePlan plan, planFrame(artefact.manifest(), request));
  FLAME_TRY_ASSIGN(const std::vector<PassHistogram> passes, addParts(merged, parts, plan));
  if (isSum) {
    for (size_t pass = 0; pass < passes.size(); ++pass)
      merged.header.part.passes[pass].samples = passes[pass].samples;
    FLAME_TRY_ASSIGN(const OutputLock lock, OutputLock::alone(options.output));
    return writeHistogram(options.output, merged.header, passes);
  }
  FLAME_TRY_ASSIGN(const ImageDepth depth, depthOf(request, options));
  request.format = depth.pixels;
  request.transparency |= options.transparency;
  return writePicture(artefact, merged, passes, request, depth, std::move(pattern), options);
}

int main(int argc, char **argv) {
  endWithoutMemory("flame-merge");
  AtomicFile::removeAllOnSignals();
  CLI::App app("Adds up the shards of a picture, and finishes it.", "flame-merge");
  Options options;
  declare(app, options);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  const Status status = work(options);
  return endProgram("flame-merge", status ? kDone : reportError("flame-merge", status.error()));
}
