// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs flamerun, flame-merge and ffmpeg. Engines send signals to the program that they started, so
// signals are passed on.

#include "tools/flame-farm/Task.h"

#include "runtime/output/PictureFiles.h"
#include "runtime/output/VideoFile.h"
#include "support/Descriptor.h"
#include "support/OutputLock.h"
#include "support/ShellText.h"
#include "tools/flame-farm/Engines.h"
#include "tools/flamerun/Interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <optional>

namespace flame {

using namespace rt;
namespace fs = std::filesystem;

//===-- programs ------------------------------------------------------------------------------===//

static volatile sig_atomic_t runningChild = 0;

extern "C" {
static void passSignal(int number) {
  if (runningChild > 0)
    kill(pid_t(runningChild), number);
  else
    _exit(128 + number);
}
}

/// Hands signals on to the program that runs.
static void passSignals() {
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    action.sa_handler = passSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
  }
}

/// Becomes another program; its errors go to `errors`, if that is not negative. Returns only if
/// there is none.
static void become(const std::vector<std::string> &words, int errors) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  if (errors >= 0)
    dup2(errors, STDERR_FILENO);
  prctl(PR_SET_PDEATHSIG,
        SIGTERM); // nobody would wait for it, and the task would be free for others
  execvp(arguments[0], arguments.data());
  const std::string message =
      "flame-farm: error: cannot run '" + words[0] + "': " + strerror(errno) + "\n";
  (void)!write(STDERR_FILENO, message.data(), message.size());
  _exit(int(ErrorKind::Environment));
}

/// Calls `take` with every line that comes.
template <class Take> static void readLines(int descriptor, const Take &take) {
  std::string line;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t size = read(descriptor, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      break;
    for (char c : std::string_view(buffer.data(), size_t(size))) {
      if (c != '\n') {
        line += c;
        continue;
      }
      take(line);
      line.clear();
    }
  }
  if (!line.empty())
    take(line);
}

