// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times our renderer and a peer.

#include "tools/flamebench/Peers.h"

#include "support/ChildProcess.h"
#include "support/ReadFile.h"
#include "support/ShellText.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>

#include <unistd.h>

namespace fs = std::filesystem;

namespace flame {

using namespace rt;

static constexpr char kFlam3[] =
    "flam3-render=exec env in={genome} out={out} nthreads={threads} verbose=0 flam3-render";

/// The lower quality, and the factors by which trials raise the upper one.
static constexpr double kLowQuality = 1, kFirstFactor = 4, kLargestFactor = 64;
/// A trial is long enough to extrapolate from if its difference is this fraction of the target.
static constexpr double kLongEnough = 0.2;
static constexpr uint64_t kLargestGenome = uint64_t(1) << 28;
/// The highest quality requested from a program, in samples per pixel.
static constexpr double kHighestQuality = 1e6;

namespace {
/// Wall-clock and processor seconds of a program and its children.
struct Cost {
  double wall = 0, cpu = 0;
};

/// A folder that is removed together with the object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "flamebench-XXXXXX").string();
    if (mkdtemp(pattern.data()))
      folder = pattern;
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!folder.empty())
      fs::remove_all(folder, ignored);
  }
  explicit operator bool() const { return !folder.empty(); }
  std::string file(const std::string &name) const { return (folder / name).string(); }

private:
  fs::path folder;
};

/// Renders one flame at a quality.
using Renderer = std::function<Result<Cost>(double quality)>;

/// Seconds per unit of quality.
using Slope = Cost;
} // namespace

/// Runs a shell command. A failing command is an Environment error that quotes it.
static Result<Cost> runCommand(const std::string &line) {
  FLAME_TRY_ASSIGN(const ProcessResult result, runProgram({"/bin/sh", "-c", line}));
  if (result.exitCode != 0)
    return Error(ErrorKind::Environment, "a command failed: " + line, "run it by hand to see why");
  return Cost{result.wallSeconds, result.processorSeconds};
}

static Result<Cost> difference(const Renderer &render, double low, double high) {
  FLAME_TRY_ASSIGN(Cost first, render(low));
  FLAME_TRY_ASSIGN(Cost second, render(high));
  return Cost{second.wall - first.wall, second.cpu - first.cpu};
}

/// Returns an upper quality of at least `quality` for which the difference lasts about `seconds`.
/// Other load on the machine can lengthen a trial and make the result too low.
static Result<double> findQuality(const Renderer &render, double seconds, double quality) {
  while (quality < kHighestQuality) {
    FLAME_TRY_ASSIGN(Cost trial, difference(render, kLowQuality, quality));
    const double wanted = seconds / std::max(trial.wall, 1e-9);
    if (wanted <= 1)
      break;
    const bool isLast = wanted <= 1 / kLongEnough;
    quality = kLowQuality +
              (quality - kLowQuality) * (isLast ? wanted : std::min(wanted, kLargestFactor));
    if (isLast)
      break;
  }
  return std::min(quality, kHighestQuality);
}

static Result<Slope> measureSlope(const Renderer &render, double seconds, unsigned repeat) {
  for (double from = kLowQuality * kFirstFactor;;) {
    FLAME_TRY_ASSIGN(const double quality, findQuality(render, seconds, from));
    std::vector<double> walls, cpus;
    for (unsigned run = 0; run < repeat; ++run) {
      FLAME_TRY_ASSIGN(Cost cost, difference(render, kLowQuality, quality));
      walls.push_back(cost.wall);
      cpus.push_back(cost.cpu);
    }
    const Cost cost = {median(std::move(walls)), median(std::move(cpus))};
    if (cost.wall >= kLongEnough * seconds || quality >= kHighestQuality)
      return Slope{cost.wall / (quality - kLowQuality), cost.cpu / (quality - kLowQuality)};
    from = quality * kFirstFactor; // the trial was long by chance
  }
}

static Status writeText(const std::string &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    return Error(ErrorKind::Environment, "cannot write '" + path + "'");
  return {};
}

static void replaceAll(std::string &text, std::string_view from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// Formats a quality without an exponent where possible. Renderers differ in the other formats they
/// accept.
static std::string plain(double quality) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g", quality);
  return text;
}

