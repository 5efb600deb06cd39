// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-farm: puts one artefact on many machines, by the engines that farms have, and says how far
// they are.

#include "runtime/frame/Progress.h"
#include "runtime/output/PictureFiles.h"
#include "support/AtomicFile.h"
#include "support/ChildProcess.h"
#include "support/ShellText.h"
#include "support/Version.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"
#include "tools/flame-farm/Engines.h"
#include "tools/flame-farm/Task.h"

#include <algorithm>
#include <iostream>

using namespace flame;
using namespace flame::rt;

namespace {

struct Arguments {
  FarmRequest request;
  SlurmOptions slurm;
  std::string folder;
  uint32_t task = 0;
  bool submits = false, openJob = false;
};

} // namespace

static constexpr char kFooter[] = R"(
Exit codes: 0 done, 1 input rejected or tasks missing, 2 usage, 3 environment, 70 bug of
  flame-farm; of 'task' and 'finish' those of flamerun and flame-merge.

Examples:
  flame-farm slurm edge.cubin -o 'out/%05d.png' --chunk=8 --submit -- --profile=1080p
  flame-farm slurm ember.cubin -o ember.png --tasks=40 -- --size=7680x4320 --quality=5000
  flame-farm status ember.farm)";

//===-- options -------------------------------------------------------------------------------===//

static CLI::App *declareCommand(CLI::App &app, const char *name, const char *about) {
  CLI::App *command = app.add_subcommand(name, about);
  command->get_formatter()->column_width(27);
  return command;
}

/// What all engines are told.
static void declareJob(CLI::App &command, Arguments &arguments) {
  FarmRequest &request = arguments.request;
  Resources &resources = arguments.slurm.resources;
  command.add_option("ARTEFACT", request.artefact, "what flamec wrote")->required()->type_name("");
  command.add_option("OPTIONS", request.options, "of flamerun, behind '--'")->type_name("");
  command
      .add_option("-o", request.output,
                  "picture, or 'x/%05d.png' of an animation [ARTEFACT.png, ARTEFACT/%05d.png]")
      ->type_name("FILE");
  command
      .add_option("--folder", request.folder, "for the job, seen by all machines [ARTEFACT.farm]")
      ->type_name("DIR");
  command.add_option("--tasks", request.tasks, "parts of the work [20; of a picture 8]")
      ->check(wholeNumber(1, kMostTasks))
      ->type_name("N");
  command.add_option("--chunk", request.chunk, "frames per task, instead of --tasks")
      ->check(wholeNumber(1, 1 << 30))
      ->type_name("N");
  command.add_option("--video", request.video, "let ffmpeg encode the frames at the end")
      ->type_name("FILE");
  command.add_option("--cpus", resources.processors, "that a task may use [4]")
      ->check(wholeNumber(1, 4096))
      ->type_name("N");
  command.add_option("--gpus", resources.gpus, "that a task needs [0]")
      ->check(wholeNumber(0, 64))
      ->type_name("N");
  command.add_option("--memory", resources.megabytes, "of a task in MiB [what the frame takes]")
      ->check(wholeNumber(1, 1 << 30))
      ->type_name("N");
}

/// What stands in a line of a script.
static std::string checkLine(const std::string &text) {
  const auto isControl = [](char c) { return uint8_t(c) < ' ' || c == '\x7f'; };
  return std::ranges::any_of(text, isControl) ? "expected one line, found a control character" : "";
}

static void declareSlurm(CLI::App &command, Arguments &arguments) {
  SlurmOptions &slurm = arguments.slurm;
  command.add_option("--partition", slurm.partition, "of Slurm")
      ->check(checkLine)
      ->type_name("NAME");
  command.add_option("--account", slurm.account, "of Slurm")->check(checkLine)->type_name("NAME");
  command.add_option("--time-limit", slurm.resources.timeLimit, "of a task, as Slurm writes it")
      ->check(checkLine)
      ->type_name("T");
  command.add_option("--at-once", slurm.mostAtOnce, "tasks that may run at a time [all]")
      ->check(wholeNumber(1, kMostTasks))
      ->type_name("N");
  command.add_flag("--submit", arguments.submits, "run sbatch, too");
}

static void declareFolder(CLI::App &command, Arguments &arguments) {
  command.add_option("FOLDER", arguments.folder, "what 'slurm', 'openjd' or 'parallel' made")
      ->required()
      ->type_name("");
}

static void declare(CLI::App &app, Arguments &arguments) {
  app.get_formatter()->column_width(27);
  app.require_subcommand(1);
  CLI::App *slurm =
      declareCommand(app, "slurm", "scripts of a job array for Slurm, of what is not done yet");
  declareJob(*slurm, arguments);
  declareSlurm(*slurm, arguments);
  declareJob(*declareCommand(app, "openjd", "a template of Open Job Description"), arguments);
  declareJob(*declareCommand(app, "parallel", "a command line for GNU parallel"), arguments);
  declareFolder(*declareCommand(app, "status", "what is done, running or missing"), arguments);
  CLI::App *task = declareCommand(app, "task", "render one task: what engines run");
  declareFolder(*task, arguments);
  task->add_option("TASK", arguments.task, "from 1 on")->required()->type_name("");
  CLI::App *finish = declareCommand(app, "finish", "add up the parts of a picture, encode a video");
  declareFolder(*finish, arguments);
  for (CLI::App *command : {task, finish})
    command->add_flag("--openjd", arguments.openJob, "print lines of Open Job Description");
  app.set_version_flag("--version", std::string("flame-farm ") + kVersion,
                       "print the version and exit");
  app.footer(kFooter + 1);
}

