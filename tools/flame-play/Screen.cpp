// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses SDL 2.

#include "tools/flame-play/Screen.h"

#include <SDL.h>

#include <cstdlib>
#include <string_view>

namespace flame {

using namespace rt;

static Error sdlError(const std::string &what) {
  return Error(ErrorKind::Environment, what + ": " + SDL_GetError());
}

static SDL_Window *openWindow(const ScreenOptions &options, uint32_t width, uint32_t height) {
  if (options.foreignWindow)
    return SDL_CreateWindowFrom(reinterpret_cast<void *>(*options.foreignWindow));
  const Uint32 kind =
      options.isWindow ? Uint32(SDL_WINDOW_RESIZABLE) : SDL_WINDOW_FULLSCREEN_DESKTOP;
  return SDL_CreateWindow("flame-play", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, int(width),
                          int(height), kind);
}

Result<std::unique_ptr<Screen>> Screen::open(const ScreenOptions &options, uint32_t &width,
                                             uint32_t &height) {
  std::unique_ptr<Screen> screen(new Screen);
  if (SDL_Init(SDL_INIT_VIDEO) != 0)
    return sdlError("there is no screen");
  // Without a screen SDL draws into nothing and reports no error.
  const std::string_view driver = SDL_GetCurrentVideoDriver();
  if ((driver == "offscreen" || driver == "dummy") && !std::getenv("SDL_VIDEODRIVER"))
    return Error(ErrorKind::Environment, "there is no screen",
                 "start it in a desktop, or measure without a screen: --offscreen");
  SDL_DisplayMode mode = {};
  if (SDL_GetCurrentDisplayMode(0, &mode) != 0)
    return sdlError("the screen has no mode");
  if (mode.refresh_rate > 0)
    screen->refreshRate = mode.refresh_rate;
  if (!width || !height) {
    width = uint32_t(mode.w);
    height = uint32_t(mode.h);
  }
  screen->window = openWindow(options, width, height);
  if (!screen->window)
    return sdlError("cannot open a window");
  screen->renderer = SDL_CreateRenderer(screen->window, -1, SDL_RENDERER_PRESENTVSYNC);
  if (!screen->renderer)
    return sdlError("cannot draw into the window");
  SDL_RenderSetLogicalSize(screen->renderer, int(width), int(height));
  SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
  screen->texture = SDL_CreateTexture(screen->renderer, SDL_PIXELFORMAT_RGBA32,
                                      SDL_TEXTUREACCESS_STREAMING, int(width), int(height));
  if (!screen->texture)
    return sdlError("cannot make a texture of " + std::to_string(width) + "x" +
                    std::to_string(height));
  screen->pictureWidth = width;
  if (!options.isWindow)
    SDL_ShowCursor(SDL_DISABLE);
  return screen;
}

Screen::~Screen() {
  if (texture)
    SDL_DestroyTexture(texture);
  if (renderer)
    SDL_DestroyRenderer(renderer);
  if (window)
    SDL_DestroyWindow(window);
  SDL_Quit();
}

Status Screen::show(const std::vector<uint8_t> &pixels) {
  if (SDL_UpdateTexture(texture, nullptr, pixels.data(), int(4 * pictureWidth)) != 0 ||
      SDL_RenderClear(renderer) != 0 || SDL_RenderCopy(renderer, texture, nullptr, nullptr) != 0)
    return sdlError("cannot show a picture");
  SDL_RenderPresent(renderer);
  return {};
}

Wish Screen::wish() {
  Wish wish = Wish::Nothing;
  SDL_Event event;
  while (SDL_PollEvent(&event)) {
    if (event.type == SDL_QUIT)
      return Wish::End;
    if (event.type != SDL_KEYDOWN)
      continue;
    const SDL_Keycode key = event.key.keysym.sym;
    if (key == SDLK_ESCAPE || key == SDLK_q)
      return Wish::End;
    if (key == SDLK_RIGHT || key == SDLK_n || key == SDLK_SPACE)
      wish = Wish::Next;
  }
  return wish;
}

} // namespace flame