/// Runs a program and returns its exit code. `take`, if there is one, gets the lines of its
/// standard error.
template <class Take>
static Result<int> runChild(const std::vector<std::string> &words, const Take *take) {
  std::array<int, 2> ends = {-1, -1};
  if (take && pipe2(ends.data(), O_CLOEXEC) != 0)
    return Error(ErrorKind::Environment, std::string("cannot make a pipe: ") + strerror(errno));
  const Descriptor from(ends[0]);
  Descriptor to(ends[1]);
  passSignals();
  std::cout.flush();
  const pid_t child = fork();
  if (child < 0)
    return Error(ErrorKind::Environment, std::string("cannot start a program: ") + strerror(errno));
  if (child == 0)
    become(words, to ? to.get() : -1);
  runningChild = child;
  to = Descriptor();
  if (take)
    readLines(from.get(), *take);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  runningChild = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static Result<int> runChild(const std::vector<std::string> &words) {
  return runChild(words, static_cast<const std::function<void(const std::string &)> *>(nullptr));
}

//===-- open job description ------------------------------------------------------------------===//

/// A line of flamerun's progress for an engine; whatever else it says is passed on.
static void tellEngine(const std::string &line) {
  if (const std::optional<std::string> told = openJobProgress(line))
    std::cout << *told << std::flush;
  else
    std::cerr << line << '\n';
}

/// Says at the end what an engine makes of failures.
static int tellFailure(int code) {
  if (code != 0)
    std::cout << "openjd_fail: exit code " << code << '\n' << std::flush;
  return code;
}

//===-- tasks ---------------------------------------------------------------------------------===//

static bool isGiven(const std::vector<std::string> &options, const std::string &name) {
  for (const std::string &option : options)
    if (option == name || option.starts_with(name + "="))
      return true;
  return false;
}

/// The processors that Slurm gave this task, where it says so: it need not bind the task to them.
static std::optional<std::string> processorsOfTask() {
  const char *count = getenv("SLURM_CPUS_PER_TASK");
  return count && *count ? std::optional<std::string>(count) : std::nullopt;
}

Result<int> runTask(const Farm &farm, uint32_t task, bool openJob) {
  if (task < 1 || task > farm.tasks)
    return Error(ErrorKind::Usage, "there is no task " + std::to_string(task),
                 "tasks are 1 to " + std::to_string(farm.tasks));
  FLAME_TRY_ASSIGN(const OutputLock lock, OutputLock::alone(farm.lockOf(task)));
  std::vector<std::string> words = commandOf(farm, task);
  words.insert(words.begin(), programPath("flamerun"));
  if (const auto processors = processorsOfTask(); processors && !isGiven(farm.options, "--threads"))
    words.push_back("--threads=" + *processors);
  if (!openJob)
    return runChild(words);
  if (!isGiven(farm.options, "--progress"))
    words.emplace_back("--progress=json");
  std::cout << "openjd_status: task " << task << " of " << farm.tasks << '\n' << std::flush;
  const std::function<void(const std::string &)> take = tellEngine;
  FLAME_TRY_ASSIGN(const int code, runChild(words, &take));
  if (code == 0)
    std::cout << "openjd_progress: 100\n" << std::flush;
  return tellFailure(code);
}

//===-- the end -------------------------------------------------------------------------------===//

static std::vector<std::string> mergeCommand(const Farm &farm) {
  std::vector<std::string> words = {programPath("flame-merge"), farm.artefact().string()};
  for (uint32_t task = 1; task <= farm.tasks; ++task)
    words.push_back(farm.part(task).string());
  words.insert(words.end(), {"-o", farm.output});
  for (const std::string &option : farm.options) // who may run what is the user's to say
    if (option == "--trust" || option.starts_with("--device="))
      words.push_back(option);
  return words;
}

/// The pattern of the pictures for ffmpeg, which reads '%' in folders, too.
static std::string patternForFfmpeg(const std::string &output) {
  const size_t name = output.rfind('/') + 1;
  return FramePattern::literal(output.substr(0, name)) + output.substr(name);
}

/// Encodes the pictures of all tasks.
static Status encodeFrames(const Farm &farm, uint64_t frames) {
  handleSignals();
  const GracefulStop graceful;
  FLAME_TRY_ASSIGN(const OutputLock lock, OutputLock::alone(farm.video));
  FLAME_TRY_ASSIGN(const std::string encoders, VideoFile::listEncoders());
  FLAME_TRY_ASSIGN(const VideoEncoding encoding, chooseEncoding(farm.video, {}, encoders));
  FLAME_TRY_ASSIGN(const FrameRate rate, parseFrameRate(farm.rate));
  const auto command = [&](const std::string &output) {
    std::vector<std::string> words = quietFfmpeg("ffmpeg");
    const auto add = [&](const std::vector<std::string> &more) {
      words.insert(words.end(), more.begin(), more.end());
    };
    add({"-f", "image2", "-pattern_type", "sequence", "-framerate", rate.text(), "-start_number",
         std::to_string(farm.firstFrame), "-i", "file:" + patternForFfmpeg(farm.output),
         "-frames:v", std::to_string(frames)});
    if (encoding.isAnimatedPicture) {
      add(animatedPictureArguments(encoding));
    } else {
      add({"-vf", "scale=out_color_matrix=bt709:out_range=tv"});
      add(encoding.arguments);
    }
    add(colorTags(encoding.format));
    add({"-fflags", "+bitexact", "-flags:v", "+bitexact"});
    add(containerArguments(farm.video, encoding.codec));
    add({output});
    return words;
  };
  Status status = encodeVideo(farm.video, command, {frames, rate}, wasInterrupted);
  if (status)
    return {};
  Error error = std::move(status).error();
  error.addContext("cannot write '" + farm.video + "'");
  return error;
}

static Error missingTasks(const Farm &farm, const std::vector<uint32_t> &open) {
  return Error(ErrorKind::Input,
               (open.size() == 1 ? "task " : "tasks ") + rangeText(open) +
                   (open.size() == 1 ? " is" : " are") + " missing, " +
                   std::to_string(open.size()) + " of " + std::to_string(farm.tasks),
               "the first of them is made by: flame-farm task " +
                   shellQuoted(farm.folder.string()) + " " + std::to_string(open.front()));
}

Result<int> finishFarm(const Farm &farm, bool openJob) {
  FLAME_TRY_ASSIGN(const std::vector<TaskState> states, statesOf(farm));
  if (const std::vector<uint32_t> open = openTasks(states); !open.empty())
    return missingTasks(farm, open);
  if (!farm.isStill && farm.video.empty())
    return 0;
  if (openJob)
    std::cout << "openjd_status: " << (farm.isStill ? "adding up the parts" : "encoding the frames")
              << '\n'
              << std::flush;
  int code = 0;
  if (farm.isStill) {
    FLAME_TRY_ASSIGN(code, runChild(mergeCommand(farm)));
  } else {
    uint64_t frames = 0;
    for (const TaskState &state : states)
      frames += state.frames;
    Status encoded = encodeFrames(farm, frames);
    if (!encoded && openJob)
      tellFailure(int(encoded.error().kind()));
    if (!encoded && wasInterrupted())
      return interruptedExitCode();
    FLAME_TRY(std::move(encoded));
  }
  return openJob ? tellFailure(code) : code;
}

} // namespace flame
