// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts for engines. Whatever needs to be known about a task is in the farm folder; engines say
// which one it is.

#include "tools/flame-farm/Engines.h"

#include "support/NumberText.h"
#include "support/ParseJson.h"
#include "support/ShellText.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace flame {

using rt::shellQuoted;

static bool isControl(char c) { return uint8_t(c) < ' ' || c == '\x7f'; }

/// What people call the job: a line.
static std::string jobName(const Farm &farm) {
  std::string name = "flame-" + farm.folder.stem().string();
  std::ranges::replace_if(name, isControl, ' ');
  return name;
}

//===-- Slurm ---------------------------------------------------------------------------------===//

/// A value as sbatch reads it in a script: in quotes, within which a backslash escapes, too.
static std::string slurmQuoted(const std::string &value) {
  if (shellQuoted(value) == value)
    return value;
  std::string quoted = "'";
  for (const char c : value)
    quoted += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
  return quoted + "'";
}

static std::string directive(const std::string &name, const std::string &value) {
  return value.empty() ? "" : "#SBATCH --" + name + "=" + slurmQuoted(value) + "\n";
}

/// Whether the name of a log file means to Slurm what it says. A control character may end the
/// line, a backslash switches patterns off, and sbatch blots two words out wherever they stand.
static bool isNameForSlurm(std::string name) {
  if (std::ranges::any_of(name, [](char c) { return isControl(c) || c == '\\'; }))
    return false;
  std::ranges::transform(name, name.begin(), [](uint8_t c) { return char(std::tolower(c)); });
  return name.find("packjob") == name.npos && name.find("hetjob") == name.npos;
}

/// A script that has flame-farm do `command`; of an array, for the task that Slurm names. In names
/// of files, Slurm reads '%'; where it does not read the folder as it is, the script writes its log
/// itself.
static std::string slurmScript(const Farm &farm, const SlurmOptions &options,
                               const std::string &command, const std::string &array) {
  const bool isArray = !array.empty();
  const std::string log = (farm.folder / "log" / command).string();
  std::string name;
  for (const char c : log)
    name += c == '%' ? std::string("%%") : std::string(1, c);
  const bool isName = isNameForSlurm(log);
  const Resources &resources = options.resources;
  std::string script =
      "#!/bin/bash\n" + directive("job-name", jobName(farm)) +
      directive("output", isName ? name + (isArray ? "-%a" : "") + ".txt" : "/dev/null") +
      "#SBATCH --open-mode=append\n" +
      directive("cpus-per-task", std::to_string(resources.processors)) +
      directive("mem", std::to_string(resources.megabytes) + "M") +
      directive("gres", resources.gpus ? "gpu:" + std::to_string(resources.gpus) : "") +
      directive("time", resources.timeLimit) + directive("partition", options.partition) +
      directive("account", options.account) + directive("array", array) +
      (isArray ? "#SBATCH --requeue\n" : "");
  constexpr char kTask[] = "\"$SLURM_ARRAY_TASK_ID\"";
  if (!isName)
    script +=
        "exec >>" + shellQuoted(log) + (isArray ? std::string("-") + kTask : "") + ".txt 2>&1\n";
  return script + "exec " + shellQuoted(programPath("flame-farm")) + " " + command + " " +
         shellQuoted(farm.folder.string()) + (isArray ? std::string(" ") + kTask : "") + "\n";
}

std::string slurmArray(const Farm &farm, const std::vector<uint32_t> &tasks,
                       const SlurmOptions &options) {
  std::string range = rangeText(tasks);
  if (options.mostAtOnce)
    range += "%" + std::to_string(options.mostAtOnce);
  return slurmScript(farm, options, "task", range);
}

std::string slurmFinish(const Farm &farm, const SlurmOptions &options) {
  return slurmScript(farm, options, "finish", "");
}

//===-- Open Job Description ------------------------------------------------------------------===//

using Json = nlohmann::ordered_json;

/// The name of the job as the specification allows it: no control characters, not too long, and
/// nothing that is an expression.
static std::string openJobName(const Farm &farm) {
  constexpr size_t kLongest = 128;
  std::string name;
  for (const char c : jobName(farm)) {
    if (c == '{' && name.ends_with('{'))
      name += ' ';
    name += c;
    const bool isBeyondAscii = uint8_t(c) >= 0x80 && uint8_t(c) < 0xa0;
    if (isBeyondAscii && name.size() > 1 && name[name.size() - 2] == '\xc2')
      name.replace(name.size() - 2, 2, " "); // a control character
  }
  if (name.size() > kLongest) {
    size_t end = kLongest; // in front of a character, which may have several bytes
    while (end > 0 && (uint8_t(name[end]) & 0xc0) == 0x80)
      --end;
    name.resize(end);
  }
  return name;
}

