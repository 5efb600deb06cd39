// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The studio: a server for one user on this machine, and a page in the browser.
//
//   0 done    1 input rejected    2 usage    3 environment

#include "studio/server/Studio.h"
#include "support/AtomicFile.h"
#include "support/Version.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"

#include <csignal>
#include <iostream>

#include <spawn.h>
#include <unistd.h>

extern char **environ;

using namespace flame;
using namespace flame::studio;
namespace fs = std::filesystem;

static constexpr char kName[] = "flame-studio";

namespace {
struct Arguments {
  std::vector<std::string> inputs;
  ServerOptions server;
  std::string device = "auto", stateFolder;
  bool noBrowser = false, newToken = false, noState = false;
};
} // namespace

static void declare(CLI::App &app, Arguments &arguments) {
  app.add_option("INPUT", arguments.inputs, "files of flames, or the folder to work in [.]");
  app.add_option("--port", arguments.server.port, "to listen at; 0: any that is free")
      ->check(wholeNumber(0, 65535))
      ->capture_default_str();
  app.add_option("--address", arguments.server.address,
                 "to listen at; others than this machine's own let others in")
      ->capture_default_str();
  app.add_option("--device", arguments.device, "auto, cuda:0 ..., cpu")->capture_default_str();
  app.add_option("--state", arguments.stateFolder,
                 "folder for what is kept between runs [~/.local/state/flamec/studio]")
      ->type_name("DIR");
  app.add_flag("--no-state", arguments.noState, "keep nothing");
  app.add_option("--idle", arguments.server.idleMinutes,
                 "end after so many minutes without a page or an export; 0: never")
      ->check(numberFrom(0, 100000))
      ->capture_default_str();
  app.add_flag("--new-token", arguments.newToken, "let nobody in who knows the old address");
  app.add_flag("--no-browser", arguments.noBrowser, "print the address, open no browser");
  app.set_version_flag("--version", std::string("flame-studio ") + kVersion);
  app.footer("Exit codes: 0 done, 1 input rejected, 2 usage, 3 environment\n\n"
             "Examples:\n"
             "  flame-studio genomes/\n"
             "  flame-studio ember.flame --device=cpu\n"
             "  ssh -L 7414:localhost:7414 HOST flame-studio --no-browser flock/");
}

/// Returns the folder to work in, and the names of files in it to open.
static rt::Status takeInputs(const std::vector<std::string> &inputs, StudioOptions &options) {
  std::error_code failed;
  options.folder = fs::current_path(failed);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const fs::path path = fs::absolute(inputs[i], failed);
    if (!fs::exists(path, failed))
      return rt::Error(rt::ErrorKind::Input, "'" + inputs[i] + "': no such file or folder");
    const bool isFolder = fs::is_directory(path, failed);
    if (isFolder && inputs.size() > 1)
      return rt::Error(rt::ErrorKind::Usage, "expected one folder, or files",
                       "the page shows files of folders inside the folder, too");
    const fs::path home = isFolder ? path : path.parent_path();
    if (i == 0)
      options.folder = home;
    if (isFolder)
      continue;
    const fs::path name = path.lexically_relative(options.folder);
    if (name.empty() || *name.begin() == "..")
      return rt::Error(rt::ErrorKind::Usage,
                       "'" + inputs[i] + "' is not in '" + options.folder.string() + "'",
                       "name files of one folder, or the folder");
    options.files.push_back(name.string());
  }
  options.folder = fs::weakly_canonical(options.folder, failed);
  return {};
}

/// Opens the address in the user's browser if there is a desktop.
static void openBrowser(const std::string &url) {
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
    return;
  std::string program = "xdg-open", address = url;
  char *words[] = {program.data(), address.data(), nullptr};
  pid_t process = 0;
  posix_spawnp(&process, words[0], nullptr, nullptr, words, environ);
}

static fs::path stateFolder(const Arguments &arguments) {
  if (arguments.noState)
    return {};
  return arguments.stateFolder.empty() ? StateFiles::defaultFolder()
                                       : StateFiles::folderIn(arguments.stateFolder);
}

static rt::Status run(Arguments &arguments) {
  StudioOptions options;
  FLAME_TRY(takeInputs(arguments.inputs, options));
  FLAME_TRY_ASSIGN(StateFiles state, StateFiles::open(stateFolder(arguments)));
  if (arguments.newToken || !state.keeps()) {
    FLAME_TRY_ASSIGN(arguments.server.token, StateFiles::makeToken());
    FLAME_TRY(state.write("token.json", arguments.server.token));
  } else {
    FLAME_TRY_ASSIGN(arguments.server.token, state.token());
  }
  FLAME_TRY_ASSIGN(std::unique_ptr<LiveDevice> device,
                   LiveDevice::open(arguments.device, options.fallback));
  options.device = arguments.device;
  options.exportDevice = options.fallback.empty() ? arguments.device : "cpu";
  if (!options.fallback.empty())
    std::cerr << kName << ": note: rendering on the CPU: " << options.fallback << "\n";

  Studio studio(std::move(options), std::move(state), std::move(device));
  FLAME_TRY_ASSIGN(std::unique_ptr<Server> server, Server::create(arguments.server, studio));
  studio.attach(*server);
  signal(SIGPIPE, SIG_IGN); // a closed page must not end the server
  std::cout << server->url() << '\n' << std::flush;
  if (!arguments.noBrowser)
    openBrowser(server->url());
  server->run();
  studio.end();
  return {};
}

int main(int argc, char **argv) {
  CLI::App app("Flames to see, change, breed and film, in the browser.", kName);
  Arguments arguments;
  declare(app, arguments);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  const rt::Status status = run(arguments);
  return endProgram(kName, status ? kDone : reportError(kName, status.error()));
}
