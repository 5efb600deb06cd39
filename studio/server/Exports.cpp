// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One thread takes the next job that is queued, compiles it, and follows flamerun until it ends.

#include "studio/server/Exports.h"
#include "studio/model/WholeNumber.h"

#include "artefact/TrustList.h"
#include "compiler/driver/Compilation.h"
#include "compiler/driver/FindPtxas.h"
#include "compiler/text/Errors.h"
#include "runtime/cuda/Driver.h"
#include "runtime/output/PictureFiles.h"
#include "runtime/output/VideoCodec.h"
#include "support/AtomicFile.h"
#include "support/Descriptor.h"
#include "support/NumberText.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace flame::studio {

namespace fs = std::filesystem;
using nlohmann::json;
using rt::Error;
using rt::ErrorKind;

static constexpr const char *kListName = "exports.json";
/// What flamerun renders, which never gets this name: it is read from the temporary file and goes
/// with it.
static constexpr const char *kArtefact = "export.cubin";
static constexpr const char *kExtensions[] = {".png", ".mp4",  ".mkv", ".webm",
                                              ".mov", ".webp", ".gif"};

/// Names like flamerun's outputs, in the folder and nowhere else.
static rt::Status checkOutput(const std::string &name) {
  const std::string extension = fs::path(name).extension().string();
  const bool isKnown = std::ranges::find(kExtensions, extension) != std::end(kExtensions);
  auto isFine = [](char c) {
    return isalnum(static_cast<unsigned char>(c)) || strchr("-_.% ()+", c);
  };
  if (!isKnown || name.size() > 120 || name.front() == '.' || name.front() == '-' ||
      !std::ranges::all_of(name, isFine))
    return Error(ErrorKind::Input, "'" + name + "' is no name for a picture or a video",
                 "letters and digits, then .png, .mp4, .mkv, .webm, .mov, .webp or .gif");
  return {};
}

/// Where flamerun puts an export that is one file: names of pictures are patterns, those of videos
/// are not. Nothing if its frames have files of their own, or for what is no pattern.
static std::optional<fs::path> fileOf(const fs::path &folder, const json &request) {
  const fs::path path = folder / request.value("output", "");
  const bool isFilm = request.value("film", false);
  const rt::Result<rt::FramePattern> pattern = rt::FramePattern::parse(path);
  const bool isPicture = !rt::isVideoPath(path) ||
                         (rt::holdsAlpha(path) && (!isFilm || (pattern && pattern->isNumbered())));
  if (!isPicture)
    return path;
  if (!pattern || (isFilm && pattern->isNumbered()))
    return std::nullopt;
  return pattern->pathOf(0);
}

/// A job of an earlier run; nothing, if that is not what the file says.
std::optional<Exports::Job> Exports::readJob(const json &entry) {
  try {
    Job job;
    job.id = uint64_t(wholeNumber(entry.at("id"), 0, kMostWhole));
    job.request = entry.at("request");
    (void)job.request.at("output").get_ref<const std::string &>();
    entry.at("state").get_to(job.state);
    job.error = entry.value("error", "");
    job.share = entry.value("share", 0.0);
    if (job.state == "running")
      job.state = "queued"; // goes on where it was
    return job;
  } catch (const json::exception &) {
    return std::nullopt;
  }
}

Exports::Exports(const StateFiles &state, fs::path folder, std::string device,
                 std::function<void()> changed)
    : state(state), folder(std::move(folder)), device(std::move(device)),
      changed(std::move(changed)) {
  const json known = state.read(kListName);
  for (const json &entry : known.is_array() ? known : json::array()) {
    std::optional<Job> job = readJob(entry);
    if (!job)
      continue;
    lastId = std::max(lastId, job->id);
    jobs.push_back(std::move(*job));
  }
  rt::AtomicFile::removeAbandoned(folderOfArtefacts()); // of a studio that was killed
  thread = std::thread([this] { work(); });
}

Exports::~Exports() {
  {
    std::lock_guard lock(mutex);
    ends = true;
    for (Job &job : jobs)
      if (job.process) {
        kill(job.process, SIGCONT);
        kill(job.process, SIGTERM);
      }
  }
  wake.notify_all();
  thread.join();
}

Exports::Job *Exports::find(uint64_t id) {
  const auto found = std::ranges::find_if(jobs, [&](const Job &job) { return job.id == id; });
  return found == jobs.end() ? nullptr : &*found;
}

/// Called with the mutex held.
void Exports::keep() const {
  json list = json::array();
  for (const Job &job : jobs)
    list.push_back({{"id", job.id},
                    {"request", job.request},
                    {"state", job.state},
                    {"error", job.error},
                    {"share", job.share}});
  (void)bool(state.write(kListName, list)); // without it, exports end with the studio
}

