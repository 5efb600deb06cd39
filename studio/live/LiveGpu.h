// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live flames on a GPU. There is one artefact in memory for each structure, whose kernels are loaded once; other flames of the
// structure bring their data to it.

#ifndef FLAME_STUDIO_LIVE_LIVEGPU_H
#define FLAME_STUDIO_LIVE_LIVEGPU_H

#include "compiler/codegen/CompileOptions.h"
#include "runtime/frame/GpuRenderer.h"
#include "studio/live/LiveFlame.h"

#include <list>
#include <map>
#include <mutex>

namespace flame::studio {

/// A flame as a GPU takes it.
struct GpuFlame {
  std::string key;                           ///< of its structure
  std::shared_ptr<const rt::Artefact> code;  ///< some flame of this structure
  std::shared_ptr<const rt::FlameData> data; ///< of this flame
};

/// A structure on the GPU.
struct LoadedGpuCode {
  GpuFlame flame; ///< what the renderer renders now
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

  /// The renderer of the structure of `flame`, with its data.
  rt::Result<rt::Renderer *> rendererFor(const GpuFlame &flame);

private:
  LiveGpu(std::unique_ptr<rt::Driver> driver, rt::DeviceInfo info);
  LoadedGpuCode *find(const std::string &key);

  std::unique_ptr<rt::Driver> driver;
  rt::DeviceInfo info;
  CodeCache cache;
  CompileOptions options;
  std::list<LoadedGpuCode> newestFirst;
  std::mutex mutex; ///< guards what follows
  /// The artefacts of all structures that were made or found, by their keys, for as long as flames have them.
  std::map<std::string, std::weak_ptr<const rt::Artefact>> codes;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_LIVEGPU_H
