// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live flames on a GPU. Each structure has one artefact in memory, and its kernels are loaded once.
// Other flames of the structure only replace the data.

#ifndef FLAME_STUDIO_LIVE_LIVEGPU_H
#define FLAME_STUDIO_LIVE_LIVEGPU_H

#include "compiler/codegen/CompileOptions.h"
#include "runtime/frame/GpuRenderer.h"
#include "studio/live/LiveFlame.h"

#include <list>
#include <map>
#include <mutex>

namespace flame::studio {

/// A flame in the form a GPU needs.
struct GpuFlame {
  std::string key; ///< key of the structure
  /// The artefact of a flame of this structure.
  std::shared_ptr<const rt::Artefact> code;
  std::shared_ptr<const rt::FlameData> data; ///< the data of this flame
};

/// A structure that is loaded on the GPU.
struct LoadedGpuCode {
  GpuFlame flame; ///< the flame that the renderer renders now
  std::unique_ptr<rt::GpuRenderer> renderer;
};

class LiveGpu final : public LiveDevice {
public:
  static rt::Result<std::unique_ptr<LiveDevice>> open(int ordinal);

  std::string describe() const override { return info.name; }
  double expectedRate() const override;
  rt::Result<std::shared_ptr<LiveFlame>> make(const Animation &animation) override;
  std::shared_ptr<LiveFlame> makeLike(const std::shared_ptr<LiveFlame> &like,
                                      const Animation &animation) override;

  /// Returns the renderer of the structure of `flame`, with the data of `flame` in it.
  rt::Result<rt::Renderer *> rendererFor(const GpuFlame &flame);

private:
  LiveGpu(std::unique_ptr<rt::Driver> driver, rt::DeviceInfo info);
  LoadedGpuCode *find(const std::string &key);

  std::unique_ptr<rt::Driver> driver;
  rt::DeviceInfo info;
  CodeCache cache;
  CompileOptions options;
  std::list<LoadedGpuCode> newestFirst;
  std::mutex mutex; ///< guards `codes`
  /// Artefacts of all structures made or found, by key, as long as a flame uses them.
  std::map<std::string, std::weak_ptr<const rt::Artefact>> codes;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_LIVEGPU_H
