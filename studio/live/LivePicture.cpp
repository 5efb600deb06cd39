// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterates the frame in shards whose counts are powers of two. Shard 2 of 4 has the same blocks as
// shards 3 and 4 of 8, so shards of growing size follow each other without gaps.

#include "studio/live/LivePicture.h"

#include "runtime/plan/HostMemory.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <span>
#include <thread>

namespace flame::studio {

using namespace rt;

/// Margin in pixels: filters up to this radius need no new histogram.
static constexpr double kUsualRoom = 12;
/// The smallest slice in samples. Fewer are not worth the call.
static constexpr double kSmallestSlice = 5e5;
static constexpr uint32_t kMostSlices = 4096;
/// Duration of the largest shards in seconds: the interval at which the picture improves.
static constexpr double kLongestShard = 0.7;

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

FrameRequest LivePicture::frameRequest() const {
  FrameRequest frame;
  frame.width = request.width;
  frame.height = request.height;
  frame.quality = request.quality;
  frame.supersample = request.supersample;
  frame.time = request.time;
  frame.seed = request.seed;
  frame.transparency = request.transparency;
  frame.threads = request.threads;
  return frame;
}

FrameRequest LivePicture::iterateRequest() const {
  FrameRequest frame = frameRequest();
  if (roomRadius > 0)
    frame.estimatorRadius = roomRadius;
  return frame;
}

/// Hashes everything that determines the samples of a frame.
static ContentHash keyOf(const LiveFlame &flame, const FramePlan &plan,
                         const PictureRequest &request) {
  const double numbers[] = {double(plan.frame.width),
                            double(plan.frame.height),
                            double(plan.frame.supersample),
                            double(plan.samples),
                            double(plan.passes()),
                            plan.viewScale,
                            plan.jitter,
                            request.time};
  const std::string_view bytes(reinterpret_cast<const char *>(numbers), sizeof(numbers));
  return hashOfParts({flame.identity.hex(), bytes, std::to_string(plan.seed)});
}

static bool haveSameColors(const LiveFlame &a, const LiveFlame &b) {
  return a.palettes.size() == b.palettes.size() &&
         std::memcmp(a.palettes.data(), b.palettes.data(),
                     a.palettes.size() * sizeof(abi::PaletteEntry)) == 0;
}

bool LivePicture::takeColors() {
  colorMap.reset();
  if (haveSameColors(*sampled, *flame))
    return true;
  colorMap = findColorMap(sampled->palettes, flame->palettes);
  return colorMap.has_value();
}

bool LivePicture::needsNewFrame(const FramePlan &plan) const {
  return !flame->finishesOnCpu() && double(plan.samples) <= newFrameSeconds * rate;
}

Status LivePicture::show(std::shared_ptr<LiveFlame> newFlame, const PictureRequest &newRequest) {
  flame = std::move(newFlame);
  request = newRequest;
  mustFinish = true;
  FLAME_TRY_ASSIGN(const FramePlan plan, planFrame(flame->manifest(), frameRequest(), &planCache));
  isNewFrame = needsNewFrame(plan);
  const ContentHash key = isNewFrame ? ContentHash() : keyOf(*flame, plan, request);
  if (!isNewFrame && key == samplesKey && nextSlice > 0 && plan.frame.gutter <= grid.gutter &&
      takeColors())
    return {};
  const bool estimates = plan.filters.density.isActive();
  roomRadius = estimates ? std::max(kUsualRoom, flame->manifest().frame.estimatorRadius) : 0;
  // A margin as large as a small picture would waste most samples.
  if (std::min(request.width, request.height) < 200)
    roomRadius = 0;
  FLAME_TRY_ASSIGN(const FramePlan wide, planFrame(flame->manifest(), iterateRequest()));
  passes.clear();
  kept.forget();
  nextSlice = 0;
  // The sum, a part of the frame, and on a GPU the copy that is finished.
  constexpr uint64_t kCopies = 3;
  if (!isNewFrame)
    FLAME_TRY(checkHostMemory(wide, kCopies * histogramBytes(wide) + finishBytes(wide), 0));
  grid = wide.frame;
  sampled = flame;
  colorMap.reset();
  samplesKey = key;
  wantedSamples = plan.samples;
  nextSeconds = request.firstSeconds;
  if (isNewFrame) {
    slices = 1;
    return {};
  }
  const double smallest = std::max(kSmallestSlice, 0.25 * request.firstSeconds * rate);
  const double count = std::clamp(double(wantedSamples) / smallest, 1.0, double(kMostSlices));
  slices = std::bit_floor(uint32_t(count));
  return {};
}

//===-- iterating -----------------------------------------------------------------------------===//

/// A GPU reports the time of sampling alone, without planning and the copy to the host.
void LivePicture::learnRate(const RenderedFrame &made, double seconds) {
  double ofSamples = 0;
  if (!flame->finishesOnCpu())
    for (const StageTime &stage : made.times)
      if (stage.name == "iterate" || stage.name == "accumulate")
        ofSamples += stage.seconds;
  const double taken = ofSamples > 0 ? ofSamples : seconds;
  if (made.samples > 0 && taken > 0)
    rate = double(made.samples) / taken;
}

Result<Developed> LivePicture::makeNewFrame(const std::stop_token &stop) {
  FLAME_TRY_ASSIGN(Renderer * renderer, flame->renderer());
  Progress progress(ProgressMode::None);
  const auto start = std::chrono::steady_clock::now();
  FLAME_TRY_ASSIGN(RenderedFrame made, renderer->render(frameRequest(), progress, stop));
  learnRate(made, secondsSince(start));
  nextSlice = slices;
  return Developed{std::move(made.pixels), made.samples, true};
}

Status LivePicture::iterate(Renderer &renderer, const std::stop_token &stop) {
  const double samplesPerSlice = double(wantedSamples) / slices;
  // Take the largest power of two that fits the target duration, begins where the last shard ended,
  // and does not pass the end.
  uint32_t size = std::bit_floor(
      uint32_t(std::clamp(nextSeconds * rate / samplesPerSlice, 1.0, double(slices))));
  while (nextSlice % size || nextSlice + size > slices)
    size /= 2;
  FrameRequest shard = iterateRequest();
  shard.shard = Shard{nextSlice / size + 1, slices / size};
  Progress progress(ProgressMode::None);
  const auto start = std::chrono::steady_clock::now();
  FLAME_TRY_ASSIGN(RenderedFrame made, renderer.render(shard, progress, stop));
  learnRate(made, secondsSince(start));
  FLAME_TRY(addPasses(passes, std::move(made.part->passes)));
  nextSlice += size;
  nextSeconds = std::min(nextSeconds * 1.6, kLongestShard);
  return {};
}

//===-- finishing -----------------------------------------------------------------------------===//

/// Uses two threads. More would not help: memory bandwidth is the limit.
static void mapAll(const ColorMap &map, std::span<abi::WideCell> cells) {
  const auto change = [&](std::span<abi::WideCell> some) {
    for (abi::WideCell &cell : some)
      cell = mapped(map, cell);
  };
  const size_t half = cells.size() / 2;
  const std::jthread other(change, cells.first(half));
  change(cells.subspan(half));
}

std::vector<PassHistogram> LivePicture::prepared(const FramePlan &plan) const {
  std::vector<PassHistogram> result;
  const uint32_t margin = grid.gutter - plan.frame.gutter, width = plan.frame.gridWidth;
  for (const PassHistogram &pass : passes) {
    PassHistogram &part = result.emplace_back(PassHistogram{pass.samples, pass.schedule, {}});
    part.cells.reserve(abi::bucketCount(plan.frame));
    for (uint32_t row = 0; row < plan.frame.gridHeight; ++row) {
      const abi::WideCell *from = &pass.cells[size_t(row + margin) * grid.gridWidth + margin];
      part.cells.insert(part.cells.end(), from, from + width);
    }
    if (colorMap)
      mapAll(*colorMap, part.cells);
  }
  return result;
}

Result<Developed> LivePicture::developSeparately(const FramePlan &plan) {
  FLAME_TRY_ASSIGN(Renderer * renderer, flame->renderer());
  const FrameRequest frame = frameRequest();
  RenderedFrame finished;
  if (plan.frame.gutter == grid.gutter && !colorMap) {
    FLAME_TRY_ASSIGN(finished, renderer->finish(frame, passes));
  } else {
    FLAME_TRY_ASSIGN(finished, renderer->finish(frame, prepared(plan)));
  }
  return Developed{std::move(finished.pixels), finished.samples, true};
}

Result<Developed> LivePicture::develop(const std::stop_token &stop) {
  FLAME_TRY_ASSIGN(const FramePlan plan, planFrame(flame->manifest(), frameRequest(), &planCache));
  if (!flame->finishesOnCpu())
    return developSeparately(plan);
  if (mustFinish)
    if (std::optional<Developed> again = kept.developAgain(plan, grid, colorMap, request.threads))
      return std::move(*again);
  return kept.develop(plan, grid, passes, colorMap, request.threads, stop);
}

Result<Picture> LivePicture::step(const std::stop_token &stop) {
  const auto start = std::chrono::steady_clock::now();
  const bool onlyFinish = onlyFinishes();
  if (!onlyFinish && !isNewFrame) {
    FLAME_TRY_ASSIGN(Renderer * iterating, sampled->renderer());
    FLAME_TRY(iterate(*iterating, stop));
    isRough = true; // until the new samples are finished
  }
  FLAME_TRY_ASSIGN(Developed made, isNewFrame ? makeNewFrame(stop) : develop(stop));
  uint64_t samples = isNewFrame ? made.samples : 0;
  for (const PassHistogram &pass : passes)
    samples += pass.samples;
  mustFinish = false;
  isRough = !made.isExact || made.samples != samples;
  Picture picture;
  picture.width = request.width;
  picture.height = request.height;
  picture.rgba = std::move(made.rgba);
  picture.samples = made.samples;
  picture.wanted = wantedSamples;
  picture.share = double(nextSlice) / slices;
  picture.rate = rate;
  picture.wasOnlyFinished = onlyFinish;
  picture.seconds = secondsSince(start);
  return picture;
}

} // namespace flame::studio
