// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Farm folders: flamerun's own reading of options and planning of frames says what there is to do
// and what is done.

#include "tools/flame-farm/Farm.h"

#include "runtime/output/FrameFingerprint.h"
#include "runtime/output/PictureFiles.h"
#include "support/AtomicFile.h"
#include "support/OutputLock.h"
#include "support/ParseJson.h"
#include "support/ReadFile.h"
#include "support/TemporaryFiles.h"
#include "tools/CommandLine.h"
#include "tools/flamerun/Options.h"
#include "tools/flamerun/Plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace flame {

using namespace rt;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

static constexpr char kFileName[] = "farm.json", kLog[] = "log", kFormat[] = "flame-farm";
static constexpr uint32_t kFileVersion = 1;
static constexpr uint64_t kMaxFileBytes = 1 << 20;

//===-- what flamerun would do ----------------------------------------------------------------===//

/// flamerun's reading of options for an output.
static Result<Options> flamerunOptions(const fs::path &artefact, const std::string &output,
                                       const std::vector<std::string> &options) {
  CLI::App app("", "flamerun");
  Arguments arguments;
  declareOptions(app, arguments);
  std::vector<std::string> words = {artefact.string()};
  if (!output.empty())
    words.insert(words.end(), {"-o", output});
  words.insert(words.end(), options.begin(), options.end());
  if (const Status parsed = parseWords(app, std::move(words)); !parsed)
    return Error(ErrorKind::Usage, "of the options for flamerun: " + parsed.error().text(),
                 "what comes behind '--' is given to flamerun; see 'flamerun --help'");
  if (!arguments.shard.empty() || arguments.info)
    return Error(ErrorKind::Usage, "--shard and --info are no options for tasks",
                 "leave them out: flame-farm says which task renders what");
  return readOptions(arguments);
}

/// The plan for all frames, which keeps what was made in the same way.
static Result<std::unique_ptr<Plan>> planAll(const Artefact &artefact, const fs::path &path,
                                             const std::string &output,
                                             const std::vector<std::string> &words) {
  FLAME_TRY_ASSIGN(Options options, flamerunOptions(path, output, words));
  options.existing = Existing::KeepSame;
  return makePlan(artefact, options);
}

//===-- the folder ----------------------------------------------------------------------------===//

/// From the root on, with a name at its end.
static fs::path absoluteFolder(const fs::path &folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

/// Names of files and what goes with them may be no UTF-8, as texts of JSON are: then it is their
/// bytes, as numbers.
static Json textJson(const std::string &text) {
  try {
    (void)Json(text).dump();
    return text;
  } catch (const Json::exception &) {
    return std::vector<uint8_t>(text.begin(), text.end());
  }
}

static void readText(const Json &json, std::string &text) {
  if (!json.is_array())
    return json.get_to(text), void();
  const auto bytes = json.get<std::vector<uint8_t>>();
  text.assign(bytes.begin(), bytes.end());
}

std::string farmText(const Farm &farm) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kFileVersion;
  json["output"] = textJson(farm.output);
  json["video"] = textJson(farm.video);
  json["rate"] = farm.rate;
  json["first_frame"] = farm.firstFrame;
  json["tasks"] = farm.tasks;
  json["still"] = farm.isStill;
  json["options"] = Json::array();
  for (const std::string &option : farm.options)
    json["options"].push_back(textJson(option));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Farm> readFarm(std::string_view text, const fs::path &folder) {
  const fs::path path = folder / kFileName;
  auto wrong = [&](const std::string &what) {
    return Error(ErrorKind::Input, "'" + path.string() + "' " + what,
                 "make the folder again with 'flame-farm slurm', 'openjd' or 'parallel'");
  };
  Json json = parseJson<Json>(text);
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat)
    return wrong("is no file of flame-farm");
  try {
    if (json.at("version") != kFileVersion)
      return wrong("is of another version of flame-farm");
    Farm farm;
    farm.folder = absoluteFolder(folder);
    readText(json.at("output"), farm.output);
    readText(json.at("video"), farm.video);
    json.at("rate").get_to(farm.rate);
    if (!json.at("first_frame").is_number_integer() || !json.at("tasks").is_number_integer())
      return wrong("is damaged: numbers of frames and tasks are whole");
    json["first_frame"].get_to(farm.firstFrame);
    const auto tasks = json["tasks"].get<int64_t>();
    json.at("still").get_to(farm.isStill);
    for (const Json &option : json.at("options").get<std::vector<Json>>())
      readText(option, farm.options.emplace_back());
    if (tasks < 1 || tasks > kMostTasks)
      return wrong("has no possible number of tasks");
    farm.tasks = uint32_t(tasks);
    return farm;
  } catch (const Json::exception &error) {
    return wrong(std::string("is damaged: ") + error.what());
  }
}

Result<Farm> openFarm(const fs::path &folder) {
  FLAME_TRY_ASSIGN(const std::vector<std::byte> bytes, readFile(folder / kFileName, kMaxFileBytes));
  return readFarm({reinterpret_cast<const char *>(bytes.data()), bytes.size()}, folder);
}

