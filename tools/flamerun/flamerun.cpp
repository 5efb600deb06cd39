// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flamerun: renders an artefact of flamec on a GPU, or on the CPU when there is none.

#include "runtime/host/ArtefactReader.h"
#include "runtime/host/AtomicFile.h"
#include "runtime/host/CpuRenderer.h"
#include "runtime/host/GpuRenderer.h"
#include "runtime/host/Image.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <csignal>
#include <iostream>

using namespace flame;
using namespace flame::rt;

namespace {
constexpr char kExamples[] = R"(
Exit codes: 0 done, 1 input rejected, 2 usage, 3 environment, 70 bug of flamerun

Examples:
  flamerun ember.cubin -o ember.png
  flamerun ember.cubin --size=3840x2160 --quality=2000 --bits=16 -o big.png)";

/// What the command line said.
struct Arguments {
  std::string artefact, output, size, device = "auto", progress = "auto", histogram;
  FrameRequest request;
  bool info = false, timings = false;
};

int fail(const Error &error) {
  std::cerr << "flamerun: error: " << error.text() << '\n';
  if (!error.note().empty())
    std::cerr << "flamerun: note: " << error.note() << '\n';
  return error.exitCode();
}

void declareOptions(CLI::App &app, Arguments &arguments) {
  FrameRequest &request = arguments.request;
  app.add_option("ARTEFACT", arguments.artefact, "what flamec wrote")->required();
  app.add_option("-o", arguments.output, "picture to write: .png [artefact name + .png]");
  app.add_option("--size", arguments.size, "WxH in pixels; the picture keeps its width in the world");
  app.add_option("--quality", request.quality, "samples per pixel");
  app.add_option("--supersample", request.supersample, "buckets per pixel and axis");
  app.add_option("--estimator-radius", request.estimatorRadius,
                 "density estimation in pixels; 0 switches it off");
  app.add_option("--fuse", request.fuse, "rounds before counting [as the compiler estimated]")
      ->check(CLI::Range(0, 1 << 20));
  app.add_option("--bits", request.bits, "per channel: 8 or 16")->check(CLI::IsMember({8, 16}));
  app.add_option("--seed", request.seed, "of the random streams; same seed, same picture")
      ->capture_default_str();
  app.add_flag("--transparency", request.transparency, "alpha channel instead of the background");
  app.add_flag("--earlyclip", request.earlyClip, "tone-map before the spatial filter");
  app.add_option("--pixel-aspect", request.pixelAspect, "width of a pixel over its height")
      ->check(CLI::PositiveNumber);
  app.add_option("--device", arguments.device, "auto, cuda:0 ..., cpu")->capture_default_str();
  app.add_option("--threads", request.threads, "of the CPU [one per processor]");
  app.add_option("--progress", arguments.progress, "auto, bar, json or none")->capture_default_str();
  app.add_option("--histogram", arguments.histogram, "also write the exact histogram (raw, 4 u64)");
  app.add_flag("--info", arguments.info, "describe the artefact, render nothing");
  app.add_flag("--timings", arguments.timings, "print how long each stage took");
  app.footer(kExamples + 1);
}