static Renderer makePeer(const GenomeText &genome, const PeerOptions &options,
                         const std::string &command, const TemporaryFolder &folder) {
  return [&, command](double quality) -> Result<Cost> {
    GenomeSettings settings = options.settings;
    settings.quality = quality;
    FLAME_TRY(writeText(folder.file("peer.flame"), genome.edited(settings)));
    std::string line = command;
    replaceAll(line, "{genome}", posixQuoted(folder.file("peer.flame")));
    replaceAll(line, "{out}", posixQuoted(folder.file("peer.png")));
    replaceAll(line, "{width}", std::to_string(settings.width));
    replaceAll(line, "{height}", std::to_string(settings.height));
    replaceAll(line, "{quality}", plain(quality));
    replaceAll(line, "{threads}", std::to_string(options.threads));
    return runCommand(line);
  };
}

/// Returns the path of a program installed beside this one, quoted.
static std::string sibling(const std::string &name) {
  std::error_code failed;
  return posixQuoted((fs::read_symlink("/proc/self/exe", failed).parent_path() / name).string());
}

/// Compiles the flame and returns its renderer. Generates machine code only for a GPU.
static Result<Renderer> makeOurs(const GenomeText &genome, const PeerOptions &options,
                                 const TemporaryFolder &folder) {
  FLAME_TRY(writeText(folder.file("ours.flame"), genome.edited(options.settings)));
  const std::string artefact = posixQuoted(folder.file("ours.cubin"));
  FLAME_TRY(runCommand(sibling("flamec") + (options.device == "cpu" ? " --target=ptx " : " ") +
                       posixQuoted(folder.file("ours.flame")) + " -o " + artefact));
  const std::string line = "exec " + sibling("flamerun") + " " + artefact + " -o " +
                           posixQuoted(folder.file("ours.png")) +
                           " --device=" + posixQuoted(options.device) +
                           " --threads=" + std::to_string(options.threads) + " --quality=";
  return Renderer([line](double quality) { return runCommand(line + plain(quality)); });
}

static Result<std::map<std::string, double>> benchGenome(const std::string &path,
                                                         const PeerOptions &options,
                                                         const std::string &command,
                                                         const TemporaryFolder &folder) {
  FLAME_TRY_ASSIGN(std::vector<std::byte> bytes, readFile(path, kLargestGenome));
  FLAME_TRY_ASSIGN(GenomeText genome,
                   GenomeText::parse({reinterpret_cast<const char *>(bytes.data()), bytes.size()}));
  FLAME_TRY_ASSIGN(Renderer ourRenderer, makeOurs(genome, options, folder));
  FLAME_TRY_ASSIGN(Slope ours, measureSlope(ourRenderer, options.seconds, options.repeat));
  FLAME_TRY_ASSIGN(Slope peer, measureSlope(makePeer(genome, options, command, folder),
                                            options.seconds, options.repeat));
  const double samples =
      double(options.settings.width) * options.settings.height * genome.samplesPerQuality();
  std::map<std::string, double> row = {{"ours_rate", samples / ours.wall / 1e6},
                                       {"peer_rate", samples / peer.wall / 1e6},
                                       {"ours_cpu", ours.cpu / samples * 1e9},
                                       {"peer_cpu", peer.cpu / samples * 1e9},
                                       {"ratio", peer.wall / ours.wall}};
  if (options.device == "cpu")
    row["cpu_ratio"] = peer.cpu / ours.cpu;
  return row;
}

Result<Table> benchPeers(const PeerOptions &options) {
  const std::string peer = options.peer.empty() ? kFlam3 : options.peer;
  const size_t equals = peer.find('=');
  if (equals == 0 || equals == peer.npos)
    return Error(ErrorKind::Usage, "expected --peer=NAME=COMMAND, found '" + peer + "'");
  const std::string name = peer.substr(0, equals), command = peer.substr(equals + 1);
  TemporaryFolder folder;
  if (!folder)
    return Error(ErrorKind::Environment, "cannot make a temporary folder");
  Table table{"ours (" + options.device + ") against " + name + ", " +
                  std::to_string(options.settings.width) + "x" +
                  std::to_string(options.settings.height) + ", " + std::to_string(options.threads) +
                  " thread" + (options.threads == 1 ? "" : "s"),
              "genome",
              {{"ours_rate", "ours Msamples/s"},
               {"peer_rate", "peer Msamples/s"},
               {"ours_cpu", "ours cpu ns", 2},
               {"peer_cpu", "peer cpu ns", 2},
               {"ratio", "times faster"},
               {"cpu_ratio", "by cpu time"}},
              {}};
  for (const std::string &path : options.genomes) {
    FLAME_TRY_ASSIGN(auto row, benchGenome(path, options, command, folder).withContext(path));
    table.rows.emplace_back(fs::path(path).stem().string(), std::move(row));
  }
  if (table.rows.size() > 1)
    table.addMedianRow("median");
  return table;
}

} // namespace flame
