// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All flames of a structure share the loaded code. Numbers, colours and the manifest belong to each
// flame.

#include "studio/live/LiveCpu.h"

#include "compiler/codegen/PackFlame.h"
#include "compiler/cpu/CpuDevice.h"
#include "compiler/driver/Compilation.h"
#include "compiler/text/Errors.h"
#include "runtime/frame/CpuRenderer.h"
#include "studio/live/FlameIdentity.h"
#include "support/UserFolder.h"

#include <chrono>
#include <thread>

namespace flame::studio {

static constexpr rt::CpuLibrary kLinkedLibrary = {
    flame_cpu_version,    flame_cpu_open,      flame_cpu_render, flame_cpu_compile,
    flame_cpu_free_cells, flame_cpu_free_text, flame_cpu_close};

namespace {
class CpuLiveFlame final : public LiveFlame {
public:
  CpuLiveFlame(rt::Manifest manifest, std::unique_ptr<CpuFlame> code)
      : description(std::move(manifest)),
        cpuRenderer(rt::CpuRenderer::over(description, kLinkedLibrary,
                                          new FlameCpuFlame{std::move(code), 0})) {}

  const rt::Manifest &manifest() const override { return description; }
  rt::Result<rt::Renderer *> renderer() override {
    return static_cast<rt::Renderer *>(cpuRenderer.get());
  }
  bool finishesOnCpu() const override { return true; }

private:
  const rt::Manifest description;
  const std::unique_ptr<rt::CpuRenderer> cpuRenderer;
};

/// A flame that differs in tone alone and takes its samples from another flame.
class TonedFlame final : public LiveFlame {
public:
  TonedFlame(rt::Manifest manifest, std::shared_ptr<LiveFlame> sampling)
      : description(std::move(manifest)), sampling(std::move(sampling)) {
    identity = this->sampling->identity;
    palettes = this->sampling->palettes;
  }

  const rt::Manifest &manifest() const override { return description; }
  rt::Result<rt::Renderer *> renderer() override { return sampling->renderer(); }
  bool finishesOnCpu() const override { return true; }
  const std::shared_ptr<LiveFlame> &other() const { return sampling; }

private:
  const rt::Manifest description;
  const std::shared_ptr<LiveFlame> sampling;
};
} // namespace

LiveCpu::LiveCpu() : objects(rt::userFolder("XDG_CACHE_HOME", ".cache", "flamec/cpu")) {}

static unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

std::string LiveCpu::describe() const {
  return "the CPU, " + std::to_string(processors()) +
         (processors() == 1 ? " processor" : " processors");
}

double LiveCpu::expectedRate() const { return 25e6 * processors(); }

rt::Result<std::shared_ptr<LiveFlame>> LiveCpu::make(const Animation &animation) {
  const auto start = std::chrono::steady_clock::now();
  auto code = CpuFlame::compile(animation, /*lanes=*/0, {}, {&objects, &loaded});
  if (!code)
    return toError(code.takeError());
  CpuFlame &made = **code;
  rt::Manifest manifest = makeManifest(animation, made.layout(), made.facts().features);
  const rt::ContentHash identity =
      identityOf(made.codeKey(), std::span(manifest.fuse), std::span(made.curves()),
                 std::span(made.curveKnots()), std::span(made.paletteTimes()));
  std::vector<abi::PaletteEntry> palettes = made.palettes();
  const bool isNew = made.codeIsNew();
  auto flame = std::make_shared<CpuLiveFlame>(std::move(manifest), std::move(*code));
  flame->identity = identity;
  flame->palettes = std::move(palettes);
  flame->codeIsNew = isNew;
  flame->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::shared_ptr<LiveFlame>(std::move(flame));
}

std::shared_ptr<LiveFlame> LiveCpu::makeLike(const std::shared_ptr<LiveFlame> &like,
                                             const Animation &animation) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<float> times;
  std::vector<abi::PaletteEntry> colors;
  packPalettes(animation, times, colors);
  if (bytesOf(std::span<const abi::PaletteEntry>(colors)) !=
      bytesOf(std::span<const abi::PaletteEntry>(like->palettes)))
    return nullptr; // the samples have the colours of the other flame
  const auto *toned = dynamic_cast<const TonedFlame *>(like.get());
  const rt::Manifest &known = like->manifest();
  auto flame = std::make_shared<TonedFlame>(
      makeManifest(animation, known.layout, known.features, known.fuse),
      toned ? toned->other() : like);
  flame->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return flame;
}

} // namespace flame::studio
