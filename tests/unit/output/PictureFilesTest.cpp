// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of frames, and which of them count as done.

#include "runtime/output/PictureFiles.h"
#include "runtime/output/FrameFingerprint.h"
#include "runtime/output/PngHeader.h"

#include "tests/unit/runtime/FakeRenderer.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace flame::rt {
namespace {

using testing::ElementsAre;

std::string nameOf(const std::string &pattern, int64_t frame) {
  const auto parsed = FramePattern::parse(pattern);
  return parsed ? parsed->pathOf(frame).string() : "(" + parsed.error().text() + ")";
}

TEST(FramePatternTest, NumbersFrames) {
  EXPECT_EQ(nameOf("a.png", 7), "a.png");
  EXPECT_EQ(nameOf("out/%05d.png", 7), "out/00007.png");
  EXPECT_EQ(nameOf("%d.png", 123456), "123456.png");
  EXPECT_EQ(nameOf("%03d.png", 123456), "123456.png");
  EXPECT_EQ(nameOf("%05d.png", -7), "-0007.png");
  EXPECT_EQ(nameOf("100%%-%02d.png", 3), "100%-03.png");
  EXPECT_EQ(nameOf("50%%.png", 3), "50%.png");
  EXPECT_EQ(nameOf("dir/", 3), "dir/00003.png");
  EXPECT_FALSE(FramePattern::parse("a.png")->isNumbered());
  EXPECT_TRUE(FramePattern::parse("%d.png")->isNumbered());
}

TEST(FramePatternTest, FoldersMeanThemselves) {
  EXPECT_EQ(nameOf("fold2%d x/a.png", 7), "fold2%d x/a.png");
  EXPECT_FALSE(FramePattern::parse("fold2%d x/a.png")->isNumbered());
  EXPECT_EQ(nameOf("100% f/%05d.png", 7), "100% f/00007.png");
  EXPECT_EQ(nameOf("100%% f/50%%.png", 7), "100%% f/50%.png");
  EXPECT_EQ(nameOf("/%s/%n/../x%d", 7), "/%s/%n/../x7");
  EXPECT_EQ(nameOf("%d/", 7), "%d/00007.png");
  EXPECT_EQ(FramePattern::parse("%d/a/%02d.png")->name(), "%d/a/%d.png");
}

TEST(FramePatternTest, ANameMayStandForItself) {
  for (const char *name : {"50%", "a%d", "%%", "%05d%", "plain"})
    EXPECT_EQ(nameOf(FramePattern::literal(name) + ".png", 7), std::string(name) + ".png");
}

TEST(FramePatternTest, AnExistingDirectoryIsMeantAsOne) {
  TemporaryDirectory directory;
  EXPECT_EQ(nameOf(directory.get().string(), 3), (directory / "00003.png").string());
}

TEST(FramePatternTest, RefusesWhatIsNoPattern) {
  for (const char *text :
       {"%", "%s.png", "%5d.png", "%d-%d.png", "a%05.png", "%-5d.png", "%09999d.png", "%x"}) {
    const auto parsed = FramePattern::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().kind(), ErrorKind::Usage);
  }
}

class PictureFilesTest : public testing::Test {
protected:
  std::unique_ptr<PictureFiles> files(const std::string &identity, Existing existing) {
    PictureSettings settings;
    settings.texts = {{"Software", "flamec"}};
    settings.identity = identity;
    settings.existing = existing;
    auto made = PictureFiles::create(*FramePattern::parse((directory / "%03d.png").string()), jobs,
                                     settings);
    EXPECT_TRUE(made) << made.error().text();
    return *std::move(made);
  }
  void writeAll(const std::string &identity) {
    auto sink = files(identity, Existing::Replace);
    for (size_t i = 0; i < jobs.size(); ++i)
      ASSERT_TRUE(sink->put(i, renderer.frameFor(jobs[i].request)));
  }

  TemporaryDirectory directory;
  FakeRenderer renderer;
  std::vector<FrameJob> jobs = makeJobs(0, 4);
};