/// A step that runs one command of flame-farm for the folder of the job.
static Json stepOf(const std::string &name, std::vector<std::string> arguments,
                   const Resources &resources) {
  Json step;
  step["name"] = name;
  step["script"]["actions"]["onRun"] = {{"command", "flame-farm"}, {"args", std::move(arguments)}};
  Json amounts = Json::array();
  amounts.push_back({{"name", "amount.worker.vcpu"}, {"min", resources.processors}});
  amounts.push_back({{"name", "amount.worker.memory"}, {"min", resources.megabytes}});
  if (resources.gpus)
    amounts.push_back({{"name", "amount.worker.gpu"}, {"min", resources.gpus}});
  step["hostRequirements"]["amounts"] = std::move(amounts);
  step["hostRequirements"]["attributes"] = {
      {{"name", "attr.worker.os.family"}, {"anyOf", Json::array({"linux"})}},
      {{"name", "attr.worker.cpu.arch"}, {"anyOf", Json::array({"x86_64"})}}};
  return step;
}

std::string openJobTemplate(const Farm &farm, const std::vector<uint32_t> &tasks,
                            const Resources &resources) {
  constexpr char kFolder[] = "{{Param.Folder}}";
  Json job;
  job["specificationVersion"] = "jobtemplate-2023-09";
  job["name"] = openJobName(farm);
  job["parameterDefinitions"] = {{{"name", "Folder"},
                                  {"type", "PATH"},
                                  {"objectType", "DIRECTORY"},
                                  {"dataFlow", "INOUT"},
                                  {"default", "."}, // where the template is; others are refused
                                  {"description", "what flame-farm made"}}};
  job["steps"] = Json::array();
  const bool hasTasks = !tasks.empty();
  if (hasTasks) {
    Json render = stepOf("Render", {"task", "--openjd", kFolder, "{{Task.Param.Task}}"}, resources);
    render["parameterSpace"]["taskParameterDefinitions"] = {
        {{"name", "Task"}, {"type", "INT"}, {"range", rangeText(tasks)}}};
    job["steps"].push_back(std::move(render));
  }
  Json finish = stepOf("Finish", {"finish", "--openjd", kFolder}, resources);
  if (hasTasks)
    finish["dependencies"] = {{{"dependsOn", "Render"}}};
  job["steps"].push_back(std::move(finish));
  return job.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// A number of an event; 0 if there is none.
static double numberOf(const Json &event, const char *name) {
  const auto found = event.find(name);
  return found != event.end() && found->is_number() ? found->get<double>() : 0;
}

/// Rounded, without an exponent.
static std::string wholeText(double number) {
  constexpr double kMost = 1e15;
  return std::to_string(std::llround(std::clamp(number, -kMost, kMost)));
}

std::optional<std::string> openJobProgress(std::string_view line) {
  const Json event = rt::parseJson<Json>(line);
  if (!event.is_object() || !event.contains("event"))
    return std::nullopt;
  if (event["event"] == "frame")
    return "openjd_status: frame " + wholeText(numberOf(event, "frame")) + ", " +
           wholeText(numberOf(event, "frames_done")) + " of " +
           wholeText(numberOf(event, "frames")) + " done\n";
  const double total = numberOf(event, "samples_total");
  if (event["event"] != "progress" || !(total > 0))
    return "";
  const double tenths =
      std::clamp(std::round(1000 * (numberOf(event, "samples") / total)), 0.0, 1000.0);
  return "openjd_progress: " + rt::numberText(tenths / 10) + "\n";
}

//===-- GNU parallel --------------------------------------------------------------------------===//

/// GNU parallel reads a command for names in braces and for shells, and gives it to another one:
/// what is not ours is among the arguments instead, each an input (-0), which parallel quotes for
/// that shell (-q).
std::string parallelLine(const Farm &farm, const std::vector<uint32_t> &tasks) {
  const std::string program = shellQuoted(programPath("flame-farm"));
  const std::string folder = shellQuoted(farm.folder.string());
  std::string numbers;
  for (size_t i = 0; i < tasks.size();) { // bash writes ranges as {1..20}
    size_t end = i + 1;
    while (end < tasks.size() && tasks[end] == tasks[end - 1] + 1)
      ++end;
    numbers += " " + (end == i + 1 ? std::to_string(tasks[i])
                                   : "{" + std::to_string(tasks[i]) + ".." +
                                         std::to_string(tasks[end - 1]) + "}");
    i = end;
  }
  std::string finish = program + " finish " + folder + "\n";
  if (tasks.empty())
    return finish;
  return "parallel -q -0 --retries 3 --joblog " +
         shellQuoted((farm.folder / "log/parallel.txt").string()) +
         " '{1}' task '{2}' '{3}' ::: " + program + " ::: " + folder + " :::" + numbers + " && " +
         finish;
}

} // namespace flame
