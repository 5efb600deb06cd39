// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a real flame end at the right number of samples? The noise of a number of samples is
// measured without the estimate under test: from pictures of many seeds, beside a picture of forty
// times the samples. With density estimation that picture is another one, sharper, and pictures of
// different seeds are compared with each other.
//
// The flames are those of genomes/, and those of the folder that FLAME_TEST_STILLS names, each a
// file of one flame; those of the folder are rendered twice as wide.

#include "runtime/frame/AdaptiveRenderer.h"
#include "runtime/frame/CpuRenderer.h"
#include "runtime/frame/NoiseMeasure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace flame::rt {
namespace {

/// Widths of pictures of genomes/ and of a folder; they are 16:9.
constexpr uint32_t kWidth = 160, kFolderWidth = 320;
/// Samples of the long render, and how many pictures tell the noise of a number of samples.
constexpr double kLong = 40;
constexpr unsigned kPictures = 6;
/// Frames that are rendered to the target noise.
constexpr unsigned kSeeds = 3;
/// How far the numbers of samples, between which the right one is found, are from where it ended.
constexpr double kStep = 1.5;

struct Case {
  uint32_t width;
  std::string genome; ///< path
  std::string next;   ///< the flame that it becomes; empty: it is a still
  bool estimatesDensity;
  double noise;
};

std::string stemOf(const std::string &path) { return std::filesystem::path(path).stem().string(); }

void PrintTo(const Case &which, std::ostream *out) {
  *out << stemOf(which.genome) << (which.next.empty() ? "" : " becoming " + stemOf(which.next))
       << (which.estimatesDensity ? " with" : " without") << " density estimation, " << which.noise;
}

class StopTest : public testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    std::string genome = readGenome(GetParam().genome);
    if (!GetParam().next.empty()) {
      genome = atTime(genome, 0) + atTime(readGenome(GetParam().next), 1);
      request.time = 0.4;
      request.shutter = 0.05;
    }
    TextSource source;
    source.text = genome;
    source.name = GetParam().genome;
    auto made = compileInProcess(source);
    ASSERT_TRUE(made) << made.error().text();
    auto read = Artefact::parse(std::move(made->artefact), GetParam().genome);
    ASSERT_TRUE(read) << read.error().text();
    artefact = std::make_unique<Artefact>(*std::move(read));
    auto opened = CpuRenderer::create(*artefact);
    ASSERT_TRUE(opened) << opened.error().text();
    renderer = *std::move(opened);
    request.width = GetParam().width;
    request.height = GetParam().width * 9 / 16;
    request.format = kRgbaFloat;
    if (!GetParam().estimatesDensity)
      request.estimatorRadius = 0;
  }

  static std::string readGenome(const std::string &path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  /// The flame as a key frame.
  static std::string atTime(const std::string &genome, int time) {
    static const std::regex oldTime(" time=\"[^\"]*\""), tag("<flame ");
    return std::regex_replace(std::regex_replace(genome, oldTime, ""), tag,
                              "<flame time=\"" + std::to_string(time) + "\" ");
  }

  RenderedFrame take(Result<RenderedFrame> frame) {
    EXPECT_TRUE(frame) << frame.error().text();
    return frame ? *std::move(frame) : RenderedFrame();
  }

  RenderedFrame picture(double quality, uint64_t seed) {
    FrameRequest other = request;
    other.quality = quality;
    other.seed = seed;
    return take(renderer->render(other, progress, {}));
  }

  /// The noise of pictures of a quality, as root of the mean of its square.
  double noiseAt(double quality, double longQuality, const RenderedFrame &longRender) {
    std::vector<RenderedFrame> pictures;
    for (uint64_t seed = 0; seed < kPictures; ++seed)
      pictures.push_back(picture(quality, 1000 + seed));
    double sum = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < kPictures; ++i) {
      // noiseBetween halves the difference; of two pictures alike, it is that of one times the root
      // of two.
      const bool isAlike = GetParam().estimatesDensity;
      const RenderedFrame &other = isAlike ? pictures[(i + 1) % kPictures] : longRender;
      const double variances = isAlike ? 2 : 1 + quality / longQuality;
      const double specks = isAlike ? 2 * kSpecks : kSpecks;
      sum += std::pow(2 * noiseBetween(pictures[i], other, {}, specks), 2) / variances;
      ++count;
    }
    return std::sqrt(sum / count);
  }

  std::unique_ptr<Artefact> artefact;
  std::unique_ptr<CpuRenderer> renderer;
  FrameRequest request;
  Progress progress{ProgressMode::None};
};

TEST_P(StopTest, EndsAtTheRightNumberOfSamples) {
  const double target = GetParam().noise;
  FrameRequest stopping = request;
  stopping.stop.noise = target;
  AdaptiveRenderer adaptive(*renderer, artefact->manifest());
  // A zoom, or a quality of key frames, changes the number of samples for the same quality.
  FrameRequest onePerPixel = request;
  onePerPixel.quality = 1;
  double ended = 0, measured = 0; // means
  for (stopping.seed = 1; stopping.seed <= kSeeds; ++stopping.seed) {
    const RenderedFrame frame = take(adaptive.render(stopping, progress, {}));
    EXPECT_LE(*frame.noise, target);
    ended += double(frame.samples) / plannedSamples(artefact->manifest(), onePerPixel) / kSeeds;
    measured += *frame.noise / kSeeds;
  }

  const RenderedFrame longRender =
      GetParam().estimatesDensity ? RenderedFrame() : picture(kLong * ended, 5);
  const double more = noiseAt(ended / kStep, kLong * ended, longRender);
  const double same = noiseAt(ended, kLong * ended, longRender);
  const double less = noiseAt(ended * kStep, kLong * ended, longRender);
  // Between two of the three noise is a power of the samples.
  const double from = same > target ? same : more, to = same > target ? less : same;
  const double fall = std::log(from / to) / std::log(kStep);
  const double right = ended * (same > target ? 1 : 1 / kStep) * std::pow(from / target, 1 / fall);
  std::printf("%s: quality %.0f, right: %.0f, ratio %.3f; noise %.5f, measured %.5f, "
              "falls with the power %.2f\n",
              testing::PrintToString(GetParam()).c_str(), ended, right, ended / right, same,
              measured, fall);
  EXPECT_NEAR(ended / right, 1, 0.2);
}

void addCases(const char *folder, uint32_t width, std::vector<Case> &all) {
  std::vector<std::string> genomes;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".flame" || entry.path().extension() == ".flam3")
      genomes.push_back(entry.path().string());
  std::ranges::sort(genomes);
  for (size_t i = 0; i < genomes.size(); ++i) {
    all.push_back({width, genomes[i], "", false, 0.02});
    all.push_back({width, genomes[i], "", true, 0.008});
    if (i > 0)
      all.push_back({width, genomes[i - 1], genomes[i], false, 0.02});
  }
}

std::vector<Case> cases() {
  std::vector<Case> all;
  addCases(FLAME_GENOMES, kWidth, all);
  if (const char *more = std::getenv("FLAME_TEST_STILLS"))
    addCases(more, kFolderWidth, all);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Genomes, StopTest, testing::ValuesIn(cases()), [](const auto &info) {
  std::string name = stemOf(info.param.genome);
  std::ranges::replace_if(name, [](char c) { return !std::isalnum(uint8_t(c)); }, '_');
  return name + (info.param.estimatesDensity ? "_estimated"
                 : info.param.next.empty()   ? ""
                                             : "_edge");
});

} // namespace
} // namespace flame::rt
