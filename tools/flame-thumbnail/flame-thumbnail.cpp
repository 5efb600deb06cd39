// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-thumbnail: makes the thumbnail of a flame for file managers. They run it for every file
// they find, from any source. It therefore renders on the CPU, which executes no code from the
// file, limits the cost of a flame, and ends if rendering takes too long.
// packaging/flamec.thumbnailer registers it.

#include "support/OutputPath.h"
#include "support/ReadFile.h"
#include "support/Version.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"

#include "runtime/frame/CpuLibrary.h"
#include "runtime/frame/Devices.h"
#include "runtime/output/Image.h"
#include "runtime/plan/FrameClock.h"

#include <elf.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>
#include <thread>

using namespace flame;
using namespace flame::rt;

namespace {

struct Arguments {
  std::string input, output;
  uint32_t size = 256;
  double quality = 100;
  uint32_t seconds = 20;
};

} // namespace

/// Upper bounds for settings that make frames expensive.
static constexpr uint32_t kMostSupersample = 2;
static constexpr double kMostEstimatorRadius = 9;
/// File managers run several instances at a time.
static constexpr unsigned kMostThreads = 4;
/// Enough for the compiler and the engine at this frame size.
#if __has_feature(address_sanitizer) // the sanitizer itself needs far more
static constexpr rlim_t kMostMemory = RLIM_INFINITY;
#else
static constexpr rlim_t kMostMemory = rlim_t(4) << 30;
#endif
/// Limit for files that are compiled. Large ones hold many flames, of which the first one is shown.
static constexpr uint64_t kMostTextBytes = 64 << 20;

static constexpr char kFooter[] = R"(
Animations are shown in their middle, and of a file with several flames the first one.
Exit codes: 0 done, 1 input rejected, 2 usage, 3 environment, 70 bug of flame-thumbnail.

Example:
  flame-thumbnail --size=256 ember.flame ember.png)";

static void declare(CLI::App &app, Arguments &arguments) {
  app.get_formatter()->column_width(27);
  app.add_option("FLAME", arguments.input,
                 "a flame (XML), an animation (JSON), or what flamec made")
      ->required()
      ->type_name("");
  app.add_option("PICTURE", arguments.output, "what to write: PNG, whatever its name is")
      ->required()
      ->type_name("");
  app.add_option("--size", arguments.size, "pixels of the longer side [256]")
      ->check(wholeNumber(1, 2048))
      ->type_name("N");
  app.add_option("--quality", arguments.quality, "samples per pixel [100]")
      ->check(numberFrom(0.01, 10000))
      ->type_name("N");
  app.add_option("--seconds", arguments.seconds, "give up after so long [20]")
      ->check(wholeNumber(1, 3600))
      ->type_name("N");
  app.set_version_flag("--version", std::string("flame-thumbnail ") + kVersion,
                       "print the version and exit");
  app.footer(kFooter + 1);
}

extern "C" {
static void giveUp(int) {
  AtomicFile::removeAll();
  constexpr char kMessage[] = "flame-thumbnail: error: it takes too long\n"
                              "flame-thumbnail: note: --seconds gives it more time\n";
  (void)!write(STDERR_FILENO, kMessage, sizeof(kMessage) - 1);
  _exit(kEnvironment);
}
}

/// Limits time and memory of this process.
static void limitMyself(uint32_t seconds) {
  rlimit limit = {};
  if (getrlimit(RLIMIT_DATA, &limit) == 0) {
    limit.rlim_cur = std::min(limit.rlim_max, kMostMemory);
    setrlimit(RLIMIT_DATA, &limit);
  }
  signal(SIGALRM, giveUp);
  alarm(seconds);
}

static bool isElf(std::span<const std::byte> contents) {
  return contents.size() >= SELFMAG && memcmp(contents.data(), ELFMAG, SELFMAG) == 0;
}

/// Opens an artefact, or compiles a text into one.
static Result<Artefact> openFlame(const std::string &path) {
  FLAME_TRY_ASSIGN(std::vector<std::byte> contents, readFile(path, artefact::kMaxFileBytes));
  if (isElf(contents))
    return Artefact::parse(std::move(contents), path);
  if (contents.size() > kMostTextBytes)
    return Error(ErrorKind::Input, "'" + path + "' has more than 64 MiB, and is no artefact",
                 "compile it: flamec makes artefacts of any flame");
  TextSource source;
  source.text = {reinterpret_cast<const char *>(contents.data()), contents.size()};
  source.name = path;
  source.flame = "0";
  Result<CompiledText> made = compileInProcess(source);
  // An animation has no numbers for its flames.
  if (!made && made.error().kind() == ErrorKind::Input) {
    source.flame.clear();
    if (Result<CompiledText> whole = compileInProcess(source))
      made = std::move(whole);
  }
  if (!made)
    return made.error();
  return Artefact::parse(std::move(made->artefact), path);
}

/// Returns a small and cheap request for the frame.
static Result<FrameRequest> requestOf(const Manifest &manifest, const Arguments &arguments) {
  FLAME_TRY_ASSIGN(const FrameClock clock, FrameClock::create(manifest, {}));
  FrameRequest request;
  if (!clock.isStill()) {
    request.time = 0.5;
    request.frame = uint64_t(clock.frameAt(request.time));
  }
  const FrameDefaults frame = manifest.frameAt(request.time);
  const double scale = double(arguments.size) / std::max(frame.width, frame.height);
  const auto scaled = [&](uint32_t side) {
    return std::max(1u, uint32_t(std::lround(side * scale)));
  };
  request.width = scaled(frame.width);
  request.height = scaled(frame.height);
  request.quality = arguments.quality;
  request.supersample = std::min(frame.supersample, kMostSupersample);
  request.estimatorRadius = std::min(frame.estimatorRadius, kMostEstimatorRadius);
  request.temporalSamples = 1;
  request.threads = std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads);
  return request;
}

static Status work(const Arguments &arguments) {
  if (isSameFile(arguments.output, arguments.input))
    return overwriteError(arguments.output);
  FLAME_TRY_ASSIGN(const Artefact artefact, openFlame(arguments.input));
  FLAME_TRY_ASSIGN(const FrameRequest request, requestOf(artefact.manifest(), arguments));
  FLAME_TRY_ASSIGN(const Device device, openDevice("cpu", artefact, {}));
  Progress progress(ProgressMode::None);
  FLAME_TRY_ASSIGN(const RenderedFrame frame, device.renderer->render(request, progress, {}));
  ImageView view;
  view.pixels = frame.pixels.data();
  view.width = *request.width;
  view.height = *request.height;
  FLAME_TRY_ASSIGN(const std::vector<std::byte> png, encodePng(view));
  return writeOutput(arguments.output, png);
}

int main(int argc, char **argv) {
  endWithoutMemory("flame-thumbnail");
  AtomicFile::removeAllOnSignals();
  CLI::App app("Makes the small picture of a flame that file managers show.", "flame-thumbnail");
  Arguments arguments;
  declare(app, arguments);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  limitMyself(arguments.seconds);
  const Status status = work(arguments);
  return endProgram("flame-thumbnail",
                    status ? kDone : reportError("flame-thumbnail", status.error()));
}
