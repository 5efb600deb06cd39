// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats lines and tables.

#include "tools/flamerun/Report.h"

#include "runtime/frame/AdaptiveRenderer.h"
#include "runtime/frame/Progress.h"
#include "support/Printable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace flame {

using namespace rt;

static std::string format(const char *pattern, auto... values) {
  char text[256];
  snprintf(text, sizeof(text), pattern, values...);
  return text;
}

//===-- artefacts -----------------------------------------------------------------------------===//

static std::string codeOf(const Manifest &manifest) {
  std::string targets;
  for (const std::string &target : manifest.targets)
    targets += (targets.empty() ? "" : ", ") + target;
  if (!manifest.ptxTarget.empty())
    targets += (targets.empty() ? "" : ", ") + ("PTX for " + manifest.ptxTarget);
  return targets;
}

static void printAnimation(std::ostream &out, const Artefact &artefact, const FrameClock &clock) {
  const Manifest &manifest = artefact.manifest();
  if (clock.isStill()) {
    out << "animation: none, a still\n";
    return;
  }
  const bool countsFrames = manifest.timeUnit == "frames";
  out << "animation: " << manifest.duration << (countsFrames ? " frames" : " units")
      << (manifest.loops ? ", a loop" : "") << '\n';
  out << "frames: " << clock.first() << " to " << clock.last() << ", "
      << format("%.2f", clock.seconds()) << " s at " << clock.rate().text()
      << " frames per second\n";
  const auto tracks = artefact.tracks();
  const auto moving =
      std::ranges::count_if(tracks, [](const abi::Track &track) { return track.knotCount > 1; });
  out << "tracks: " << tracks.size() << ", of which "
      << moving + ptrdiff_t(manifest.frameTracks.size()) << " move; "
      << artefact.paletteTimes().size() << " palettes\n";
  out << "temporal samples: " << manifest.frame.temporalSamples << ", "
      << manifest.frame.temporalFilter << ", exposure " << manifest.frame.temporalFilterWidth
      << " frames\n";
}

/// Prints the filters and how they run, if the frame can be planned.
static void printFilters(std::ostream &out, const Manifest &manifest, const FrameRequest &request) {
  constexpr uint32_t kCellBytes = sizeof(uint64_t) + sizeof(abi::WideCell);
  const Result<FramePlan> frame = planFrame(manifest, request);
  if (!frame)
    return;
  const FilterPlan &plan = frame->filters.plan;
  const uint32_t accumulators = 1 + plan.spares + (frame->passes() > 1);
  out << "filters: " << filtersOf(manifest.frame, request).text() << '\n'
      << "stages: " << plan.text() << '\n'
      << "memory: " << kCellBytes + accumulators * sizeof(abi::Accumulator) << " bytes for each of "
      << abi::bucketCount(frame->frame) << " buckets\n";
  if (frame->filters.pixelDensity.isActive())
    out << "on a GPU: density and pixels in one step, "
        << kCellBytes + (1 + plan.sparesWithDensity) * sizeof(abi::Accumulator) + sizeof(float)
        << " bytes for each bucket\n";
}

/// Formats a fraction as "0.49 %".
static std::string percentText(double share) { return format("%.3g %%", 100 * share); }

/// Prints the stop criterion or quality from the artefact and the command line.
static void printQuality(std::ostream &out, const FrameDefaults &frame,
                         const FrameRequest &request) {
  const StopCriterion &stop = request.stop;
  out << "quality: ";
  if (!stop.isSet()) {
    out << request.quality.value_or(frame.quality) << " samples per pixel\n";
    return;
  }
  if (stop.noise > 0)
    out << "until the noise is " << percentText(stop.noise) << " of white, ";
  if (stop.seconds > 0)
    out << "for " << stop.seconds << " s, ";
  out << "at most " << request.quality.value_or(kMostQuality) << " samples per pixel\n";
}

