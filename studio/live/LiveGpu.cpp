// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code cache supplies the code of known structures; only passes and packing remain to be done.
// Such a flame gets no artefact of its own: writing and hashing a megabyte twice would take longer
// than both.

#include "studio/live/LiveGpu.h"

#include "artefact/Artefact.h"
#include "artefact/ArtefactReader.h"
#include "compiler/codegen/PackFlame.h"
#include "compiler/driver/Compilation.h"
#include "compiler/driver/FindPtxas.h"
#include "compiler/text/Errors.h"
#include "studio/live/FlameIdentity.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace flame::studio {

/// Number of structures whose kernels stay loaded, and the GPU memory that frames of each may take.
static constexpr size_t kLoadedStructures = 12;
static constexpr uint64_t kStructureMemory = uint64_t(3) << 30;

namespace {
class GpuLiveFlame final : public LiveFlame {
public:
  GpuLiveFlame(LiveGpu &device, GpuFlame flame) : flame(std::move(flame)), device(device) {
    palettes = this->flame.data->palette;
  }

  const rt::Manifest &manifest() const override { return flame.data->manifest; }
  rt::Result<rt::Renderer *> renderer() override { return device.rendererFor(flame); }

  const GpuFlame flame;

private:
  LiveGpu &device;
};
} // namespace

LiveGpu::LiveGpu(std::unique_ptr<rt::Driver> driver, rt::DeviceInfo info)
    : driver(std::move(driver)), info(std::move(info)), cache(CodeCache::defaultFolder()) {
  options.cache = &cache;
  options.quick = true; // changing pictures need few samples and wait for ptxas
  options.ptxas = findPtxas().value_or("");
  if (!options.ptxas.empty())
    options.targets = {this->info.target()};
}

rt::Result<std::unique_ptr<LiveDevice>> LiveGpu::open(int ordinal) {
  FLAME_TRY_ASSIGN(std::unique_ptr<rt::Driver> driver, rt::Driver::open());
  FLAME_TRY_ASSIGN(rt::DeviceInfo info, driver->device(ordinal));
  return std::unique_ptr<LiveDevice>(new LiveGpu(std::move(driver), std::move(info)));
}

/// A quarter of the rate of an H200, scaled by multiprocessors.
double LiveGpu::expectedRate() const { return 0.2e9 * info.multiprocessors; }

LoadedGpuCode *LiveGpu::find(const std::string &key) {
  for (auto entry = newestFirst.begin(); entry != newestFirst.end(); ++entry)
    if (entry->flame.key == key) {
      newestFirst.splice(newestFirst.begin(), newestFirst, entry);
      return &newestFirst.front();
    }
  return nullptr;
}

rt::Result<rt::Renderer *> LiveGpu::rendererFor(const GpuFlame &flame) {
  LoadedGpuCode *code = find(flame.key);
  if (!code) {
    while (newestFirst.size() >= kLoadedStructures)
      newestFirst.pop_back();
    const auto load = [&] {
      return rt::GpuRenderer::create(*driver, info.ordinal, *flame.code,
                                     {.memoryLimit = kStructureMemory});
    };
    rt::Result<std::unique_ptr<rt::GpuRenderer>> renderer = load();
    // Other structures may hold the memory that this one needs.
    if (!renderer && !newestFirst.empty()) {
      newestFirst.clear();
      renderer = load();
    }
    if (!renderer)
      return std::move(renderer).error();
    newestFirst.push_front(
        {{flame.key, flame.code, {flame.code, &flame.code->data()}}, std::move(*renderer)});
    code = &newestFirst.front();
  }
  if (code->flame.data != flame.data) {
    if (rt::Status replaced = code->renderer->replace(*flame.data); !replaced) {
      // After the error, part of its data belongs to the other flame.
      newestFirst.pop_front();
      return std::move(replaced).error();
    }
    code->flame.data = flame.data;
  }
  return static_cast<rt::Renderer *>(code->renderer.get());
}

/// Writes `contents` as an artefact in memory.
static rt::Result<std::shared_ptr<const rt::Artefact>> parsedArtefact(ArtefactContents contents) {
  FLAME_TRY_ASSIGN(const std::string bytes, writeArtefact(std::move(contents)));
  std::vector<std::byte> file(bytes.size());
  std::memcpy(file.data(), bytes.data(), bytes.size());
  FLAME_TRY_ASSIGN(rt::Artefact parsed, rt::Artefact::parse(std::move(file), "the flame"));
  return std::make_shared<const rt::Artefact>(std::move(parsed));
}