rt::Status Exports::add(const ExportRequest &request) {
  FLAME_TRY(checkOutput(request.output.empty() ? "-" : request.output));
  const SubjectReading reading = readSubject(request.subject);
  if (!reading.animation)
    return Error(ErrorKind::Input,
                 reading.messages.empty() ? "there is no flame" : reading.messages.front().text);
  if (!rt::isVideoPath(request.output))
    FLAME_TRY(rt::FramePattern::parse(request.output));
  {
    std::lock_guard lock(mutex);
    Job job;
    job.id = ++lastId;
    job.request = {{"subject", request.subject},
                   {"output", request.output},
                   {"width", request.width},
                   {"height", request.height},
                   {"quality", request.quality},
                   {"rate", request.rate},
                   {"film", reading.animation->duration > 0}};
    jobs.push_back(std::move(job));
    keep();
  }
  wake.notify_all();
  changed();
  return {};
}

static Error noSuchExport() { return Error(ErrorKind::Input, "there is no such export"); }

rt::Status Exports::pause(uint64_t id) {
  {
    std::lock_guard lock(mutex);
    Job *job = find(id);
    if (!job)
      return noSuchExport();
    if (job->process)
      kill(job->process, SIGSTOP);
    if (job->state == "running" || job->state == "queued")
      job->state = "paused";
    keep();
  }
  changed();
  return {};
}

rt::Status Exports::resume(uint64_t id) {
  {
    std::lock_guard lock(mutex);
    Job *job = find(id);
    if (!job)
      return noSuchExport();
    if (job->process)
      kill(job->process, SIGCONT);
    if (job->state == "paused" || job->state == "failed")
      job->state = job->process ? "running" : "queued";
    job->error.clear();
    keep();
  }
  wake.notify_all();
  changed();
  return {};
}

rt::Status Exports::cancel(uint64_t id) {
  {
    std::lock_guard lock(mutex);
    Job *job = find(id);
    if (!job)
      return noSuchExport();
    if (job->process) {
      kill(job->process, SIGCONT);
      kill(job->process, SIGTERM);
    }
    jobs.erase(jobs.begin() + (job - jobs.data()));
    keep();
  }
  changed();
  return {};
}

bool Exports::isBusy() const {
  const std::lock_guard lock(mutex);
  return std::ranges::any_of(
      jobs, [](const Job &job) { return job.state == "queued" || job.state == "running"; });
}

json Exports::list() const {
  std::lock_guard lock(mutex);
  json list = json::array();
  for (const Job &job : jobs) {
    const std::string output = job.request.value("output", "");
    list.push_back({{"id", job.id},
                    {"output", output},
                    {"state", job.state},
                    {"share", job.share},
                    {"rate", job.rate},
                    {"remaining", job.remaining ? json(*job.remaining) : json()},
                    {"error", job.error},
                    {"oneFile", fileOf(folder, job.request).has_value()}});
  }
  return list;
}

rt::Result<fs::path> Exports::file(uint64_t id) const {
  std::lock_guard lock(mutex);
  const auto found = std::ranges::find_if(jobs, [&](const Job &job) { return job.id == id; });
  std::optional<fs::path> file;
  if (found != jobs.end() && found->state == "done")
    file = fileOf(folder, found->request);
  if (!file)
    return Error(ErrorKind::Input, "there is no such file");
  return *std::move(file);
}

//===-- work ----------------------------------------------------------------------------------===//

void Exports::work() {
  std::unique_lock lock(mutex);
  while (!ends) {
    const auto next =
        std::ranges::find_if(jobs, [](const Job &job) { return job.state == "queued"; });
    if (next == jobs.end()) {
      wake.wait(lock);
      continue;
    }
    const uint64_t id = next->id;
    next->state = "running";
    keep();
    lock.unlock();
    changed();
    runJob(id);
    changed();
    lock.lock();
  }
}

fs::path Exports::folderOfArtefacts() const {
  std::error_code failed;
  return state.keeps() ? state.path("") : fs::temp_directory_path(failed);
}

/// The target to compile for: that of the GPU, if it is one that renders.
static std::vector<std::string> targetsFor(const std::string &device, const std::string &ptxas) {
  if (device == "cpu" || ptxas.empty())
    return {};
  const rt::Result<std::unique_ptr<rt::Driver>> driver = rt::Driver::open();
  if (!driver)
    return {};
  const rt::Result<rt::DeviceInfo> info = (*driver)->device(0);
  return info ? std::vector<std::string>{info->target()} : std::vector<std::string>();
}

