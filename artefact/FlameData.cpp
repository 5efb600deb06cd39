// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every index and number is checked as untrusted input.

#include "artefact/FlameData.h"

#include "artefact/Artefact.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace flame::rt {

using namespace artefact;

Error wrongSection(const std::string &section, const std::string &why) {
  return Error(ErrorKind::Input, "section '" + section + "': " + why);
}

Status FlameData::checkTracks() const {
  for (size_t i = 0; i < tracks.size(); ++i) {
    const abi::Track &track = tracks[i];
    auto bad = [i](const std::string &why) {
      return wrongSection(kKnotsName, "track " + std::to_string(i) + why);
    };
    if (track.offset >= manifest.layout.blockFloats)
      return bad(" is written beyond the parameter block");
    if (track.knotCount < 1 || track.firstKnot > knots.size() ||
        track.knotCount > knots.size() - track.firstKnot)
      return bad(" has knots that do not exist");
    if (static_cast<uint32_t>(track.domain) > static_cast<uint32_t>(abi::Domain::Log))
      return bad(" has an unknown domain");
    auto trackKnots = std::span(knots).subspan(track.firstKnot, track.knotCount);
    for (size_t k = 0; k < trackKnots.size(); ++k) {
      const float numbers[] = {trackKnots[k].time, trackKnots[k].value, trackKnots[k].slopeIn,
                               trackKnots[k].slopeOut};
      if (!std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); }))
        return bad(" has a knot that is not a finite number");
      if (k > 0 && !(trackKnots[k - 1].time < trackKnots[k].time))
        return bad(" has knots whose times do not ascend");
    }
  }
  return {};
}

Status FlameData::checkPalette() const {
  for (size_t row = 0; row < paletteTimes.size(); ++row)
    if (!std::isfinite(paletteTimes[row]) ||
        (row > 0 && !(paletteTimes[row - 1] < paletteTimes[row])))
      return wrongSection(kPaletteName, "the times of its rows do not ascend");
  auto valid = [](float value) { return value >= 0 && value <= 1; };
  for (const abi::PaletteEntry &entry : palette)
    if (!valid(entry.red) || !valid(entry.green) || !valid(entry.blue) || !valid(entry.alpha))
      return wrongSection(kPaletteName, "it has a colour outside of 0 to 1");
  return {};
}

} // namespace flame::rt