TEST_F(PictureFilesTest, KeepsFramesOfTheSameSettings) {
  writeAll("artefact");
  EXPECT_THAT(*files("artefact", Existing::KeepSame)->findExisting(), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(*files("artefact", Existing::Replace)->findExisting(), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(*files("other", Existing::KeepSame)->findExisting(), ElementsAre(0, 0, 0, 0));
  jobs[2].request.quality = 7;
  EXPECT_THAT(*files("artefact", Existing::KeepSame)->findExisting(), ElementsAre(1, 1, 0, 1));
  EXPECT_THAT(*files("artefact", Existing::KeepAny)->findExisting(), ElementsAre(1, 1, 1, 1));
}

TEST_F(PictureFilesTest, PreviewsDoNotCount) {
  writeAll("artefact");
  auto sink = files("artefact", Existing::Replace);
  RenderedFrame frame = renderer.frameFor(jobs[1].request);
  frame.noise = 0.0123;
  ASSERT_TRUE(sink->show(1, frame));
  const std::optional<PngHeader> header = readPngHeader(directory / "001.png");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->texts.at("flame_noise"), "0.0123");
  EXPECT_THAT(*files("artefact", Existing::KeepSame)->findExisting(), ElementsAre(1, 0, 1, 1));
}

TEST_F(PictureFilesTest, FramesThatEndAtOtherNoiseDoNotCount) {
  writeAll("artefact");
  jobs[3].request.stop.noise = 0.01;
  EXPECT_THAT(*files("artefact", Existing::KeepSame)->findExisting(), ElementsAre(1, 1, 1, 0));
}

TEST_F(PictureFilesTest, DamagedFramesDoNotCount) {
  writeAll("artefact");
  const std::string whole = readText(directory / "001.png");
  writeText(directory / "001.png", whole.substr(0, whole.size() - 1));
  writeText(directory / "002.png", "");
  std::filesystem::remove(directory / "003.png");
  EXPECT_THAT(*files("artefact", Existing::KeepSame)->findExisting(), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(*files("artefact", Existing::KeepAny)->findExisting(), ElementsAre(1, 1, 1, 0));
}

TEST_F(PictureFilesTest, PictureAndHistogramComeTogetherOrNotAtAll) {
  jobs = makeJobs(0, 1);
  PictureSettings settings;
  settings.histogram = directory / "missing/histogram";
  auto sink =
      PictureFiles::create(*FramePattern::parse((directory / "a.png").string()), jobs, settings);
  ASSERT_TRUE(sink);
  RenderedFrame frame = renderer.frameFor(jobs[0].request);
  frame.histogram = {{1, 2, 3, 4}};
  EXPECT_FALSE((*sink)->put(0, frame));
  sink->reset(); // with its lock
  EXPECT_EQ(directory.count(), 0u);

  settings.histogram = directory / "histogram";
  sink = PictureFiles::create(*FramePattern::parse((directory / "a.png").string()), jobs, settings);
  ASSERT_TRUE((*sink)->put(0, frame));
  sink->reset();
  EXPECT_EQ(directory.count(), 2u);
  EXPECT_EQ(readText(directory / "histogram").size(), sizeof(abi::WideCell));
}

TEST_F(PictureFilesTest, TwoMayWriteWhatIsMadeAlike) {
  const auto first = files("artefact", Existing::Replace);
  const auto other = makeJobs(4, 8);
  const auto pattern = FramePattern::parse((directory / "%03d.png").string());
  PictureSettings settings;
  settings.identity = "artefact";
  EXPECT_TRUE(PictureFiles::create(*pattern, other, settings));
  std::vector<FrameJob> larger = other;
  for (FrameJob &job : larger)
    job.request.width = 640;
  EXPECT_FALSE(PictureFiles::create(*pattern, larger, settings));
  settings.identity = "another";
  EXPECT_FALSE(PictureFiles::create(*pattern, other, settings));
}

TEST_F(PictureFilesTest, MakesTheLastDirectory) {
  PictureSettings settings;
  const auto inNew = FramePattern::parse((directory / "new/%d.png").string());
  EXPECT_TRUE(PictureFiles::create(*inNew, jobs, settings));
  EXPECT_TRUE(std::filesystem::is_directory(directory / "new"));
  const auto deep = FramePattern::parse((directory / "no/such/%d.png").string());
  EXPECT_EQ(PictureFiles::create(*deep, jobs, settings).error().kind(), ErrorKind::Environment);
}

TEST_F(PictureFilesTest, HeadersAreReadWithoutPixels) {
  writeAll("artefact");
  const auto header = readPngHeader(directory / "000.png");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->width, renderer.width);
  EXPECT_EQ(header->height, renderer.height);
  EXPECT_EQ(header->bits, 8u);
  EXPECT_EQ(header->texts.at("Software"), "flamec");
  EXPECT_EQ(header->texts.at(kFingerprintKey), frameFingerprint("artefact", jobs[0].request));
}

TEST(FrameFingerprintTest, EverythingThatDecidesPixelsCounts) {
  const FrameRequest base;
  std::vector<FrameRequest> others(21, base);
  others[0].width = 1;
  others[1].height = 1;
  others[2].quality = 1;
  others[3].supersample = 1;
  others[4].estimatorRadius = 0;
  others[5].fuse = 0;
  others[6].time = 1e-9;
  others[7].shutter = 0.1;
  others[8].temporalSamples = 1;
  others[9].jitter = 0.5;
  others[10].seed = 1;
  others[11].frame = 1;
  others[12].format = kRgba16;
  others[13].transparency = true;
  others[14].earlyClip = true;
  others[15].pixelAspect = 1.5;
  others[16].factors.gamma = 1.1;
  others[17].filters = *FilterChain::parse("logscale,colorclip");
  others[18].filters = *FilterChain::parse("logscale(brightness=3),colorclip");
  others[19].denoise = Filter::NonLocalMeans;
  others[20].denoise = Filter::Bilateral;
  std::set<std::string> prints = {frameFingerprint("a", base)};
  for (const FrameRequest &request : others)
    prints.insert(frameFingerprint("a", request));
  EXPECT_EQ(prints.size(), others.size() + 1);
  EXPECT_NE(frameFingerprint("a", base), frameFingerprint("b", base));
  FrameRequest sameForPixels = base;
  sameForPixels.threads = 3;
  sameForPixels.wantsHistogram = true;
  sameForPixels.gpuTarget = 4096;
  EXPECT_EQ(frameFingerprint("a", base), frameFingerprint("a", sameForPixels));
}

} // namespace
} // namespace flame::rt
