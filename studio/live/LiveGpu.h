// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live flames on a GPU: artefacts in memory. Kernels of a structure are loaded once; another flame of the same structure brings
// its curves and colours to them.

#ifndef FLAME_STUDIO_LIVE_LIVEGPU_H
#define FLAME_STUDIO_LIVE_LIVEGPU_H

#include "compiler/codegen/CompileOptions.h"
#include "runtime/frame/GpuRenderer.h"
#include "studio/live/LiveFlame.h"

#include <list>
#include <mutex>
#include <set>

namespace flame::studio {

/// A structure on the GPU, and whose numbers it has.
struct LoadedGpuCode {
  std::string key;
  std::shared_ptr<const rt::Artefact> artefact; ///< what the renderer renders now
  std::unique_ptr<rt::GpuRenderer> renderer;
};

class LiveGpu final : public LiveDevice {
public:
  static rt::Result<std::unique_ptr<LiveDevice>> open(int ordinal);

  std::string describe() const override { return info.name; }
  double expectedRate() const override;
  rt::Result<std::shared_ptr<LiveFlame>> make(const Animation &animation) override;

  /// The renderer of `key` with the numbers of `artefact`.
  rt::Result<rt::Renderer *> rendererFor(const std::string &key,
                                         const std::shared_ptr<const rt::Artefact> &artefact);

private:
  LiveGpu(std::unique_ptr<rt::Driver> driver, rt::DeviceInfo info);
  LoadedGpuCode *find(const std::string &key);

  std::unique_ptr<rt::Driver> driver;
  rt::DeviceInfo info;
  CodeCache cache;
  CompileOptions options;
  std::list<LoadedGpuCode> newestFirst;
  std::mutex mutex;           ///< guards what follows
  std::set<std::string> seen; ///< keys of all code that was made or found
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_LIVEGPU_H
