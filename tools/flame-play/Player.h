// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Artefacts one after the other as pictures for moments: the end of one flows into the beginning of the next, either because both are
// the same flame (Playlist.h), or by fading. The next artefact is opened and compiled while this one plays.

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
  rt::ClockSettings
      clock;        ///< of animations whose length is counted in units; no motion blur by itself
  double speed = 1; ///< of animations
  double stillSeconds = 10; ///< that a still is shown
  double fadeSeconds = 1.5; ///< between two flames that do not meet
};

/// A flame that is being played.
class PlayedFlame {
public:
  static rt::Result<std::unique_ptr<PlayedFlame>> open(const std::filesystem::path &path,
                                                       const PlayOptions &options);

  /// The picture at so many seconds from its start, RGBA with 8 bits.
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

/// What flame-play shows.
class Player {
public:
  /// Opens the first artefact. `options` and `playlist` outlive the player.
  static rt::Result<std::unique_ptr<Player>> create(Playlist &playlist, const PlayOptions &options);

  /// The picture for a moment, seconds from the start; moments never go back. Files that cannot be played are left out, with a
  /// message to `complain`; an error if there are no others.
  rt::Result<std::vector<uint8_t>> picture(double now, double quality);

  /// Goes on to the next flame at `now`.
  void skip(double now);

  const PlayedFlame &shown() const { return *current; }

  std::function<void(const rt::Error &)> complain; ///< may be null

private:
  Player(Playlist &playlist, const PlayOptions &options) : playlist(playlist), options(options) {}
  using Opened = rt::Result<std::unique_ptr<PlayedFlame>>;

  void openNext();
  /// The next flame, once it is there; waits for it if `must`.
  rt::Status takeNext(bool must);
  double fadeOf() const;

  Playlist &playlist;
  const PlayOptions &options;
  std::unique_ptr<PlayedFlame> current, next;
  std::future<Opened> opening;
  double start = 0; ///< of the current flame
};

/// Mixes `share` of `with` into `pixels`.
void fade(std::vector<uint8_t> &pixels, const std::vector<uint8_t> &with, double share);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_PLAY_PLAYER_H
