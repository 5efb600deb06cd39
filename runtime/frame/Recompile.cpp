// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running flamec. It is given the artefact by its standard input, so that it compiles what was
// checked here, and enters the result into the list of trusted code, as it does whenever it
// compiles.

#include "runtime/frame/Recompile.h"

#include "artefact/TrustList.h"
#include "support/ChildProcess.h"
#include "support/OwnFile.h"
#include "support/UserFolder.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

namespace flame::rt {

static constexpr char kCompiler[] = "flamec", kExtension[] = ".cubin";
/// Artefacts that the folder holds; the oldest ones go first.
static constexpr size_t kMostKept = 100;

static bool isProgram(const fs::path &path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && access(path.c_str(), X_OK) == 0;
}

static fs::path findCompiler() {
  std::error_code failed;
  fs::path beside = fs::read_symlink("/proc/self/exe", failed).parent_path() / kCompiler;
  if (!failed && isProgram(beside))
    return beside;
  const char *path = std::getenv("PATH");
  for (std::string_view rest = path ? path : ""; !rest.empty();) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (const fs::path candidate = fs::path(rest.substr(0, end)) / kCompiler;
        candidate.is_absolute() && isProgram(candidate))
      return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

RecompileOptions userRecompileOptions() {
  return {findCompiler(), userFolder("XDG_CACHE_HOME", ".cache", "flamec/recompiled"), nullptr};
}

/// The name of what this compiler makes of an artefact. Packages install files with times of their
/// own, older ones too, so that it is the time itself that tells compilers apart, not whether it is
/// later.
static std::string nameOf(const Artefact &artefact, const DeviceInfo &device,
                          const fs::path &compiler) {
  std::error_code failed;
  const auto built = fs::last_write_time(compiler, failed).time_since_epoch().count();
  const uintmax_t bytes = fs::file_size(compiler, failed);
  return artefact.digest() + "." + device.target() + "." + std::to_string(built) + "." +
         std::to_string(bytes) + kExtension;
}

/// Opens what the compiler made, now or earlier. It only warns when it cannot enter that into the
/// list.
static Result<Artefact> openCompiled(const fs::path &made, const DeviceInfo &device) {
  FLAME_TRY_ASSIGN(Artefact artefact, Artefact::open(made));
  if (!checkTrust(artefact.digest()))
    return Error(ErrorKind::Environment, "what flamec made is not in the list of trusted code",
                 "see that '" + TrustList::defaultPath().string() +
                     "' can be written, or load the code all the same with --trust");
  FLAME_TRY(artefact.chooseCode(device.computeMajor, device.computeMinor));
  return artefact;
}

static Status runCompiler(const Artefact &artefact, const std::string &target, const fs::path &made,
                          const fs::path &compiler) {
  FLAME_TRY_ASSIGN(
      ChildProcess child,
      ChildProcess::start({compiler.string(), "-", "--target=" + target, "-o", made.string()}));
  FLAME_TRY(child.write(artefact.contents()));
  return child.finish();
}

/// Whether nameOf may have made this name.
static bool isNameOfOurs(const std::string &name) {
  constexpr size_t kDigits = 64;
  return name.size() > kDigits && name[kDigits] == '.' && name.ends_with(kExtension) &&
         name.find_first_not_of("0123456789abcdef") == kDigits;
}

/// Opens what the compiler made, which is ELF.
static Descriptor openOwnArtefact(const fs::path &path) {
  constexpr std::string_view kElfMagic = "\x7f"
                                         "ELF";
  Descriptor file = openOwnFile(path);
  if (file && !beginsWith(file, kElfMagic))
    file.close();
  return file;
}

static void removeOldest(const fs::path &folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  std::error_code failed;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed))
    if (isNameOfOurs(entry.path().filename().string()) && openOwnArtefact(entry.path()))
      kept.push_back({entry.last_write_time(failed), entry.path()});
  std::ranges::sort(kept, std::greater());
  for (size_t i = kMostKept; i < kept.size(); ++i)
    if (const Descriptor file = openOwnArtefact(kept[i].second))
      removeOwnFile(kept[i].second, file);
}

Result<Artefact> recompile(const Artefact &artefact, const DeviceInfo &device,
                           const RecompileOptions &options) {
  if (options.compiler.empty())
    return Error(ErrorKind::Environment, "there is no flamec to compile it again",
                 "install flamec beside flamerun or in a folder of PATH");
  if (options.folder.empty())
    return Error(ErrorKind::Environment, "there is no folder to compile it again in",
                 "set HOME or XDG_CACHE_HOME");
  const fs::path made = options.folder / nameOf(artefact, device, options.compiler);
  if (Result<Artefact> known = openCompiled(made, device))
    return known;
  std::error_code failed;
  if (fs::exists(fs::symlink_status(made, failed)) && !openOwnArtefact(made))
    return Error(ErrorKind::Environment, "'" + made.string() + "' is nothing that flamec made",
                 "move it away");

  fs::create_directories(options.folder, failed);
  if (failed)
    return Error(ErrorKind::Environment,
                 "cannot create '" + options.folder.string() + "': " + failed.message());
  if (options.onStart)
    options.onStart();
  // Without ptxas, and for a GPU that flamec does not know, the driver can compile PTX.
  if (!runCompiler(artefact, device.target(), made, options.compiler))
    FLAME_TRY(runCompiler(artefact, "ptx", made, options.compiler));
  removeOldest(options.folder);
  return openCompiled(made, device);
}

} // namespace flame::rt
