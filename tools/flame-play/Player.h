// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plays artefacts one after the other. Two consecutive flames join smoothly, either because both
// are the same flame at that point (Playlist.h) or by fading. The next artefact is opened and
// compiled while the current one plays.

#ifndef FLAME_TOOLS_FLAME_PLAY_PLAYER_H
#define FLAME_TOOLS_FLAME_PLAY_PLAYER_H

#include "runtime/frame/Devices.h"
#include "runtime/plan/FrameClock.h"
#include "tools/flame-play/Playlist.h"
#include "tools/flame-play/QualityControl.h"

#include <future>
#include <optional>

namespace flame {

struct PlayOptions {
  uint32_t width = 1280, height = 720;
  std::string device = "auto";
  rt::DeviceOptions gpu;
  /// For animations whose length is counted in units. No motion blur by default.
  rt::ClockSettings clock;
  double speed = 1;         ///< speed factor of animations
  double stillSeconds = 10; ///< display time of a still
  double fadeSeconds = 1.5; ///< fade between two flames that do not join
};

/// A flame that is playing.
class PlayedFlame {
public:
  static rt::Result<std::unique_ptr<PlayedFlame>> open(const std::filesystem::path &path,
                                                       const PlayOptions &options);

  /// Returns the picture `seconds` after its start: RGBA, 8 bits.
  rt::Result<std::vector<uint8_t>> render(double seconds, double quality);

  /// How long it plays.
  double seconds() const { return length; }
  std::string device() const { return opened.renderer->describe(); }
  const std::filesystem::path &path() const { return file; }

private:
  PlayedFlame(rt::Artefact artefact, const PlayOptions &options)
      : artefact(std::move(artefact)), options(options) {}

  std::filesystem::path file;
  const rt::Artefact artefact;
  const PlayOptions &options;
  std::optional<rt::FrameClock> clock;
  rt::Device opened;
  double length = 0;
};

/// The sequence of flames that flame-play shows.
class Player {
public:
  /// Opens the first artefact. `options` and `playlist` must outlive the player.
  static rt::Result<std::unique_ptr<Player>> create(Playlist &playlist, const PlayOptions &options);

  /// Returns the picture at `now` seconds from the start. `now` must not decrease. Skips files that
  /// cannot be played and passes the error to `complain`. Returns an error if no file is left.
  rt::Result<std::vector<uint8_t>> picture(double now, double quality);

  /// Moves on to the next flame at `now`.
  void skip(double now);

  const PlayedFlame &shown() const { return *current; }

  std::function<void(const rt::Error &)> complain; ///< may be null

private:
  Player(Playlist &playlist, const PlayOptions &options) : playlist(playlist), options(options) {}
  using Opened = rt::Result<std::unique_ptr<PlayedFlame>>;

  void openNext();
  /// Takes the next flame if it is open. Waits for it if `must`.
  rt::Status takeNext(bool must);
  double fadeOf() const;

  Playlist &playlist;
  const PlayOptions &options;
  std::unique_ptr<PlayedFlame> current, next;
  std::future<Opened> opening;
  double start = 0; ///< start of the current flame
};

/// Blends `with` into `pixels` with the weight `share`.
void fade(std::vector<uint8_t> &pixels, const std::vector<uint8_t> &with, double share);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_PLAY_PLAYER_H
