// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts for engines. Whatever needs to be known about a task is in the farm folder; engines say which one it is.

#include "tools/flame-farm/Engines.h"

#include "support/NumberText.h"
#include "support/ParseJson.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace flame {

std::string shellQuoted(const std::string &word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "_-+=.,/:@%^";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (char c : word)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// What people call the job.
static std::string jobName(const Farm &farm) { return "flame-" + farm.folder.stem().string(); }

//===-- Slurm ---------------------------------------------------------------------------------===//

static std::string directive(const std::string &name, const std::string &value) {
  return value.empty() ? "" : "#SBATCH --" + name + "=" + shellQuoted(value) + "\n";
}

/// What both scripts begin with. In names of files, Slurm reads '%'.
static std::string slurmHead(const Farm &farm, const SlurmOptions &options,
                             const std::string &log) {
  std::string folder;
  for (char c : farm.folder.string())
    folder += c == '%' ? std::string("%%") : std::string(1, c);
  const Resources &resources = options.resources;
  return "#!/bin/bash\n" + directive("job-name", jobName(farm)) +
         directive("output", folder + "/log/" + log) + "#SBATCH --open-mode=append\n" +
         directive("cpus-per-task", std::to_string(resources.processors)) +
         directive("mem", std::to_string(resources.megabytes) + "M") +
         directive("gres", resources.gpus ? "gpu:" + std::to_string(resources.gpus) : "") +
         directive("time", resources.timeLimit) + directive("partition", options.partition) +
         directive("account", options.account);
}

std::string slurmArray(const Farm &farm, const std::vector<uint32_t> &tasks,
                       const SlurmOptions &options) {
  std::string range = rangeText(tasks);
  if (options.mostAtOnce)
    range += "%" + std::to_string(options.mostAtOnce);
  return slurmHead(farm, options, "task-%a.txt") + directive("array", range) +
         "#SBATCH --requeue\n" + "exec " + shellQuoted(programPath("flame-farm")) + " task " +
         shellQuoted(farm.folder.string()) + " \"$SLURM_ARRAY_TASK_ID\"\n";
}

std::string slurmFinish(const Farm &farm, const SlurmOptions &options) {
  return slurmHead(farm, options, "finish.txt") + "exec " + shellQuoted(programPath("flame-farm")) +
         " finish " + shellQuoted(farm.folder.string()) + "\n";
}

//===-- Open Job Description ------------------------------------------------------------------===//

using Json = nlohmann::ordered_json;

/// The name of the job as the specification allows it: no control characters, not too long, and nothing that is an expression.
static std::string openJobName(const Farm &farm) {
  constexpr size_t kLongest = 128;
  std::string name;
  for (const char c : jobName(farm)) {
    if (c == '{' && name.ends_with('{'))
      name += ' ';
    name += uint8_t(c) < 0x20 || c == 0x7f ? ' ' : c;
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
  return "parallel --retries 3 --joblog " +
         shellQuoted((farm.folder / "log/parallel.txt").string()) + " " + program + " task " +
         folder + " :::" + numbers + " && " + finish;
}

} // namespace flame
