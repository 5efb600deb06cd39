// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --sheet for several artefacts: combines one picture of each into one picture.

#ifndef FLAME_TOOLS_FLAMERUN_GALLERY_H
#define FLAME_TOOLS_FLAMERUN_GALLERY_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/Devices.h"
#include "tools/flamerun/Plan.h"

#include <functional>
#include <vector>

namespace flame {

/// Makes one job per artefact, numbered in order: a still, or the frame of an animation at --time,
/// by default the middle. Returns a Usage error without -o, or if options concern the frames of a
/// single artefact.
rt::Result<std::unique_ptr<Plan>> makeGalleryPlan(const std::vector<rt::Artefact> &artefacts,
                                                  const Options &options);

/// Renders the jobs of a gallery in order. Opens a device for each artefact and closes it
/// afterwards.
class GalleryRenderer final : public rt::Renderer {
public:
  /// The artefacts must outlive it. `tell` receives the reason why the CPU renders, once.
  GalleryRenderer(const std::vector<rt::Artefact> &artefacts, std::string device,
                  rt::DeviceOptions options, std::function<void(const std::string &)> tell)
      : artefacts(artefacts), device(std::move(device)), options(std::move(options)),
        tell(std::move(tell)) {}

  std::string describe() const override { return description; }
  unsigned framesInFlight() const override { return 1; }
  rt::Result<rt::RenderedFrame> render(const rt::FrameRequest &request, rt::Progress &progress,
                                       std::stop_token stop, unsigned inFlight = 0) override;
  /// Never used: galleries have no shards.
  rt::Result<rt::RenderedFrame> finish(const rt::FrameRequest &request,
                                       const std::vector<rt::PassHistogram> &passes) override;

private:
  const std::vector<rt::Artefact> &artefacts;
  const std::string device;
  const rt::DeviceOptions options;
  const std::function<void(const std::string &)> tell;
  size_t next = 0;                   ///< index of the next artefact
  std::string description, fallback; ///< texts of the last device
};

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_GALLERY_H
