// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What engines are told. That tasks make the right files is tested with the programs, in
// tests/lit/flame-farm.

#include "tools/flame-farm/Engines.h"

#include "support/ChildProcess.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>

namespace flame {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

Farm someFarm() {
  Farm farm;
  farm.folder = "farm/it's 50% done/edge.farm";
  farm.output = "farm/out/%05d.png";
  farm.tasks = 20;
  farm.options = {"--quality=7"};
  return farm;
}

TEST(FarmTest, WritesNumbersAsRanges) {
  EXPECT_EQ(rangeText({}), "");
  EXPECT_EQ(rangeText({7}), "7");
  EXPECT_EQ(rangeText({1, 2, 3, 7, 9, 10}), "1-3,7,9-10");
}

TEST(FarmTest, KnowsWhatIsNotDone) {
  EXPECT_THAT(openTasks({{3, 3, false}, {3, 2, false}, {0, 0, false}, {3, 0, true}}),
              ElementsAre(2, 4));
}

TEST(FarmTest, TellsFlamerunWhichTaskItHas) {
  Farm farm = someFarm();
  EXPECT_THAT(commandOf(farm, 3),
              ElementsAre("farm/it's 50% done/edge.farm/artefact.cubin", "-o", "farm/out/%05d.png",
                          "--shard=3/20", "--resume", "--quality=7"));
  farm.isStill = true;
  EXPECT_EQ(commandOf(farm, 3)[2], "farm/it's 50% done/edge.farm/part-3.fhist");
}

TEST(FarmTest, RefusesWhatIsNoFolderOfItsOwn) {
  const rt::TemporaryDirectory folder;
  for (const std::string text : {"", "[]", "7", "{\"format\": 7}", "{\"format\": \"flame-farm\"}",
                                 "{\"format\": \"flame-farm\", \"version\": \"1\"}",
                                 "{\"format\": \"flame-farm\", \"version\": 1, \"output\": {}}"}) {
    rt::writeText(folder / "farm.json", text);
    const rt::Result<Farm> farm = openFarm(folder.get());
    ASSERT_FALSE(farm) << text;
    EXPECT_EQ(farm.error().kind(), rt::ErrorKind::Input);
  }
  rt::writeText(folder / "farm.json", std::string(200000, '[') + std::string(200000, ']'));
  EXPECT_FALSE(openFarm(folder.get()));
}

TEST(FarmTest, TellsEnginesHowFarATaskIs) {
  EXPECT_EQ(openJobProgress(R"({"event": "frame", "frame": 11, "frames_done": 1, "frames": 4})"),
            "openjd_status: frame 11, 1 of 4 done\n");
  EXPECT_EQ(openJobProgress(R"({"event": "progress", "samples": 2, "samples_total": 3})"),
            "openjd_progress: 66.7\n");
  EXPECT_EQ(openJobProgress(R"({"event": "progress", "samples": 1, "samples_total": 0})"), "");
  EXPECT_EQ(openJobProgress(R"({"event": "end"})"), "");
  EXPECT_EQ(openJobProgress("ffmpeg says something"), std::nullopt);
}

/// What flamerun starts writes to the same stream: such a line ended flame-farm.
TEST(FarmTest, PassesOnEventsThatAreNone) {
  for (const char *line : {R"({"event": 7})", R"({"event": {"frame": 1}})"})
    EXPECT_EQ(openJobProgress(line), "") << line;
  EXPECT_EQ(openJobProgress(R"({"event": "frame", "frame": "x", "frames": 1e300})"),
            "openjd_status: frame 0, 0 of 1000000000000000 done\n");
  EXPECT_EQ(openJobProgress(R"({"event": "progress", "samples": 9e307, "samples_total": 1e-300})"),
            "openjd_progress: 100\n");
  const std::string nested = std::string(200000, '[') + std::string(200000, ']');
  EXPECT_EQ(openJobProgress("{\"event\": " + nested + "}"), std::nullopt);
}

/// They were cut to 32 bits.
TEST(FarmTest, RefusesTasksThatNobodyCanHave) {
  Farm farm = someFarm();
  const std::string text = farmText(farm);
  ASSERT_TRUE(readFarm(text, "a.farm"));
  for (const char *tasks : {"0", "-1", "4294967297", "1.5", "1e300", "true"}) {
    std::string changed = text;
    changed.replace(text.find("\"tasks\": 20") + 9, 2, tasks);
    const rt::Result<Farm> read = readFarm(changed, "a.farm");
    ASSERT_FALSE(read) << tasks;
    EXPECT_EQ(read.error().kind(), rt::ErrorKind::Input);
  }
}

TEST(FarmTest, WritesAnArrayForSlurm) {
  SlurmOptions options;
  options.resources = {8, 1, 3000, "1:00:00"};
  options.partition = "gpu";
  options.mostAtOnce = 5;
  const std::string script = slurmArray(someFarm(), {1, 2, 3, 9}, options);
  EXPECT_THAT(script, testing::StartsWith("#!/bin/bash\n#SBATCH --job-name=flame-edge\n"));
  for (const char *line :
       {"--array=1-3,9%5", "--requeue", "--cpus-per-task=8", "--mem=3000M", "--gres=gpu:1",
        "--time=1:00:00", "--partition=gpu", "--open-mode=append",
        "--output='farm/it\\'s 50%% done/edge.farm/log/task-%a.txt'"})
    EXPECT_THAT(script, HasSubstr(std::string("#SBATCH ") + line + "\n"));
  EXPECT_THAT(script, Not(HasSubstr("--account")));
  EXPECT_THAT(script, EndsWith("flame-farm task 'farm/it'\\''s 50% done/edge.farm' "
                               "\"$SLURM_ARRAY_TASK_ID\"\n"));
  EXPECT_THAT(slurmFinish(someFarm(), options), Not(HasSubstr("--array")));
}

TEST(FarmTest, WritesATemplateOfOpenJobDescription) {
  const auto job =
      nlohmann::json::parse(openJobTemplate(someFarm(), {1, 2, 3, 9}, {2, 1, 900, ""}));
  EXPECT_EQ(job["specificationVersion"], "jobtemplate-2023-09");
  EXPECT_EQ(job["parameterDefinitions"][0]["default"], "."); // the template is in that folder
  const auto &render = job["steps"][0], &finish = job["steps"][1];
  EXPECT_EQ(render["parameterSpace"]["taskParameterDefinitions"][0]["range"], "1-3,9");
  EXPECT_THAT(render["script"]["actions"]["onRun"]["args"].get<std::vector<std::string>>(),
              ElementsAre("task", "--openjd", "{{Param.Folder}}", "{{Task.Param.Task}}"));
  EXPECT_EQ(render["hostRequirements"]["amounts"].size(), 3u);
  EXPECT_EQ(render["hostRequirements"]["attributes"][1]["anyOf"],
            nlohmann::json::array({"x86_64"}));
  EXPECT_EQ(finish["dependencies"][0]["dependsOn"], "Render");
  const auto done = nlohmann::json::parse(openJobTemplate(someFarm(), {}, {2, 0, 900, ""}));
  EXPECT_EQ(done["steps"].size(), 1u);
  EXPECT_FALSE(done["steps"][0].contains("dependencies"));
}

TEST(FarmTest, NamesAnOpenJobAsTheSpecificationAllows) {
  const auto nameOf = [](const std::string &folder) {
    Farm farm = someFarm();
    farm.folder = folder + ".farm";
    return nlohmann::json::parse(openJobTemplate(farm, {1}, {2, 0, 900, ""}))["name"]
        .get<std::string>();
  };
  EXPECT_EQ(nameOf("edge"), "flame-edge");
  EXPECT_EQ(nameOf("a{{Param.x}}b\n"), "flame-a{ {Param.x}}b ");
  EXPECT_EQ(nameOf("{{{"), "flame-{ { {");
  EXPECT_EQ(nameOf(std::string(130, 'x')), "flame-" + std::string(122, 'x'));
  EXPECT_EQ(nameOf("x" + std::string(121, 'y') + "ü"), "flame-x" + std::string(121, 'y'));
}

TEST(FarmTest, WritesALineForParallel) {
  EXPECT_THAT(parallelLine(someFarm(), {1, 2, 3, 9}), HasSubstr(" {1..3} 9 && "));
  EXPECT_THAT(parallelLine(someFarm(), {}), Not(HasSubstr("parallel")));
}

TEST(FarmTest, KeepsNamesOfAnyBytes) {
  Farm farm = someFarm();
  farm.output = "/\xff\n/%05d.png";
  farm.video = "/\xc3\xa4.mp4";
  farm.options = {"--profile=\xfe", "plain"};
  const rt::Result<Farm> read = readFarm(farmText(farm), "a.farm");
  ASSERT_TRUE(read) << read.error().str();
  EXPECT_EQ(read->output, farm.output);
  EXPECT_EQ(read->video, farm.video);
  EXPECT_EQ(read->options, farm.options);
  EXPECT_THAT(farmText(farm), HasSubstr("\"/\xc3\xa4.mp4\""));
}

//===-- lines and scripts, run ----------------------------------------------------------------===//

/// What shells, GNU parallel and Slurm might make something of, and every byte that a name may
/// have.
std::vector<std::string> oddNames() {
  std::string all;
  for (int byte = 1; byte < 256; ++byte)
    all += byte == '/' ? "" : std::string(1, char(byte));
  all.insert(all.size() / 2, "/"); // no name is so long
  return {"plain",
          "my flames",
          " a ;touch pwned;# $(touch pwned) `touch pwned` ",
          "it's \"it\" \\' \\\" \\",
          "{} {.} {/} {//} {/.} {#} {%} {1} {2} {3.} {= $_=7 =} {1..3}{a,b}",
          "\xaf<1 $_=7;\xaf> \xaf<\xaf>",
          "-x --y :::",
          "~*?!!&&|%s%a%%",
          "packjob HetJob",
          "a\n#SBATCH --wrap=touch pwned\ntouch pwned\n",
          "\r\n\t",
          all};
}

/// A program in place of flame-farm, which writes down what it is given, and names of folders for
/// it.
class EngineTest : public testing::TestWithParam<std::string> {
protected:
  EngineTest() {
    const std::filesystem::path stub = directory / "flame-farm";
    rt::writeText(stub, "#!/bin/sh\n{ printf '%s\\0' \"$@\"; echo; } >>\"$NOTED\"\n");
    std::filesystem::permissions(stub, std::filesystem::perms::owner_all);
    farm.folder = directory.get() / (GetParam() + ".farm");
    std::filesystem::create_directories(farm.folder / "log");
    farm.tasks = 3;
    std::filesystem::current_path(directory.get());
  }
  ~EngineTest() override { std::filesystem::current_path(before); }