static bool isSame(const Farm &a, const Farm &b) {
  return a.output == b.output && a.video == b.video && a.firstFrame == b.firstFrame &&
         a.rate == b.rate && a.tasks == b.tasks && a.isStill == b.isStill && a.options == b.options;
}

/// Whether a folder without a document is new, or holds only what somebody left who was killed
/// while filling it.
static bool isFree(const Farm &farm, const Artefact &artefact) {
  std::error_code failed;
  for (auto entry = fs::directory_iterator(farm.folder, failed); !failed && entry != end(entry);
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    const bool isLog = name == kLog && entry->is_directory() && !entry->is_symlink() &&
                       fs::is_empty(entry->path(), failed);
    if (isLog || isTemporaryName(name))
      continue;
    const Result<Artefact> old = Artefact::open(entry->path());
    if (entry->path() != farm.artefact() || !old || identityOf(*old) != identityOf(artefact))
      return false;
  }
  return true;
}

/// Fills a new folder, or finds that one was filled in the same way.
static Status fillFolder(const Farm &farm, const Artefact &artefact) {
  std::error_code failed;
  if (fs::exists(farm.folder / kFileName, failed)) {
    FLAME_TRY_ASSIGN(const Farm known, openFarm(farm.folder));
    FLAME_TRY_ASSIGN(const Artefact old, Artefact::open(known.artefact()));
    if (isSame(known, farm) && identityOf(old) == identityOf(artefact))
      return {};
    return Error(ErrorKind::Usage, "'" + farm.folder.string() + "' is the folder of another job",
                 "choose another one with --folder, or remove it");
  }
  if (!isFree(farm, artefact))
    return Error(ErrorKind::Usage, "'" + farm.folder.string() + "' has other files in it",
                 "choose another folder with --folder");
  fs::create_directories(farm.folder / kLog, failed);
  if (failed)
    return Error(ErrorKind::Environment,
                 "cannot make the directory '" + farm.folder.string() + "': " + failed.message());
  const std::span<const std::byte> contents = artefact.contents();
  FLAME_TRY(writeOutput(farm.artefact().string(),
                        {reinterpret_cast<const char *>(contents.data()), contents.size()}));
  return writeOutput((farm.folder / kFileName).string(), farmText(farm));
}

/// How many tasks there are for so many frames.
static Result<uint32_t> countTasks(const FarmRequest &request, uint64_t frames) {
  if (request.tasks && request.chunk)
    return Error(ErrorKind::Usage, "--tasks and --chunk both say how the work is divided",
                 "leave one of them out");
  if (frames == 1 && request.chunk)
    return Error(ErrorKind::Usage, "--chunk divides the frames of an animation, and this is one",
                 "divide it with --tasks");
  uint64_t tasks = request.tasks;
  if (!tasks)
    tasks = frames == 1     ? kDefaultParts
            : request.chunk ? (frames + request.chunk - 1) / request.chunk
                            : std::min<uint64_t>(frames, kDefaultTasks);
  if (frames > 1)
    tasks = std::min(tasks, frames);
  if (tasks > kMostTasks)
    return Error(ErrorKind::Usage,
                 std::to_string(tasks) + " tasks are more than the " + std::to_string(kMostTasks) +
                     " that a job may have",
                 "give each task more frames: --chunk");
  return uint32_t(tasks);
}

static std::string absolute(const std::string &path) {
  return fs::absolute(path).lexically_normal().string();
}

Result<Farm> makeFarm(const FarmRequest &request) {
  const fs::path stem = fs::path(request.artefact).stem();
  Farm farm;
  farm.folder = absoluteFolder(request.folder.empty() ? stem.string() + ".farm" : request.folder);
  FLAME_TRY_ASSIGN(const Artefact artefact, Artefact::open(request.artefact));
  farm.options = request.options;
  FLAME_TRY_ASSIGN(const Options options,
                   flamerunOptions(request.artefact, request.output, request.options));
  FLAME_TRY_ASSIGN(const FrameClock clock, makeClock(artefact.manifest(), options));
  farm.rate = clock.rate().text();
  std::string output = request.output;
  if (output.empty()) // as flamerun names them
    output = clock.isStill() ? FramePattern::literal(stem.string()) + ".png"
                             : stem.string() + "/%05d.png";
  farm.output = absolute(output);
  if (!request.video.empty())
    farm.video = absolute(request.video);
  std::error_code failed;
  if (const fs::path into = fs::path(farm.output).parent_path(); !fs::exists(into, failed)) {
    fs::create_directories(into, failed);
    if (failed)
      return Error(ErrorKind::Environment,
                   "cannot make the directory '" + into.string() + "': " + failed.message());
  }
  FLAME_TRY_ASSIGN(const std::unique_ptr<Plan> plan,
                   planAll(artefact, request.artefact, farm.output, farm.options));
  farm.isStill = plan->jobs.size() == 1;
  farm.firstFrame = plan->jobs.front().number;
  if (farm.isStill && !farm.video.empty())
    return Error(ErrorKind::Usage, "one picture is no video", "leave out --video");
  FLAME_TRY_ASSIGN(farm.tasks, countTasks(request, plan->jobs.size()));
  FLAME_TRY(fillFolder(farm, artefact));
  return farm;
}