/// Extracts the data of `contents` with the checks that an artefact's data gets.
static rt::Result<std::shared_ptr<const rt::FlameData>> checkedData(ArtefactContents &contents) {
  auto data = std::make_shared<rt::FlameData>();
  FLAME_TRY(rt::writeManifest(contents.manifest));
  data->manifest = std::move(contents.manifest);
  data->tracks = std::move(contents.tracks);
  data->knots = std::move(contents.knots);
  data->palette = std::move(contents.palette);
  data->paletteTimes = std::move(contents.paletteTimes);
  FLAME_TRY(data->checkTracks());
  FLAME_TRY(data->checkPalette());
  return std::shared_ptr<const rt::FlameData>(std::move(data));
}

/// Key shared by all flames of one code. Block offsets after the shared part belong to the code of
/// the block's owner and not to the code of the kernels.
static std::string keyOf(const ArtefactContents &contents) {
  const bool isMachineCode = !contents.code.empty();
  const abi::BlockLayout &layout = contents.manifest.layout;
  return rt::hashOfParts({isMachineCode ? contents.code.front().cubin : contents.ptx,
                          isMachineCode ? contents.code.front().target : contents.ptxTarget,
                          {reinterpret_cast<const char *>(&layout), sizeof(layout)},
                          std::to_string(contents.manifest.features)})
      .hex();
}

rt::Result<std::shared_ptr<LiveFlame>> LiveGpu::make(const Animation &animation) {
  const auto start = std::chrono::steady_clock::now();
  auto contents = compile(animation, "", options);
  if (!contents)
    return toError(contents.takeError());
  GpuFlame made = {keyOf(*contents), nullptr, nullptr};
  bool isNew = false;
  {
    std::lock_guard lock(mutex);
    const auto [entry, isFirst] = codes.try_emplace(made.key);
    isNew = isFirst;
    made.code = entry->second.lock();
  }
  if (made.code) {
    FLAME_TRY_ASSIGN(made.data, checkedData(*contents));
  } else {
    FLAME_TRY_ASSIGN(made.code, parsedArtefact(std::move(*contents)));
    FLAME_TRY(made.code->chooseCode(info.computeMajor, info.computeMinor));
    made.data = {made.code, &made.code->data()};
    std::lock_guard lock(mutex);
    codes[made.key] = made.code;
  }
  const rt::FlameData &data = *made.data;
  const rt::ContentHash identity =
      identityOf(made.key, std::span(data.manifest.fuse), std::span(data.tracks),
                 std::span(data.knots), std::span(data.paletteTimes));
  auto flame = std::make_shared<GpuLiveFlame>(*this, std::move(made));
  flame->identity = identity;
  flame->codeIsNew = isNew;
  flame->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::shared_ptr<LiveFlame>(std::move(flame));
}

/// True if code made for one palette can show the other: same number of rows, same times, same
/// alphas.
static bool areAlike(const rt::FlameData &a, const rt::FlameData &b) {
  return a.paletteTimes == b.paletteTimes &&
         std::ranges::equal(a.palette, b.palette, {}, &abi::PaletteEntry::alpha,
                            &abi::PaletteEntry::alpha);
}

std::shared_ptr<LiveFlame> LiveGpu::makeLike(const std::shared_ptr<LiveFlame> &like,
                                             const Animation &animation) {
  const auto start = std::chrono::steady_clock::now();
  const auto *known = dynamic_cast<const GpuLiveFlame *>(like.get());
  if (!known)
    return nullptr;
  const rt::FlameData &old = *known->flame.data;
  auto data = std::make_shared<rt::FlameData>();
  data->manifest =
      makeManifest(animation, old.manifest.layout, old.manifest.features, old.manifest.fuse);
  packPalettes(animation, data->paletteTimes, data->palette);
  if (!areAlike(old, *data) || !data->checkPalette())
    return nullptr;
  data->tracks = old.tracks;
  data->knots = old.knots;
  GpuFlame made = known->flame;
  made.data = std::move(data);
  auto flame = std::make_shared<GpuLiveFlame>(*this, std::move(made));
  flame->identity = known->identity;
  flame->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return flame;
}

} // namespace flame::studio
