// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-play: shows artefacts on a screen one after the other, endlessly, at the rate of the screen
// and with the quality that the time allows. It also works as a hack of XScreenSaver, which passes
// its window in the environment.

#include "support/AtomicFile.h"
#include "support/Version.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"
#include "tools/flame-play/Player.h"
#include "tools/flame-play/Screen.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <numeric>
#include <thread>

using namespace flame;
using namespace flame::rt;

namespace {

struct Arguments {
  std::vector<std::string> paths;
  std::string size;
  PlayOptions play;
  ScreenOptions screen;
  double fps = 0, seconds = 0, quality = 0;
  bool isOffscreen = false, isRoot = false, shuffles = false, isVerbose = false;
};

/// Statistics of the frames shown.
struct Figures {
  std::vector<double> qualities, seconds;
  size_t late = 0; ///< frames that took longer than the time available
  double length = 0;
};

} // namespace

static constexpr char kFooter[] = R"(
Keys: Escape or q ends, space or the right arrow goes on to the next flame.
Exit codes: 0 done, 1 input rejected, 2 usage, 3 environment, 70 bug of flame-play.

Examples:
  flame-play flock/
  flame-play --window --size=1280x720 ember.cubin
  flame-play --offscreen --size=1280x720 --fps=60 --seconds=20 flock/)";

static void declare(CLI::App &app, Arguments &arguments) {
  app.get_formatter()->column_width(27);
  PlayOptions &play = arguments.play;
  app.add_option("FLAME", arguments.paths, "artefacts, and folders of artefacts")
      ->required()
      ->type_name("");
  app.add_option("--size", arguments.size, "WxH of the pictures [that of the screen]")
      ->type_name("WxH");
  app.add_flag("--window", arguments.screen.isWindow, "not the whole screen");
  app.add_flag("--root", arguments.isRoot, "in the window of XScreenSaver ($XSCREENSAVER_WINDOW)");
  app.add_option("--fps", arguments.fps, "frames per second [those of the screen]")
      ->check(numberFrom(1, 1000))
      ->type_name("N");
  app.add_option("--quality", arguments.quality, "samples per pixel [what the time allows]")
      ->check(numberAboveZero())
      ->type_name("N");
  app.add_option("--speed", play.speed, "of animations [1]")
      ->check(numberAboveZero())
      ->type_name("X");
  app.add_option("--still", play.stillSeconds, "seconds that a still is shown [10]")
      ->check(numberAboveZero())
      ->type_name("N");
  app.add_option("--fade", play.fadeSeconds, "seconds from a flame to another [1.5]")
      ->check(numberFrom(0))
      ->type_name("N");
  app.add_flag("--shuffle", arguments.shuffles, "in another order each time");
  app.add_option("--seconds", arguments.seconds, "end after so long [never]")
      ->check(numberAboveZero())
      ->type_name("N");
  app.add_flag("--offscreen", arguments.isOffscreen,
               "show nothing: how many frames would there be?");
  app.add_option("--device", play.device, "auto, cuda:0 ..., cpu [auto]")->type_name("NAME");
  app.add_flag("--trust", play.gpu.trust,
               "run code on the GPU that no flamec of yours made, as it is");
  app.add_flag("-v,--verbose", arguments.isVerbose, "print figures at the end");
  app.set_version_flag("--version", std::string("flame-play ") + kVersion,
                       "print the version and exit");
  app.footer(kFooter + 1);
}

/// Parses "1280x720".
static Status readSize(const std::string &text, uint32_t &width, uint32_t &height) {
  const char *end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, width);
  if (first.ec == std::errc() && first.ptr < end && *first.ptr == 'x')
    if (const auto second = std::from_chars(first.ptr + 1, end, height);
        second.ec == std::errc() && second.ptr == end && width > 0 && height > 0)
      return {};
  return Error(ErrorKind::Usage, "expected --size=WIDTHxHEIGHT, found '" + text + "'");
}

/// Returns the window of XScreenSaver, such as "0x1c00007".
static Result<uint64_t> screenSaverWindow() {
  const char *text = getenv("XSCREENSAVER_WINDOW");
  const std::string_view word = text ? text : "";
  uint64_t window = 0;
  const bool isHex = word.starts_with("0x");
  const char *begin = word.data() + (isHex ? 2 : 0), *end = word.data() + word.size();
  const auto [rest, failed] = std::from_chars(begin, end, window, isHex ? 16 : 10);
  if (word.empty() || failed != std::errc() || rest != end)
    return Error(ErrorKind::Usage, "--root is for XScreenSaver, which sets XSCREENSAVER_WINDOW",
                 "leave it out, or use --window");
  return window;
}

