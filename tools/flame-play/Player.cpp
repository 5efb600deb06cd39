// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens and renders flames, and moves from one to the next.

#include "tools/flame-play/Player.h"

#include <algorithm>
#include <cmath>

namespace flame {

using namespace rt;
namespace fs = std::filesystem;

//===-- flames --------------------------------------------------------------------------------===//

Result<std::unique_ptr<PlayedFlame>> PlayedFlame::open(const fs::path &path,
                                                       const PlayOptions &options) {
  FLAME_TRY_ASSIGN(Artefact artefact, Artefact::open(path));
  std::unique_ptr<PlayedFlame> flame(new PlayedFlame(std::move(artefact), options));
  flame->file = path;
  FLAME_TRY_ASSIGN(flame->clock, FrameClock::create(flame->artefact.manifest(), options.clock));
  FLAME_TRY_ASSIGN(flame->opened, openDevice(options.device, flame->artefact, options.gpu));
  const double seconds = flame->clock->seconds();
  flame->length =
      flame->clock->isStill() || seconds <= 0 ? options.stillSeconds : seconds / options.speed;
  // The first frame compiles what is needed, so render one before playback.
  FLAME_TRY(flame->render(0, QualityControl::kWorst));
  return flame;
}

Result<std::vector<uint8_t>> PlayedFlame::render(double seconds, double quality) {
  FrameRequest request;
  request.width = options.width;
  request.height = options.height;
  request.quality = quality;
  if (!clock->isStill()) {
    request.time = std::clamp(seconds / length, 0.0, 1.0);
    request.shutter = clock->shutter();
    request.frame = uint64_t(clock->frameAt(request.time));
  } else {
    // A new seed per frame keeps a still in motion.
    request.seed = uint64_t(std::max(0.0, seconds) * 60);
  }
  Progress progress(ProgressMode::None);
  FLAME_TRY_ASSIGN(RenderedFrame frame, opened.renderer->render(request, progress, {}));
  return std::move(frame.pixels);
}

void fade(std::vector<uint8_t> &pixels, const std::vector<uint8_t> &with, double share) {
  const uint32_t weight = uint32_t(std::clamp(share, 0.0, 1.0) * 256);
  for (size_t i = 0; i < std::min(pixels.size(), with.size()); ++i)
    pixels[i] = uint8_t((pixels[i] * (256 - weight) + with[i] * weight) >> 8);
}

//===-- one after the other -------------------------------------------------------------------===//

Result<std::unique_ptr<Player>> Player::create(Playlist &playlist, const PlayOptions &options) {
  std::unique_ptr<Player> player(new Player(playlist, options));
  FLAME_TRY_ASSIGN(player->current, PlayedFlame::open(playlist.next(), options));
  player->openNext();
  return player;
}

void Player::openNext() {
  opening = std::async(std::launch::async, [path = playlist.next(), &options = options] {
    return PlayedFlame::open(path, options);
  });
}

Status Player::takeNext(bool must) {
  for (size_t attempt = 0; !next && opening.valid(); ++attempt) {
    if (!must && opening.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      return {};
    Opened opened = opening.get();
    if (opened) {
      next = *std::move(opened);
      return {};
    }
    if (complain)
      complain(opened.error());
    if (attempt >= playlist.size())
      return opened.error();
    openNext();
  }
  return {};
}

/// Flames that join need no fade. The ends of a loop join too.
double Player::fadeOf() const {
  const auto nameOf = [](const PlayedFlame &flame) { return flame.path().stem().string(); };
  const std::string from = nameOf(*current), to = next ? nameOf(*next) : "";
  const size_t end = from.find('='), begin = to.find('=');
  const bool meet = end != std::string::npos && begin != std::string::npos &&
                    from.substr(end + 1) == to.substr(0, begin);
  return meet ? 0 : std::min(options.fadeSeconds, current->seconds() / 2);
}

void Player::skip(double now) { start = std::min(start, now - current->seconds() + fadeOf()); }

Result<std::vector<uint8_t>> Player::picture(double now, double quality) {
  const double length = current->seconds();
  if (now - start >= length) {
    FLAME_TRY(takeNext(/*must=*/true));
    start = std::max(start + length - fadeOf(),
                     now - fadeOf()); // the fade-in was part of its time
    current = std::move(next);
    openNext();
  } else {
    FLAME_TRY(takeNext(/*must=*/false));
  }
  const double at = now - start;
  const double faded = fadeOf();
  const double share = next && faded > 0 ? 1 - (current->seconds() - at) / faded : 0;
  FLAME_TRY_ASSIGN(std::vector<uint8_t> pixels,
                   current->render(at, share > 0 ? quality / 2 : quality));
  if (share > 0) {
    FLAME_TRY_ASSIGN(const std::vector<uint8_t> other,
                     next->render(at - (current->seconds() - faded), quality / 2));
    fade(pixels, other, share);
  }
  return pixels;
}

} // namespace flame
