// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --sheet of several artefacts: one picture of each, in one picture.

#ifndef FLAME_TOOLS_FLAMERUN_GALLERY_H
#define FLAME_TOOLS_FLAMERUN_GALLERY_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/Devices.h"
#include "tools/flamerun/Plan.h"

#include <functional>
#include <vector>

namespace flame {

/// One job for each artefact: a still, or the frame of an animation at --time, without that at half its time. Their numbers count the
/// artefacts. A usage error for options that say something else of one artefact, or without -o.
rt::Result<std::unique_ptr<Plan>> makeGalleryPlan(const std::vector<rt::Artefact> &artefacts,
                                                  const Options &options);

/// Renders the jobs of a gallery in their order, each with the device of its artefact, which is opened for it alone.
class GalleryRenderer final : public rt::Renderer {
public:
  /// The artefacts must outlive it. `tell` hears why the CPU renders, once.
  GalleryRenderer(const std::vector<rt::Artefact> &artefacts, std::string device,
                  rt::DeviceOptions options, std::function<void(const std::string &)> tell)
      : artefacts(artefacts), device(std::move(device)), options(std::move(options)),
        tell(std::move(tell)) {}

  std::string describe() const override { return description; }
  unsigned framesInFlight() const override { return 1; }
  rt::Result<rt::RenderedFrame> render(const rt::FrameRequest &request, rt::Progress &progress,
                                       std::stop_token stop, unsigned inFlight = 0) override;
  /// Galleries have no shards.
  rt::Result<rt::RenderedFrame> finish(const rt::FrameRequest &request,
                                       const std::vector<rt::PassHistogram> &passes) override;

private:
  const std::vector<rt::Artefact> &artefacts;
  const std::string device;
  const rt::DeviceOptions options;
  const std::function<void(const std::string &)> tell;
  size_t next = 0;                   ///< artefact
  std::string description, fallback; ///< of the last device
};

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_GALLERY_H