static volatile sig_atomic_t receivedSignal = 0;
extern "C" {
/// The first signal ends the show. The second one ends the program, which may be waiting for a
/// file.
static void noteSignal(int number) {
  if (receivedSignal) {
    AtomicFile::removeAll();
    _exit(128 + number);
  }
  receivedSignal = number;
}
}

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

static Result<Figures> play(Player &player, Screen *screen, const Arguments &arguments) {
  const double budget = 1 / (arguments.fps > 0 ? arguments.fps : screen ? screen->rate() : 60.0);
  QualityControl control(arguments.quality > 0 ? arguments.quality : 1);
  Figures figures;
  const auto start = std::chrono::steady_clock::now();
  for (double shown = 0; !receivedSignal; shown += budget) {
    const double now = secondsSince(start);
    if (arguments.seconds > 0 && now >= arguments.seconds)
      break;
    const auto begin = std::chrono::steady_clock::now();
    FLAME_TRY_ASSIGN(const std::vector<uint8_t> pixels, player.picture(now, control.quality()));
    const double took = secondsSince(begin);
    figures.qualities.push_back(control.quality());
    figures.seconds.push_back(took);
    figures.late += took > budget;
    if (arguments.quality <= 0)
      control.took(took, budget);
    if (screen) {
      FLAME_TRY(screen->show(pixels));
      const Wish wish = screen->wish();
      if (wish == Wish::End)
        break;
      if (wish == Wish::Next)
        player.skip(secondsSince(start));
    }
    // Do not hurry to make up for late frames.
    shown = std::max(shown, secondsSince(start) - budget);
    std::this_thread::sleep_for(
        std::chrono::duration<double>(shown + budget - secondsSince(start)));
  }
  figures.length = secondsSince(start);
  return figures;
}

static double quantile(std::vector<double> values, double share) {
  const auto chosen = values.begin() + ptrdiff_t(double(values.size() - 1) * share);
  std::ranges::nth_element(values, chosen);
  return *chosen;
}

static void print(const Figures &figures, const std::string &device) {
  if (figures.seconds.empty())
    return;
  char text[320];
  snprintf(text, sizeof text,
           "%zu frames in %.1f s by %s: %.1f frames/s, %zu late\n"
           "a frame took %.1f ms in the median, %.1f ms at most but for 1 %%\n"
           "quality %.2f in the median, %.2f to %.2f but for 10 %%\n",
           figures.seconds.size(), figures.length, device.c_str(),
           double(figures.seconds.size()) / figures.length, figures.late,
           1e3 * quantile(figures.seconds, 0.5), 1e3 * quantile(figures.seconds, 0.99),
           quantile(figures.qualities, 0.5), quantile(figures.qualities, 0.05),
           quantile(figures.qualities, 0.95));
  std::cout << text;
}

static Status work(Arguments &arguments) {
  PlayOptions &options = arguments.play;
  FLAME_TRY(checkDevice(options.device));
  options.clock.frameWidth = 1;
  if (arguments.isOffscreen || arguments.screen.isWindow) {
    options.width = 1280;
    options.height = 720;
  } else {
    options.width = options.height = 0;
  }
  if (!arguments.size.empty())
    FLAME_TRY(readSize(arguments.size, options.width, options.height));
  FLAME_TRY_ASSIGN(Playlist playlist, Playlist::create(arguments.paths));
  if (arguments.shuffles)
    playlist.shuffle(uint64_t(std::chrono::system_clock::now().time_since_epoch().count()));
  if (arguments.isRoot) {
    FLAME_TRY_ASSIGN(arguments.screen.foreignWindow, screenSaverWindow());
  }
  std::unique_ptr<Screen> screen;
  if (!arguments.isOffscreen) {
    FLAME_TRY_ASSIGN(screen, Screen::open(arguments.screen, options.width, options.height));
  }
  options.gpu.note = [](const std::string &text) {
    std::cerr << "flame-play: note: " << text << '\n';
  };
  FLAME_TRY_ASSIGN(const std::unique_ptr<Player> player, Player::create(playlist, options));
  player->complain = [](const Error &error) {
    std::cerr << "flame-play: warning: " << error.text() << '\n';
  };
  for (int number : {SIGINT, SIGTERM, SIGHUP})
    signal(number, noteSignal);
  FLAME_TRY_ASSIGN(const Figures figures, play(*player, screen.get(), arguments));
  if (arguments.isVerbose || arguments.isOffscreen)
    print(figures, player->shown().device());
  return {};
}

int main(int argc, char **argv) {
  AtomicFile::removeAllOnSignals();
  endWithoutMemory("flame-play");
  CLI::App app("Plays flames on a screen, one after the other, for ever.", "flame-play");
  Arguments arguments;
  declare(app, arguments);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  const Status status = work(arguments);
  return endProgram("flame-play", status ? kDone : reportError("flame-play", status.error()));
}
