// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times frames. Renderers measure the stages themselves; a clock around them measures the whole
// frame. The difference is time that belongs to no stage.

#include "tools/flamebench/Frames.h"

#include "artefact/TrustList.h"
#include "runtime/frame/CpuRenderer.h"
#include "runtime/frame/GpuRenderer.h"
#include "tools/flamebench/Moment.h"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>

namespace flame {

using namespace rt;

namespace {
/// Device to render on: a GPU of the driver, or the CPU.
struct Target {
  std::unique_ptr<Driver> driver; ///< null: the CPU
  int ordinal = 0;
};

using Render = std::function<Result<RenderedFrame>()>;
} // namespace

static Result<Target> chooseTarget(const std::string &device) {
  Target target;
  if (device == "cpu")
    return target;
  if (device != "auto") {
    constexpr std::string_view prefix = "cuda:";
    const char *end = device.data() + device.size();
    if (!device.starts_with(prefix) || device.size() == prefix.size() ||
        std::from_chars(device.data() + prefix.size(), end, target.ordinal).ptr != end)
      return Error(ErrorKind::Usage,
                   "expected --device=auto, cuda:NUMBER or cpu, found '" + device + "'");
  }
  Result<std::unique_ptr<Driver>> driver = Driver::open();
  if (driver)
    target.driver = *std::move(driver);
  else if (device != "auto")
    return std::move(driver).error();
  return target;
}

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the medians of `repeat` renders after one warm-up. Declares a column for each new stage.
static Result<std::map<std::string, double>> measure(const Render &render, unsigned repeat,
                                                     Table &table) {
  std::map<std::string, std::vector<double>> values;
  for (unsigned run = 0; run <= repeat; ++run) {
    const auto start = std::chrono::steady_clock::now();
    FLAME_TRY_ASSIGN(RenderedFrame frame, render());
    const double whole = secondsSince(start);
    if (run == 0)
      continue;
    double adding = 0;
    for (const StageTime &stage : frame.times) {
      if (stage.name == "compile") // happens once per artefact and not per frame
        continue;
      table.declare({stage.name, stage.name, 2});
      values[stage.name].push_back(stage.seconds * 1e3);
      if (stage.name == "iterate" || stage.name == "accumulate")
        adding += stage.seconds;
    }
    values["rate"].push_back(double(frame.samples) / adding / 1e9);
    values["frame"].push_back(whole * 1e3);
  }
  std::map<std::string, double> medians;
  for (auto &[key, list] : values)
    medians[key] = median(std::move(list));
  return medians;
}

static Result<std::map<std::string, double>> benchArtefact(const std::string &path,
                                                           const Target &target,
                                                           const FrameBenchOptions &options,
                                                           Table &table) {
  FLAME_TRY_ASSIGN(Artefact artefact, Artefact::open(path));
  FLAME_TRY_ASSIGN(const FrameRequest request,
                   requestAt(options.moment, artefact.manifest(), options.request));
  Progress progress(ProgressMode::None);
  if (!target.driver) {
    FLAME_TRY_ASSIGN(auto renderer, CpuRenderer::create(artefact));
    return measure([&] { return renderer->render(request, progress, {}); }, options.repeat, table);
  }
  if (!options.trust)
    FLAME_TRY(checkTrust(artefact.digest()));
  FLAME_TRY_ASSIGN(auto renderer, GpuRenderer::create(*target.driver, target.ordinal, artefact));
  table.title = "frames on " + renderer->describe() + ", ms";
  return measure([&] { return renderer->render(request, progress, {}); }, options.repeat, table);
}

Result<Table> benchFrames(const FrameBenchOptions &options) {
  FLAME_TRY_ASSIGN(Target target, chooseTarget(options.device));
  Table table{"frames on the CPU, ms", "artefact", {}, {}};
  for (const std::string &path : options.artefacts) {
    FLAME_TRY_ASSIGN(auto cells, benchArtefact(path, target, options, table));
    table.rows.emplace_back(std::filesystem::path(path).stem().string(), std::move(cells));
  }
  table.declare({"frame", "whole frame", 2});
  table.declare({"rate", "Gsamples/s", 3});
  if (table.rows.size() > 1)
    table.addMedianRow("median");
  return table;
}

} // namespace flame