  /// Runs `words`, with the stub in PATH. Empty without a complaint.
  std::string run(const std::vector<std::string> &words) {
    const std::string path = "PATH=" + directory.get().string() + ":" + std::getenv("PATH");
    const std::string noted = "NOTED=" + (directory / "noted").string();
    const auto result = rt::runProgram(words, {}, {}, {path, noted, "SLURM_ARRAY_TASK_ID=2"});
    if (!result)
      return result.error().str();
    return result->exitCode ? std::to_string(result->exitCode) + ": " + result->errors : "";
  }

  /// The calls of the stub, sorted.
  std::vector<std::string> calls() const {
    const std::string text = rt::readText(directory / "noted");
    std::vector<std::string> found;
    const std::string end("\0\n", 2);
    for (size_t start = 0; start < text.size();) {
      const size_t stop = text.find(end, start);
      found.push_back(text.substr(start, stop - start));
      start = stop == text.npos ? text.size() : stop + end.size();
    }
    std::ranges::sort(found);
    return found;
  }

  std::string call(const char *command, const std::string &task = "") const {
    const std::string null(1, '\0');
    return command + null + farm.folder.string() + (task.empty() ? "" : null + task);
  }

  const std::filesystem::path before = std::filesystem::current_path();
  rt::TemporaryDirectory directory;
  Farm farm;
};

INSTANTIATE_TEST_SUITE_P(Names, EngineTest, testing::ValuesIn(oddNames()),
                         [](const auto &info) { return std::to_string(info.index); });

bool isInstalled(const char *program) {
  return bool(rt::outputOf({"sh", "-c", std::string("command -v ") + program}));
}

TEST_P(EngineTest, ParallelGivesNamesOnAsTheyAre) {
  if (!isInstalled("parallel"))
    GTEST_SKIP() << "parallel is not installed (package parallel)";
  EXPECT_EQ(run({"bash", "-c", parallelLine(farm, {1, 3})}), "");
  EXPECT_THAT(calls(), ElementsAre(call("finish"), call("task", "1"), call("task", "3")));
  EXPECT_THAT(rt::readText(farm.folder / "log/parallel.txt"), HasSubstr("Exitval"));
  EXPECT_FALSE(std::filesystem::exists("pwned"));
}

TEST_P(EngineTest, TheLineOfTheEndIsReadByBash) {
  EXPECT_EQ(run({"bash", "-c", parallelLine(farm, {})}), "");
  EXPECT_THAT(calls(), ElementsAre(call("finish")));
}

/// The options in a script as sbatch reads them: quotes of both kinds, a backslash in front of any
/// character, comments; and two words are blotted out.
std::vector<std::string> slurmOptions(const std::string &script) {
  constexpr std::string_view kStart = "#SBATCH ";
  std::vector<std::string> options;
  for (std::string_view rest = script; rest.starts_with('#');) {
    std::string line(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(line.size() + 1);
    if (!line.starts_with(kStart))
      continue;
    for (const char *word : {"packjob", "hetjob"})
      if (const char *found = strcasestr(line.c_str(), word))
        line.replace(size_t(found - line.c_str()), std::strlen(word), std::strlen(word), ' ');
    std::string option;
    char quote = 0;
    for (size_t i = kStart.size(); i < line.size(); ++i) {
      const char c = line[i];
      if (c == '\\' && i + 1 < line.size())
        option += line[++i];
      else if (quote ? c == quote : c == '\'' || c == '"')
        quote = quote ? 0 : c;
      else if (!quote && (c == '#' || isspace(static_cast<unsigned char>(c))))
        break;
      else
        option += c;
    }
    EXPECT_EQ(quote, 0) << line;
    options.push_back(option);
  }
  return options;
}

/// The file that Slurm makes of a pattern for task 2 of an array. With a backslash in it nothing is
/// a pattern.
std::string slurmFile(std::string pattern) {
  EXPECT_EQ(pattern.find('\\'), pattern.npos) << pattern;
  std::string name;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const bool isPercent = pattern[i] == '%' && i + 1 < pattern.size();
    const char next = isPercent ? pattern[i + 1] : 0;
    EXPECT_TRUE(!isPercent || next == '%' || next == 'a') << pattern;
    name += !isPercent ? std::string(1, pattern[i]) : next == 'a' ? "2" : "%";
    i += isPercent;
  }
  return name;
}

TEST_P(EngineTest, ScriptsForSlurmGiveNamesOnAsTheyAre) {
  SlurmOptions options;
  options.partition = "it's \\ #1";
  const std::string scripts[] = {slurmArray(farm, {1, 2}, options), slurmFinish(farm, options)};
  const std::string logs[] = {"log/task-2.txt", "log/finish.txt"};
  const std::string noted[] = {call("task", "2"), call("finish")};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(scripts[i].find('\r'), std::string::npos) << "sbatch refuses ends of lines of DOS";
    std::string output, partition;
    for (const std::string &option : slurmOptions(scripts[i])) {
      EXPECT_FALSE(option.starts_with("--wrap")) << option;
      if (option.starts_with("--output="))
        output = slurmFile(option.substr(std::strlen("--output=")));
      if (option.starts_with("--partition="))
        partition = option.substr(std::strlen("--partition="));
    }
    EXPECT_EQ(partition, options.partition);
    std::filesystem::remove(directory / "noted");
    rt::writeText(directory / "script", scripts[i]);
    EXPECT_EQ(run({"bash", (directory / "script").string()}), "");
    EXPECT_THAT(calls(), ElementsAre(noted[i]));
    if (output == "/dev/null")
      EXPECT_TRUE(std::filesystem::exists(farm.folder / logs[i])) << "the script writes it";
    else
      EXPECT_EQ(output, (farm.folder / logs[i]).string());
  }
  EXPECT_FALSE(std::filesystem::exists("pwned"));
}

TEST_P(EngineTest, ATemplateHasNoOtherNameThanThatOfTheJob) {
  const auto job = nlohmann::json::parse(openJobTemplate(farm, {1}, {2, 0, 900, ""}));
  const auto name = job["name"].get<std::string>();
  for (const char c : name)
    EXPECT_TRUE(uint8_t(c) >= ' ' && c != '\x7f');
  EXPECT_EQ(name.find("{{"), name.npos);
  auto rest = job;
  rest["name"] = "x";
  Farm other = farm;
  other.folder = "other.farm";
  auto same = nlohmann::json::parse(openJobTemplate(other, {1}, {2, 0, 900, ""}));
  same["name"] = "x";
  EXPECT_EQ(rest, same);
}

} // namespace
} // namespace flame
