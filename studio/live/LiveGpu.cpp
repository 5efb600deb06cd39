// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cache of code answers for flames of a structure that is known; what is left to do then is passes, packing and checking.

#include "studio/live/LiveGpu.h"

#include "artefact/Artefact.h"
#include "artefact/ArtefactReader.h"
#include "compiler/codegen/FindPtxas.h"
#include "compiler/driver/Compilation.h"
#include "compiler/text/Errors.h"
#include "studio/live/FlameIdentity.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace flame::studio {

/// Structures whose kernels stay loaded, and what each may take of the GPU's memory for frames.
static constexpr size_t kLoadedStructures = 12;
static constexpr uint64_t kMemoryOfStructure = uint64_t(3) << 30;

namespace {
class GpuLiveFlame final : public LiveFlame {
public:
  GpuLiveFlame(LiveGpu &device, std::string key, std::shared_ptr<const rt::Artefact> artefact)
      : device(device), key(std::move(key)), artefact(std::move(artefact)) {}

  const rt::Manifest &manifest() const override { return artefact->manifest(); }
  rt::Result<rt::Renderer *> renderer() override { return device.rendererFor(key, artefact); }

private:
  LiveGpu &device;
  const std::string key;
  const std::shared_ptr<const rt::Artefact> artefact;
};
} // namespace

LiveGpu::LiveGpu(std::unique_ptr<rt::Driver> driver, rt::DeviceInfo info)
    : driver(std::move(driver)), info(std::move(info)), cache(CodeCache::defaultFolder()) {
  options.cache = &cache;
  options.quick = true; // pictures that change have few samples, and wait for ptxas
  options.ptxas = findPtxas().value_or("");
  if (!options.ptxas.empty())
    options.targets = {this->info.target()};
}

rt::Result<std::unique_ptr<LiveDevice>> LiveGpu::open(int ordinal) {
  FLAME_TRY_ASSIGN(std::unique_ptr<rt::Driver> driver, rt::Driver::open());
  FLAME_TRY_ASSIGN(rt::DeviceInfo info, driver->device(ordinal));
  return std::unique_ptr<LiveDevice>(new LiveGpu(std::move(driver), std::move(info)));
}

/// A quarter of what an H200 does, by multiprocessors.
double LiveGpu::expectedRate() const { return 0.2e9 * info.multiprocessors; }

LoadedGpuCode *LiveGpu::find(const std::string &key) {
  for (auto entry = newestFirst.begin(); entry != newestFirst.end(); ++entry)
    if (entry->key == key) {
      newestFirst.splice(newestFirst.begin(), newestFirst, entry);
      return &newestFirst.front();
    }
  return nullptr;
}

rt::Result<rt::Renderer *>
LiveGpu::rendererFor(const std::string &key, const std::shared_ptr<const rt::Artefact> &artefact) {
  if (LoadedGpuCode *code = find(key)) {
    if (code->artefact != artefact)
      FLAME_TRY(code->renderer->replace(*artefact));
    code->artefact = artefact;
    return static_cast<rt::Renderer *>(code->renderer.get());
  }
  while (newestFirst.size() >= kLoadedStructures)
    newestFirst.pop_back();
  const auto load = [&] {
    return rt::GpuRenderer::create(*driver, info.ordinal, *artefact,
                                   {.memoryLimit = kMemoryOfStructure});
  };
  rt::Result<std::unique_ptr<rt::GpuRenderer>> renderer = load();
  if (!renderer && !newestFirst.empty()) { // others may have the memory that this one needs
    newestFirst.clear();
    renderer = load();
  }
  if (!renderer)
    return std::move(renderer).error();
  newestFirst.push_front({key, artefact, std::move(*renderer)});
  return static_cast<rt::Renderer *>(newestFirst.front().renderer.get());
}

rt::Result<std::shared_ptr<LiveFlame>> LiveGpu::make(const Animation &animation) {
  const auto start = std::chrono::steady_clock::now();
  auto contents = compile(animation, "", options);
  if (!contents)
    return toError(contents.takeError());
  FLAME_TRY_ASSIGN(const std::string bytes, writeArtefact(std::move(*contents)));
  std::vector<std::byte> file(bytes.size());
  std::memcpy(file.data(), bytes.data(), bytes.size());
  FLAME_TRY_ASSIGN(rt::Artefact parsed, rt::Artefact::parse(std::move(file), "the flame"));
  const auto artefact = std::make_shared<const rt::Artefact>(std::move(parsed));
  FLAME_TRY_ASSIGN(const rt::CodeChoice code,
                   artefact->chooseCode(info.computeMajor, info.computeMinor));
  const rt::Manifest &manifest = artefact->manifest();
  const abi::BlockLayout &layout = manifest.layout;
  // Machine code of one target is the artefact itself, whose other parts differ; the same code is in it as PTX. Places behind
  // the shared part are not in the code of the kernels, but in that of the block's owner.
  const auto ptx =
      std::ranges::find(artefact->sections(), artefact::kPtxName, &rt::ArtefactSection::name);
  const std::string structure =
      ptx == artefact->sections().end() ? std::string(bytesOf(code.genome)) : ptx->hash.hex();
  const std::string key =
      rt::hashOfParts({structure,
                       code.target,
                       {reinterpret_cast<const char *>(&layout), sizeof(layout)},
                       std::to_string(manifest.features)})
          .hex();
  auto flame = std::make_shared<GpuLiveFlame>(*this, key, artefact);
  flame->identity = identityOf(key, manifest.fuse, artefact->tracks(), artefact->knots(),
                               artefact->paletteTimes());
  flame->palettes.assign(artefact->palette().begin(), artefact->palette().end());
  {
    std::lock_guard lock(mutex);
    flame->codeIsNew = seen.insert(key).second;
  }
  flame->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::shared_ptr<LiveFlame>(std::move(flame));
}

} // namespace flame::studio
