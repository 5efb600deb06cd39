// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Documents of farm folders, and what is made of them for engines; and, line by line, what the
// programs of a task say while it runs.

#include "support/ParseJson.h"
#include "tools/flame-farm/Engines.h"

#include "tests/fuzz/Fuzz.h"

#include <algorithm>

using namespace flame;
using namespace flame::fuzz;

static const char kFolder[] = "/farms/it's {{50%}}.farm";

static bool isSame(const Farm &a, const Farm &b) {
  return a.folder == b.folder && a.output == b.output && a.video == b.video && a.rate == b.rate &&
         a.firstFrame == b.firstFrame && a.tasks == b.tasks && a.isStill == b.isStill &&
         a.options == b.options;
}

/// Scripts for Slurm begin with comments and end with one command.
static void requireScript(std::string_view script, const Farm &farm) {
  const size_t command = script.find("\nexec ");
  require(command != script.npos, "a script has a command", farmText(farm));
  std::string_view head = script.substr(0, command + 1);
  while (!head.empty()) {
    require(head.starts_with('#'), "in front of the command there are comments",
            std::string(script));
    head.remove_prefix(head.find('\n') + 1);
  }
}

static void requireProgress(const std::string &line) {
  const auto told = openJobProgress(line);
  if (told && !told->empty())
    require(told->starts_with("openjd_") && told->find('\n') == told->size() - 1,
            "engines are told one line", line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text = textOf(data, size);
  const auto farm = readFarm(text, kFolder);
  require(farm || !farm.error().text().empty(), "what is refused is explained");
  if (farm) {
    const std::string written = farmText(*farm);
    const auto again = readFarm(written, kFolder);
    require(again && isSame(*farm, *again), "a farm that was written is read again", written);
    const std::vector<uint32_t> tasks = {1, farm->tasks};
    const auto job = rt::parseJson<nlohmann::json>(openJobTemplate(*farm, tasks, {}));
    require(job.is_object() && job["name"].get<std::string>().find("{{") == std::string::npos,
            "a template is JSON, and its name no expression", written);
    requireScript(slurmArray(*farm, tasks, {}), *farm);
    requireScript(slurmFinish(*farm, {}), *farm);
    require(commandOf(*farm, 1).size() == 5 + farm->options.size(), "a task has its options",
            written);
  }
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    requireProgress(std::string(line));
  }
  return 0;
}