rt::Result<rt::AtomicFile> Exports::compileArtefact(const Job &job) const {
  const SubjectReading reading = readSubject(job.request.at("subject"));
  if (!reading.animation)
    return Error(ErrorKind::Input, "there is no flame");
  CodeCache cache(CodeCache::defaultFolder());
  CompileOptions options;
  options.cache = &cache;
  options.ptxas = findPtxas().value_or("");
  options.targets = targetsFor(device, options.ptxas);
  auto contents = compile(*reading.animation, "", options);
  if (!contents)
    return toError(contents.takeError());
  FLAME_TRY_ASSIGN(const std::string bytes, writeArtefact(std::move(*contents)));
  FLAME_TRY_ASSIGN(rt::AtomicFile file, rt::AtomicFile::create(folderOfArtefacts() / kArtefact));
  FLAME_TRY(file.write(bytes));
  FLAME_TRY_ASSIGN(rt::TrustList trusted, rt::TrustList::open(rt::TrustList::defaultPath()));
  FLAME_TRY(trusted.add(rt::codeDigest(std::as_bytes(std::span(bytes)))));
  return file;
}

std::vector<std::string> Exports::argumentsFor(const Job &job, const fs::path &artefact) const {
  std::error_code failed;
  const fs::path binFolder = fs::read_symlink("/proc/self/exe", failed).parent_path();
  const json &request = job.request;
  std::vector<std::string> arguments = {(binFolder / "flamerun").string(),
                                        artefact.string(),
                                        "-o",
                                        (folder / request.value("output", "")).string(),
                                        "--device=" + device,
                                        "--progress=json"};
  if (const int64_t width = wholeNumber(request, "width", 0, 0, kMostWhole); width > 0)
    arguments.push_back("--size=" + std::to_string(width) + "x" +
                        std::to_string(wholeNumber(request, "height", 0, 0, kMostWhole)));
  if (request.value("quality", 0.0) > 0)
    arguments.push_back("--quality=" + rt::numberText(request.value("quality", 0.0)));
  if (request.value("film", false)) {
    arguments.push_back("--fps=" + request.value("rate", "24"));
    arguments.push_back("--resume");
  }
  return arguments;
}

void Exports::runJob(uint64_t id) {
  Job copy;
  {
    std::lock_guard lock(mutex);
    if (Job *job = find(id))
      copy = *job;
  }
  rt::Status done = [&]() -> rt::Status {
    try {
      FLAME_TRY_ASSIGN(const rt::AtomicFile artefact, compileArtefact(copy));
      return startAndFollow(id, argumentsFor(copy, artefact.temporaryPath()));
    } catch (const json::exception &thrown) { // a job of an earlier run may say anything
      return Error(ErrorKind::Input, thrown.what());
    }
  }();
  std::lock_guard lock(mutex);
  Job *job = find(id);
  if (!job)
    return; // cancelled
  job->process = 0;
  if (ends) {
    job->state = "queued"; // next time
  } else if (done) {
    job->state = "done";
    job->share = 1;
  } else if (job->state != "paused") {
    job->state = "failed";
    job->error = done.error().str();
  }
  keep();
}

rt::Status Exports::startAndFollow(uint64_t id, const std::vector<std::string> &arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return Error(ErrorKind::Environment, std::string("no pipe: ") + strerror(errno));
  const rt::Descriptor reading(ends[0]);
  rt::Descriptor writing(ends[1]);
  std::vector<char *> words;
  for (const std::string &argument : arguments)
    words.push_back(const_cast<char *>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0); // Ctrl-C is ours
  pid_t process = 0;
  const int failed = posix_spawn(&process, words[0], &actions, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed)
    return Error(ErrorKind::Environment, "cannot run '" + arguments[0] + "': " + strerror(failed),
                 "flamerun belongs beside flame-studio");
  writing = rt::Descriptor();
  {
    std::lock_guard lock(mutex);
    if (Job *job = find(id))
      job->process = process;
    else
      kill(process, SIGTERM);
  }
  std::string lastLines;
  follow(id, ends[0], lastLines);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return {};
  return Error(ErrorKind::Environment, lastLines.empty() ? "flamerun failed" : lastLines);
}

void Exports::follow(uint64_t id, int errors, std::string &lastLines) {
  std::string pending;
  char bytes[4096];
  for (;;) {
    const ssize_t count = read(errors, bytes, sizeof(bytes));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return;
    pending.append(bytes, size_t(count));
    for (size_t end; (end = pending.find('\n')) != pending.npos; pending.erase(0, end + 1)) {
      const std::string line = pending.substr(0, end);
      if (line.starts_with("{"))
        takeLine(id, line);
      else if (lastLines.size() < 2000)
        lastLines += (lastLines.empty() ? "" : "\n") + line;
    }
  }
}

void Exports::takeLine(uint64_t id, const std::string &line) {
  const json progress = json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!progress.is_object())
    return;
  {
    std::lock_guard lock(mutex);
    Job *job = find(id);
    if (!job)
      return;
    const double total = progress.value("samples_total", 0.0);
    job->share = total > 0 ? progress.value("samples", 0.0) / total : 0;
    job->rate = progress.value("rate", 0.0);
    job->remaining.reset();
    if (progress.contains("remaining") && progress["remaining"].is_number())
      job->remaining = progress["remaining"].get<double>();
  }
  changed();
}

} // namespace flame::studio