//===-- commands ------------------------------------------------------------------------------===//

static Status writeScript(const Farm &farm, const char *name, const std::string &text) {
  return writeOutput((farm.folder / name).string(), text);
}

/// sbatch gives the number of the job, and with several clusters the name of one behind it.
static Result<std::string> submit(std::vector<std::string> words) {
  words.insert(words.begin(), {"sbatch", "--parsable"});
  FLAME_TRY_ASSIGN(std::string output, outputOf(words));
  return output.substr(0, output.find_first_of(";\n"));
}

static Status makeSlurm(const Farm &farm, const std::vector<uint32_t> &open,
                        const Arguments &arguments) {
  const std::string array = (farm.folder / "array.sh").string(),
                    finish = (farm.folder / "finish.sh").string();
  const bool hasEnd = farm.isStill || !farm.video.empty();
  if (!open.empty())
    FLAME_TRY(writeScript(farm, "array.sh", slurmArray(farm, open, arguments.slurm)));
  if (hasEnd)
    FLAME_TRY(writeScript(farm, "finish.sh", slurmFinish(farm, arguments.slurm)));
  if (!arguments.submits) {
    if (!open.empty())
      std::cout << "job=$(sbatch --parsable " << shellQuoted(array) << ")\n";
    if (hasEnd)
      std::cout << "sbatch " << (open.empty() ? "" : "--dependency=afterok:\"$job\" ")
                << "--kill-on-invalid-dep=yes " << shellQuoted(finish) << '\n';
    return {};
  }
  std::vector<std::string> after;
  if (!open.empty()) {
    FLAME_TRY_ASSIGN(const std::string job, submit({array}));
    std::cout << "submitted tasks " << rangeText(open) << " as job " << job << '\n';
    after = {"--dependency=afterok:" + job};
  }
  if (hasEnd) {
    after.insert(after.end(), {"--kill-on-invalid-dep=yes", finish});
    FLAME_TRY_ASSIGN(const std::string job, submit(after));
    std::cout << "submitted the end as job " << job << '\n';
  }
  return {};
}

static Status makeJob(const std::string &engine, Arguments &arguments) {
  FLAME_TRY_ASSIGN(const Farm farm, makeFarm(arguments.request));
  Resources &resources = arguments.slurm.resources;
  if (!resources.megabytes) {
    FLAME_TRY_ASSIGN(resources.megabytes, memoryOfTask(farm, resources.processors));
  }
  FLAME_TRY_ASSIGN(const std::vector<TaskState> states, statesOf(farm));
  const std::vector<uint32_t> open = openTasks(states);
  std::cerr << "flame-farm: note: " << farm.tasks - open.size() << " of " << farm.tasks
            << " tasks are done\n";
  if (engine == "slurm")
    return makeSlurm(farm, open, arguments);
  if (engine == "parallel") {
    std::cout << parallelLine(farm, open);
    return {};
  }
  FLAME_TRY(writeScript(farm, "template.json", openJobTemplate(farm, open, resources)));
  std::cout << (farm.folder / "template.json").string() << '\n';
  return {};
}

/// The tasks of one state in one line, if there are any.
static void printTasks(const char *state, const std::vector<uint32_t> &tasks) {
  if (!tasks.empty())
    std::cout << state << ": " << tasks.size() << " (" << rangeText(tasks) << ")\n";
}

static Status printStatus(const std::string &folder) {
  FLAME_TRY_ASSIGN(const Farm farm, openFarm(folder));
  FLAME_TRY_ASSIGN(const std::vector<TaskState> states, statesOf(farm));
  std::vector<uint32_t> done, running, missing;
  uint64_t frames = 0, framesDone = 0;
  for (uint32_t i = 0; i < states.size(); ++i) {
    const TaskState &state = states[i];
    frames += state.frames;
    framesDone += state.done;
    (state.isDone() ? done : state.isRunning ? running : missing).push_back(i + 1);
  }
  std::cout << (farm.isStill ? "parts: " : "frames: ") << framesDone << " of " << frames
            << " are there\n";
  printTasks("done", done);
  printTasks("running", running);
  printTasks("missing", missing);
  std::error_code failed;
  std::string end = farm.video;
  if (farm.isStill) {
    FLAME_TRY_ASSIGN(const FramePattern pattern, FramePattern::parse(farm.output));
    end = pattern.pathOf(farm.firstFrame).string();
  }
  if (!end.empty())
    std::cout << end << (std::filesystem::exists(end, failed) ? " is there\n" : " is not there\n");
  return {};
}

static Result<int> work(const CLI::App &app, Arguments &arguments) {
  const std::string command = app.get_subcommands().front()->get_name();
  if (command == "status") {
    FLAME_TRY(printStatus(arguments.folder));
    return 0;
  }
  if (command == "task" || command == "finish") {
    FLAME_TRY_ASSIGN(const Farm farm, openFarm(arguments.folder));
    return command == "task" ? runTask(farm, arguments.task, arguments.openJob)
                             : finishFarm(farm, arguments.openJob);
  }
  FLAME_TRY(makeJob(command, arguments));
  return 0;
}

int main(int argc, char **argv) {
  endWithoutMemory("flame-farm");
  AtomicFile::removeAllOnSignals();
  CLI::App app("Puts one flame on many machines, and says how far they are.", "flame-farm");
  Arguments arguments;
  declare(app, arguments);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  const Result<int> code = work(app, arguments);
  return endProgram("flame-farm", code ? *code : int(reportError("flame-farm", code.error())));
}
