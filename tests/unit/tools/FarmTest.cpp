// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What engines are told. That tasks make the right files is tested with the programs, in tests/lit/flame-farm.

#include "tools/flame-farm/Engines.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

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

TEST(FarmTest, QuotesWordsForShells) {
  EXPECT_EQ(shellQuoted("a/b-1.png"), "a/b-1.png");
  EXPECT_EQ(shellQuoted(""), "''");
  EXPECT_EQ(shellQuoted("it's $x"), "'it'\\''s $x'");
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

/// A script for Slurm would run what stands behind the end of the line.
TEST(FarmTest, RefusesFoldersWithLineEnds) {
  FarmRequest request;
  for (const char *name : {"a\ntouch b\n.cubin", "a\x7f.cubin"}) {
    request.artefact = name;
    const rt::Result<Farm> farm = makeFarm(request);
    ASSERT_FALSE(farm);
    EXPECT_EQ(farm.error().kind(), rt::ErrorKind::Usage);
    EXPECT_THAT(farm.error().text(), HasSubstr("control character"));
  }
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
        "--output='farm/it'\\''s 50%% done/edge.farm/log/task-%a.txt'"})
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
  EXPECT_THAT(parallelLine(someFarm(), {1, 2, 3, 9}), HasSubstr(" ::: {1..3} 9 && "));
  EXPECT_THAT(parallelLine(someFarm(), {}), Not(HasSubstr("parallel")));
}

} // namespace
} // namespace flame