void printInfo(std::ostream &out, const Artefact &artefact, const FrameClock &clock,
               const FrameRequest &request) {
  const Manifest &manifest = artefact.manifest();
  const FrameDefaults &frame = manifest.frame;
  auto line = [&](const char *key, const std::string &value) {
    if (!value.empty())
      out << key << ": " << printable(value) << '\n';
  };
  line("name", manifest.name);
  line("author", manifest.author);
  line("url", manifest.url);
  line("dialect", manifest.dialect);
  line("size", std::to_string(frame.width) + "x" + std::to_string(frame.height) + ", supersample " +
                   std::to_string(frame.supersample));
  printQuality(out, frame, request);
  printFilters(out, manifest, request);
  printAnimation(out, artefact, clock);
  out << "xforms: " << manifest.layout.xforms
      << (manifest.features & abi::kFinalXform ? " and a final one" : "")
      << (manifest.features & abi::kXaos ? ", xaos" : "") << '\n';
  line("code", codeOf(manifest));
  for (const auto &[tool, version] : manifest.tools)
    out << "made by: " << printable(tool) << ' ' << printable(version) << '\n';
  for (const ArtefactSection &section : artefact.sections())
    out << "section: " << printable(section.name) << ", " << section.size << " bytes\n";
}

//===-- frames --------------------------------------------------------------------------------===//

std::string frameLine(const FrameReport &frame) {
  double seconds = 0, iterating = 0;
  for (const StageTime &stage : frame.times) {
    seconds += stage.seconds;
    if (stage.name == "iterate")
      iterating += stage.seconds;
  }
  std::string line = "frame " + std::to_string(frame.number) + ": " + frame.path.string() + ", " +
                     format("%.2f s", seconds);
  if (iterating > 0)
    line += ", " + formatSi(double(frame.samples) / iterating) + "samples/s";
  if (frame.noise)
    line += ", noise " + percentText(*frame.noise);
  return line;
}

QualityReport::QualityReport(const Manifest &manifest, const FrameRequest &request)
    : stop(request.stop), pixels(double(request.width.value_or(manifest.frame.width)) *
                                 request.height.value_or(manifest.frame.height)) {}

void QualityReport::add(const FrameReport &frame) {
  if (!frame.noise)
    return;
  const double perPixel = double(frame.samples) / pixels;
  fewest = frames ? std::min(fewest, perPixel) : perPixel;
  most = std::max(most, perPixel);
  worst = std::max(worst, *frame.noise);
  samples += frame.samples;
  noisy += stop.noise > 0 && *frame.noise > stop.noise;
  ++frames;
}

std::vector<std::string> QualityReport::lines() const {
  if (frames == 0)
    return {};
  std::vector<std::string> lines;
  if (frames == 1)
    lines.push_back("noise " + percentText(worst) + " of white after " + formatSi(double(samples)) +
                    " samples, " + format("%.4g", most) + " per pixel");
  else
    lines.push_back("noise at most " + percentText(worst) + " of white after " +
                    format("%.4g to %.4g", fewest, most) + " samples per pixel, " +
                    formatSi(double(samples)) + " in all");
  if (noisy == 0)
    return lines;
  const std::string what = frames == 1 ? "the picture is" : std::to_string(noisy) + " frames are";
  lines.push_back("flamerun: warning: " + what + " noisier than " + percentText(stop.noise) + ": " +
                  (stop.seconds > 0
                       ? "the time was over"
                       : format("rendering ends at %g samples per pixel", kMostQuality)));
  return lines;
}

static double medianOf(std::vector<double> values) {
  const auto middle = values.begin() + ptrdiff_t(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

void printTimings(std::ostream &out, const ReplaySummary &summary, const std::string &device) {
  out << "rendered by " << device << '\n';
  if (summary.rendered > 1)
    out << format("%-12s %13s %13s\n", "stage", "all frames", "median frame");
  for (const std::string &stage : summary.stages) {
    const std::vector<double> &times = summary.times.at(stage);
    const double total = std::accumulate(times.begin(), times.end(), 0.0);
    out << format("%-12s %10.3f ms", stage.c_str(), total * 1e3);
    if (summary.rendered > 1)
      out << format(" %10.3f ms", medianOf(times) * 1e3);
    if (stage == "iterate" && total > 0)
      out << "   " << formatSi(double(summary.samples) / total) << "samples/s";
    out << '\n';
  }
}

std::string timingsJson(const ReplaySummary &summary, const std::string &device) {
  nlohmann::ordered_json stages = nlohmann::ordered_json::array();
  for (const std::string &stage : summary.stages) {
    std::vector<double> times = summary.times.at(stage);
    for (double &time : times)
      time *= 1e3;
    stages.push_back({{"name", stage},
                      {"ms", std::accumulate(times.begin(), times.end(), 0.0)},
                      {"median_ms", medianOf(times)},
                      {"frames_ms", times}});
  }
  const nlohmann::ordered_json all = {{"device", device},
                                      {"frames", summary.rendered},
                                      {"samples", summary.samples},
                                      {"stages", std::move(stages)}};
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace flame