//===-- states --------------------------------------------------------------------------------===//

/// Whether the histogram of a task is there. While a task writes it, it is not.
static Result<bool> hasPart(const Farm &farm, const Artefact &artefact, uint32_t task) {
  std::error_code failed;
  if (!fs::exists(farm.part(task), failed))
    return false;
  FLAME_TRY_ASSIGN(Options options,
                   flamerunOptions(farm.artefact(), farm.part(task), farm.options));
  options.existing = Existing::KeepSame;
  options.shard = Shard{task, farm.tasks};
  FLAME_TRY_ASSIGN(const std::unique_ptr<Plan> plan, makePlan(artefact, options));
  FLAME_TRY_ASSIGN(const std::vector<bool> existing, plan->sink->findExisting());
  return existing.front();
}

static Status findParts(const Farm &farm, const Artefact &artefact,
                        std::vector<TaskState> &states) {
  for (uint32_t task = 1; task <= farm.tasks; ++task) {
    TaskState &state = states[task - 1];
    state.frames = 1;
    if (state.isRunning)
      continue;
    FLAME_TRY_ASSIGN(state.done, hasPart(farm, artefact, task));
  }
  return {};
}

static Status findFrames(const Farm &farm, const Artefact &artefact,
                         std::vector<TaskState> &states) {
  FLAME_TRY_ASSIGN(const std::unique_ptr<Plan> plan,
                   planAll(artefact, farm.artefact(), farm.output, farm.options));
  FLAME_TRY_ASSIGN(const std::vector<bool> existing, plan->sink->findExisting());
  for (size_t i = 0; i < existing.size(); ++i) { // dealt out in turn, as flamerun does
    TaskState &state = states[i % farm.tasks];
    ++state.frames;
    state.done += existing[i];
  }
  return {};
}

Result<std::vector<TaskState>> statesOf(const Farm &farm) {
  FLAME_TRY_ASSIGN(const Artefact artefact, Artefact::open(farm.artefact()));
  std::vector<TaskState> states(farm.tasks);
  for (uint32_t task = 1; task <= farm.tasks; ++task)
    states[task - 1].isRunning = OutputLock::isHeld(farm.lockOf(task));
  FLAME_TRY(farm.isStill ? findParts(farm, artefact, states) : findFrames(farm, artefact, states));
  return states;
}

std::vector<uint32_t> openTasks(const std::vector<TaskState> &states) {
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < states.size(); ++i)
    if (!states[i].isDone())
      open.push_back(i + 1);
  return open;
}

std::string rangeText(const std::vector<uint32_t> &numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
      ++end;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (end > i + 1)
      text += "-" + std::to_string(numbers[end - 1]);
    i = end;
  }
  return text;
}

Result<uint64_t> memoryOfTask(const Farm &farm, unsigned threads) {
  constexpr uint64_t kCompiler = 1024, kMebibyte = 1 << 20, kPacked = uint64_t(2) << 30;
  FLAME_TRY_ASSIGN(const Artefact artefact, Artefact::open(farm.artefact()));
  FLAME_TRY_ASSIGN(const std::unique_ptr<Plan> plan,
                   planAll(artefact, farm.artefact(), farm.output, farm.options));
  FLAME_TRY_ASSIGN(const FramePlan frame,
                   planFrame(artefact.manifest(), plan->jobs.front().request));
  const uint64_t buckets = abi::bucketCount(frame.frame);
  const uint64_t packed = std::min(kPacked, buckets * sizeof(uint64_t) * threads);
  const uint64_t cells = 2 * buckets * sizeof(abi::WideCell);
  const uint64_t accumulators =
      (3 + frame.filters.plan.spares) * buckets * sizeof(abi::Accumulator);
  return kCompiler + (packed + cells + accumulators) / kMebibyte;
}

//===-- commands ------------------------------------------------------------------------------===//

std::vector<std::string> commandOf(const Farm &farm, uint32_t task) {
  std::vector<std::string> words = {farm.artefact().string(), "-o",
                                    farm.isStill ? farm.part(task).string() : farm.output};
  words.push_back("--shard=" + std::to_string(task) + "/" + std::to_string(farm.tasks));
  words.emplace_back("--resume");
  words.insert(words.end(), farm.options.begin(), farm.options.end());
  return words;
}

std::string programPath(const std::string &name) {
  std::error_code failed;
  const fs::path beside = fs::read_symlink("/proc/self/exe", failed).parent_path() / name;
  return !failed && fs::exists(beside, failed) ? beside.string() : name;
}

} // namespace flame
