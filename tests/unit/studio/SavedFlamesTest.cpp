// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the studio saves is the flame that it opened: the histograms are equal to the byte.

#include "compiler/animation/Animation.h"
#include "studio/live/LiveFlame.h"
#include "studio/model/FilmModel.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace flame::test {

using namespace flame::studio;
using nlohmann::json;

namespace {

std::string textOf(const std::filesystem::path &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The histogram of a flame, small and with few samples.
rt::Result<rt::PassHistogram> histogramOf(LiveDevice &device, const Genome &genome) {
  FLAME_TRY_ASSIGN(const std::shared_ptr<LiveFlame> flame, device.make(makeStill(genome)));
  FLAME_TRY_ASSIGN(rt::Renderer * renderer, flame->renderer());
  rt::FrameRequest request;
  request.width = 96;
  request.height = 54;
  request.quality = 20;
  request.supersample = 1;
  request.shard = Shard{1, 1};
  rt::Progress progress(rt::ProgressMode::None);
  FLAME_TRY_ASSIGN(rt::RenderedFrame frame, renderer->render(request, progress, {}));
  return std::move(frame.part->passes.front());
}

uint64_t countOf(const rt::PassHistogram &histogram) {
  uint64_t count = 0;
  for (const abi::WideCell &cell : histogram.cells)
    count += cell.count;
  return count;
}

} // namespace

/// Those of the project and, below the folder that the environment names, any others.
TEST(SavedFlamesTest, RenderTheSame) {
  std::string fallback;
  rt::Result<std::unique_ptr<LiveDevice>> device = LiveDevice::open("cpu", fallback);
  ASSERT_TRUE(device) << device.error().str();
  const char *more = std::getenv("FLAME_GENOMES");
  size_t same = 0, empty = 0;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(more ? more : FLAME_GENOMES)) {
    if (!entry.is_regular_file())
      continue;
    SCOPED_TRACE(entry.path());
    const ModelReading opened = readText(textOf(entry.path()), "opened");
    for (const Genome &genome : opened.genomes) {
      const rt::Result<WrittenModels> saved = modelsToXml(json::array({modelOf(genome)}));
      ASSERT_TRUE(saved) << saved.error().str();
      const ModelReading again = readText(saved->text, "saved");
      ASSERT_EQ(again.genomes.size(), 1u) << toJson(again.messages);
      const auto before = histogramOf(**device, genome);
      const auto after = histogramOf(**device, again.genomes.front());
      ASSERT_TRUE(before) << before.error().str();
      ASSERT_TRUE(after) << after.error().str();
      ASSERT_EQ(before->cells.size(), after->cells.size());
      EXPECT_EQ(std::memcmp(before->cells.data(), after->cells.data(),
                            before->cells.size() * sizeof(abi::WideCell)),
                0);
      ++same;
      empty += countOf(*before) == 0;
    }
  }
  std::cout << same << " flames render the same; of these " << empty << " show nothing\n";
  EXPECT_GE(same, 6u);
}

TEST(SavedFlamesTest, NodesHoldOneFlame) {
  const ModelReading opened =
      readText("<flame size=\"64 48\" scale=\"20\"><xform weight=\"1\" linear=\".5\" swirl=\".5\" "
               "coefs=\".8 .1 -.1 .8 .3 .2\"/></flame>",
               "opened");
  ASSERT_EQ(opened.genomes.size(), 1u);
  const json model = modelOf(opened.genomes.front());
  const rt::Result<WrittenModels> node = modelToNode(json::array({model}));
  ASSERT_TRUE(node) << node.error().str();
  EXPECT_THAT(node->text, testing::HasSubstr("\"node\""));
  const ModelReading again = readText(node->text, "node.json");
  ASSERT_EQ(again.genomes.size(), 1u) << toJson(again.messages);
  EXPECT_EQ(again.genomes.front().xforms.front().variations.size(), 2u);
  EXPECT_FALSE(modelToNode(json::array({model, model})));
}

} // namespace flame::test
