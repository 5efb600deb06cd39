// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders the same frames with all schedules. Compares the time of iteration and accumulation
// together, including pilot runs; the other stages are equal.

#include "tools/flamebench/Schedules.h"

#include "artefact/TrustList.h"
#include "runtime/frame/GpuRenderer.h"
#include "tools/flamebench/Moment.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace flame {

using namespace rt;

static constexpr char kWorst[] = "worst", kMedian[] = "median";

std::map<std::string, double> scheduleCells(const ScheduleRates &rates) {
  std::map<std::string, double> cells = {{"direct", rates.direct / 1e9},
                                         {"auto", rates.automatic / 1e9},
                                         {"auto_splits", rates.autoSplits ? 1 : 0}};
  if (rates.split > 0)
    cells["split"] = rates.split / 1e9;
  cells["behind"] = 100 * (1 - rates.automatic / std::max(rates.direct, rates.split));
  return cells;
}

std::string judgeAuto(const Table &table, double percent) {
  size_t frames = 0, within = 0;
  for (const auto &[name, cells] : table.rows) {
    if (name == kWorst || name == kMedian)
      continue;
    ++frames;
    within += cells.at("behind") <= percent;
  }
  char limit[32];
  std::snprintf(limit, sizeof limit, "%g", percent);
  return "auto is within " + std::string(limit) + " % of the best in " + std::to_string(within) +
         " of " + std::to_string(frames) + " frames";
}

namespace {
/// The result of a schedule.
struct Measured {
  double rate = 0; ///< samples per second
  bool splits = false;
};
} // namespace

static Result<Measured> measure(Renderer &renderer, const FrameRequest &request, unsigned repeat) {
  Progress progress(ProgressMode::None);
  Measured result;
  std::vector<double> rates;
  for (unsigned run = 0; run <= repeat; ++run) {
    FLAME_TRY_ASSIGN(const RenderedFrame frame, renderer.render(request, progress, {}));
    double seconds = 0;
    for (const StageTime &stage : frame.times) {
      const bool addsUp =
          stage.name == "accumulate"; // only what is split is added up by a stage of its own
      if (addsUp || stage.name == "iterate")
        seconds += stage.seconds;
      result.splits |= addsUp;
    }
    if (run > 0)
      rates.push_back(double(frame.samples) / seconds);
  }
  result.rate = median(std::move(rates));
  return result;
}

/// Returns a request that makes about `budget` samples.
static Result<FrameRequest> requestFor(const Manifest &manifest, const std::string &moment,
                                       std::pair<uint32_t, uint32_t> size, double budget) {
  FLAME_TRY_ASSIGN(FrameRequest request, requestAt(moment, manifest, {}));
  request.width = size.first;
  request.height = size.second;
  request.estimatorRadius = 0;
  request.quality = 1;
  // Samples are proportional to quality. The factor includes the zoom of the flame.
  request.quality = budget / plannedSamples(manifest, request);
  return request;
}

static std::string budgetText(double budget) {
  constexpr double kMega = 1 << 20, kGiga = 1 << 30;
  char text[32];
  if (budget >= kGiga)
    std::snprintf(text, sizeof text, "%.3g Gi", budget / kGiga);
  else
    std::snprintf(text, sizeof text, "%.3g Mi", budget / kMega);
  return text;
}

/// Measures all frames of an artefact.
static Status benchArtefact(const Driver &driver, const std::string &path,
                            const ScheduleBenchOptions &options, Table &table) {
  FLAME_TRY_ASSIGN(const Artefact artefact, Artefact::open(path));
  if (!options.trust)
    FLAME_TRY(checkTrust(artefact.digest()));
  const std::string name = std::filesystem::path(path).stem().string();
  // One schedule after the other, so that each has all of the memory.
  std::vector<ScheduleRates> frames(options.sizes.size() * options.budgets.size());
  for (const Schedule schedule : {Schedule::Direct, Schedule::Split, Schedule::Auto}) {
    GpuOptions gpu;
    gpu.schedule = schedule;
    FLAME_TRY_ASSIGN(const auto renderer,
                     GpuRenderer::create(driver, options.ordinal, artefact, gpu));
    table.title = "schedules on " + renderer->describe() + ", G samples/s";
    for (size_t i = 0; i < frames.size(); ++i) {
      FLAME_TRY_ASSIGN(const FrameRequest request,
                       requestFor(artefact.manifest(), options.moment,
                                  options.sizes[i / options.budgets.size()],
                                  options.budgets[i % options.budgets.size()]));
      FLAME_TRY_ASSIGN(const Measured measured, measure(*renderer, request, options.repeat));
      if (schedule == Schedule::Direct)
        frames[i].direct = measured.rate;
      else if (schedule == Schedule::Auto)
        frames[i].automatic = measured.rate, frames[i].autoSplits = measured.splits;
      else if (measured.splits)
        frames[i].split = measured.rate;
    }
  }
  for (size_t i = 0; i < frames.size(); ++i) {
    const auto [width, height] = options.sizes[i / options.budgets.size()];
    table.rows.emplace_back(name + ' ' + std::to_string(width) + 'x' + std::to_string(height) +
                                ", " + budgetText(options.budgets[i % options.budgets.size()]),
                            scheduleCells(frames[i]));
  }
  return {};
}

Result<Table> benchSchedules(const ScheduleBenchOptions &options) {
  FLAME_TRY_ASSIGN(const std::unique_ptr<Driver> driver, Driver::open());
  Table table{"",
              "frame",
              {{"direct", "direct"},
               {"split", "split"},
               {"auto", "auto"},
               {"auto_splits", "auto splits", 0},
               {"behind", "behind the best, %"}},
              {}};
  for (const std::string &path : options.artefacts)
    FLAME_TRY(benchArtefact(*driver, path, options, table));
  double worst = -HUGE_VAL;
  for (const auto &[name, cells] : table.rows)
    worst = std::max(worst, cells.at("behind"));
  table.addMedianRow(kMedian);
  table.rows.back().second.erase("auto_splits");
  table.rows.emplace_back(kWorst, std::map<std::string, double>{{"behind", worst}});
  return table;
}

} // namespace flame
