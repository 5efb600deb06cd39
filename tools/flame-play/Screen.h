// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A window, a whole screen, or the window that XScreenSaver gives, by SDL. Pictures are copied into a texture.

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
  bool isWindow = false;                 ///< of the size of the pictures; else the whole screen
  std::optional<uint64_t> foreignWindow; ///< of X11, to be drawn into
};

/// What the user wants.
enum class Wish { Nothing, Next, End };

/// Where pictures are seen.
class Screen {
public:
  /// Opens it. A size of 0 becomes that of the screen.
  static rt::Result<std::unique_ptr<Screen>> open(const ScreenOptions &options, uint32_t &width,
                                                  uint32_t &height);
  ~Screen();

  /// Frames per second that it shows.
  double rate() const { return refreshRate; }

  /// Shows a picture, RGBA with 8 bits, when the screen is ready for it.
  rt::Status show(const std::vector<uint8_t> &pixels);

  /// What keys and the mouse said since the last call.
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
