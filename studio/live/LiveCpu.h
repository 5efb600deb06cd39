// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live flames on the CPU. The compiler and the engine run in this process.

#ifndef FLAME_STUDIO_LIVE_LIVECPU_H
#define FLAME_STUDIO_LIVE_LIVECPU_H

#include "compiler/cpu/CompileForCpu.h"
#include "studio/live/LiveFlame.h"

namespace flame::studio {

class LiveCpu final : public LiveDevice {
public:
  LiveCpu();

  std::string describe() const override;
  double expectedRate() const override;
  rt::Result<std::shared_ptr<LiveFlame>> make(const Animation &animation) override;
  std::shared_ptr<LiveFlame> makeLike(const std::shared_ptr<LiveFlame> &like,
                                      const Animation &animation) override;

private:
  rt::CacheFolder objects;
  LoadedCpuCode loaded;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_LIVECPU_H
