// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SDL display: a window, the full screen, or the window of XScreenSaver. Pictures are copied
// into a texture.

#ifndef FLAME_TOOLS_FLAME_PLAY_SCREEN_H
#define FLAME_TOOLS_FLAME_PLAY_SCREEN_H

#include "support/Result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct SDL_Window;
struct SDL_Renderer;
struct SDL_Texture;

namespace flame {

struct ScreenOptions {
  /// A window in the size of the pictures. Otherwise the full screen.
  bool isWindow = false;
  std::optional<uint64_t> foreignWindow; ///< an X11 window to draw into
};

/// Requests of the user.
enum class Wish { Nothing, Next, End };

/// Displays pictures.
class Screen {
public:
  /// Opens the display. A size of 0 is replaced by the size of the screen.
  static rt::Result<std::unique_ptr<Screen>> open(const ScreenOptions &options, uint32_t &width,
                                                  uint32_t &height);
  ~Screen();

  /// Frames per second of the display.
  double rate() const { return refreshRate; }

  /// Shows a picture (RGBA, 8 bits) at the next refresh.
  rt::Status show(const std::vector<uint8_t> &pixels);

  /// Returns the request made with keys or the mouse after the last call.
  Wish wish();

private:
  Screen() = default;

  SDL_Window *window = nullptr;
  SDL_Renderer *renderer = nullptr;
  SDL_Texture *texture = nullptr;
  uint32_t pictureWidth = 0;
  double refreshRate = 60;
};

} // namespace flame

#endif // FLAME_TOOLS_FLAME_PLAY_SCREEN_H
