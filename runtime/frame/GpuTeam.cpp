// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distributes frames in flight to the GPUs in turn, so each GPU has its first frame before any has
// its second.

#include "runtime/frame/GpuTeam.h"

#include <cassert>

namespace flame::rt {

Result<std::unique_ptr<GpuTeam>> GpuTeam::create(const Driver &driver,
                                                 std::span<const GpuChoice> choices,
                                                 const GpuOptions &options, Division division) {
  assert(!choices.empty());
  std::unique_ptr<GpuTeam> team(new GpuTeam(division));
  for (const GpuChoice &choice : choices) {
    FLAME_TRY_ASSIGN(std::unique_ptr<GpuRenderer> member,
                     GpuRenderer::create(driver, choice.ordinal, *choice.artefact, options));
    team->members.push_back(std::move(member));
  }
  for (const std::unique_ptr<GpuRenderer> &other : std::span(team->members).subspan(1))
    team->members.front()->reach(*other);
  return team;
}

std::string GpuTeam::describe() const {
  std::string text = std::to_string(members.size()) + " GPUs";
  for (const std::unique_ptr<GpuRenderer> &member : members)
    text += (member == members.front() ? ": " : ", ") + member->describe();
  return text;
}

unsigned GpuTeam::framesInFlight() const {
  return division == Division::AllOneFrame
             ? 1
             : unsigned(members.size()) * members.front()->framesInFlight();
}

Result<RenderedFrame> GpuTeam::render(const FrameRequest &request, Progress &progress,
                                      std::stop_token stop, unsigned inFlight) {
  if (division == Division::AllOneFrame)
    return members.front()->renderWith(std::span(members).subspan(1), request, progress, stop);
  const size_t count = members.size();
  return members[inFlight % count]->render(request, progress, stop, unsigned(inFlight / count));
}

Result<RenderedFrame> GpuTeam::finish(const FrameRequest &request,
                                      const std::vector<PassHistogram> &passes) {
  return members.front()->finish(request, passes);
}

} // namespace flame::rt