/// "1920x1080".
Status parseSize(const std::string &text, FrameRequest &request) {
  if (text.empty())
    return {};
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

void printInfo(const Artefact &artefact) {
  const Manifest &manifest = artefact.manifest();
  const FrameDefaults &frame = manifest.frame;
  auto line = [](const char *key, const std::string &value) {
    if (!value.empty())
      std::cout << key << ": " << value << '\n';
  };
  line("name", manifest.name);
  line("author", manifest.author);
  line("url", manifest.url);
  line("size", std::to_string(frame.width) + "x" + std::to_string(frame.height) + ", supersample " +
                   std::to_string(frame.supersample));
  std::cout << "quality: " << frame.quality << " samples per pixel\n";
  std::cout << "xforms: " << manifest.layout.xforms
            << (manifest.features & abi::kFinalXform ? " and a final one" : "")
            << (manifest.features & abi::kXaos ? ", xaos" : "") << '\n';
  std::string targets;
  for (const std::string &target : manifest.targets)
    targets += (targets.empty() ? "" : ", ") + target;
  if (!manifest.ptxTarget.empty())
    targets += (targets.empty() ? "" : ", ") + ("PTX for " + manifest.ptxTarget);
  line("code", targets);
  for (const auto &[tool, version] : manifest.tools)
    std::cout << "made by: " << tool << ' ' << version << '\n';
  for (const ArtefactSection &section : artefact.sections())
    std::cout << "section: " << section.name << ", " << section.size << " bytes\n";
}

volatile std::sig_atomic_t interrupted = 0;
bool shouldStop() { return interrupted != 0; }

Result<RenderedFrame> renderOnGpu(const Artefact &artefact, int ordinal, const FrameRequest &request,
                                  Progress &progress, std::string &device) {
  FLAME_TRY_ASSIGN(std::unique_ptr<Driver> driver, Driver::open());
  FLAME_TRY_ASSIGN(std::unique_ptr<GpuRenderer> renderer,
                   GpuRenderer::create(*driver, ordinal, artefact));
  device = renderer->describe();
  return renderer->render(request, progress, shouldStop);
}

Result<RenderedFrame> renderOnCpu(const Artefact &artefact, const FrameRequest &request,
                                  Progress &progress, std::string &device) {
  FLAME_TRY_ASSIGN(CpuRenderer renderer, CpuRenderer::create(artefact));
  device = "the CPU";
  return renderer.render(request, progress, shouldStop);
}

/// Renders where --device says; "auto" is the first GPU, or the CPU when there is none that can run the artefact.
Result<RenderedFrame> render(const Artefact &artefact, const Arguments &arguments,
                             Progress &progress, std::string &device) {
  const std::string &wanted = arguments.device;
  if (wanted == "cpu")
    return renderOnCpu(artefact, arguments.request, progress, device);
  if (wanted == "auto") {
    Result<RenderedFrame> frame = renderOnGpu(artefact, 0, arguments.request, progress, device);
    if (frame || !device.empty()) // a GPU that failed while rendering is an error, one that cannot be used is not
      return frame;
    progress.message("flamerun: note: rendering on the CPU: " + frame.error().text());
    return renderOnCpu(artefact, arguments.request, progress, device);
  }
  int ordinal = 0;
  const std::string_view digits = std::string_view(wanted).substr(std::min<size_t>(wanted.size(), 5));
  if (!wanted.starts_with("cuda:") || digits.empty() ||
      std::from_chars(digits.begin(), digits.end(), ordinal).ptr != digits.end())
    return Error(ErrorKind::Usage, "expected --device=auto, cuda:NUMBER or cpu, found '" + wanted + "'");
  return renderOnGpu(artefact, ordinal, arguments.request, progress, device);
}

Status writePicture(const RenderedFrame &frame, const Artefact &artefact, const Arguments &arguments,
                    const std::string &output) {
  ImageOptions options;
  options.text.push_back({"Software", "flamec"});
  if (!artefact.manifest().name.empty())
    options.text.push_back({"Title", artefact.manifest().name});
  if (!artefact.manifest().author.empty())
    options.text.push_back({"Author", artefact.manifest().author});
  options.text.push_back({"flame_seed", std::to_string(arguments.request.seed)});
  options.text.push_back({"flame_samples", std::to_string(frame.samples)});
  if (!artefact.genome().empty())
    options.text.push_back({"flame_genome", std::string(artefact.genome()), true});
  std::vector<uint8_t> opaque;
  ImageView view{frame.pixels.data(), frame.width, frame.height, 4, frame.bits};
  if (!arguments.request.transparency) { // alpha says nothing: three channels
    const size_t bytes = frame.bits / 8;
    opaque.reserve(frame.pixels.size() / 4 * 3);
    for (size_t i = 0; i < frame.pixels.size(); i += 4 * bytes)
      opaque.insert(opaque.end(), frame.pixels.begin() + i, frame.pixels.begin() + i + 3 * bytes);
    view.pixels = opaque.data();
    view.channels = 3;
  }
  return writeImage(output, view, options);
}

Status writeHistogram(const RenderedFrame &frame, const std::string &path) {
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
  FLAME_TRY(file.write(std::as_bytes(std::span(frame.histogram))));
  return file.commit();
}

void printTimings(const RenderedFrame &frame, const std::string &device) {
  std::cerr << "rendered by " << device << '\n';
  for (const StageTime &stage : frame.times) {
    char line[96];
    std::snprintf(line, sizeof line, "%-12s %10.3f ms", stage.name.c_str(), stage.seconds * 1e3);
    std::cerr << line;
    if (stage.name == "iterate")
      std::cerr << "   " << formatSi(double(frame.samples) / stage.seconds) << "samples/s";
    std::cerr << '\n';
  }
}

Status run(Arguments &arguments) {
  FLAME_TRY(parseSize(arguments.size, arguments.request));
  const std::optional<ProgressMode> mode = parseProgressMode(arguments.progress);
  if (!mode)
    return Error(ErrorKind::Usage, "expected --progress=auto, bar, json or none, found '" +
                                       arguments.progress + "'");
  const std::string output =
      arguments.output.empty()
          ? std::filesystem::path(arguments.artefact).filename().replace_extension("png").string()
          : arguments.output;
  FLAME_TRY_ASSIGN(Artefact artefact, Artefact::open(arguments.artefact));
  if (arguments.info) {
    printInfo(artefact);
    return {};
  }
  FLAME_TRY(checkImageFormat(output));
  arguments.request.wantsHistogram = !arguments.histogram.empty();
  FLAME_TRY_ASSIGN(FramePlan plan, planFrame(artefact.manifest(), arguments.request));

  Progress progress(*mode);
  progress.start(plan.samples);
  std::string device;
  FLAME_TRY_ASSIGN(RenderedFrame frame, render(artefact, arguments, progress, device));
  progress.stage("write");
  FLAME_TRY(writePicture(frame, artefact, arguments, output));
  if (arguments.request.wantsHistogram)
    FLAME_TRY(writeHistogram(frame, arguments.histogram));
  progress.frameDone();
  progress.finish();
  if (arguments.timings)
    printTimings(frame, device);
  return {};
}
} // namespace

int main(int argc, char **argv) {
  CLI::App app("Renders what flamec compiled.", "flamerun");
  Arguments arguments;
  declareOptions(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) ? int(ErrorKind::Usage) : 0;
  }
  std::signal(SIGINT, [](int) { interrupted = 1; });
  std::signal(SIGTERM, [](int) { interrupted = 1; });
  const Status status = run(arguments);
  return status ? 0 : fail(status.error());
}
