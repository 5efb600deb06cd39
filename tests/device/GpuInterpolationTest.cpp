// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time on the GPU: tracks against their definition, and what the CPU makes too (palettes, the
// shaken camera) against the CPU.

#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/Module.h"
#include "runtime/shared/Interpolate.h"
#include "runtime/shared/Palettes.h"
#include "tests/device/GpuFixture.h"
#include "tests/device/Selection.h"
#include "tests/unit/device/RandomTracks.h"

#include <cmath>
#include <cstdio>

namespace flame::test {
namespace {

class GpuInterpolation : public GpuTest {
protected:
  template <class T> rt::DeviceBuffer<T> upload(const std::vector<T> &values) {
    auto buffer = take(rt::DeviceBuffer<T>::create(*context, values.size()));
    check(buffer.upload(values, *stream));
    check(stream->synchronize());
    return buffer;
  }
  template <class T> std::vector<T> download(const rt::DeviceBuffer<T> &buffer) {
    std::vector<T> values(buffer.size());
    check(buffer.download(values, *stream));
    check(stream->synchronize());
    return values;
  }

  /// Fills the blocks of a prepared flame with these tracks, and flame_jitter if there is any.
  /// `args` has everything but pointers.
  std::vector<float> interpolate(const rt::Artefact &artefact,
                                 const std::vector<abi::Track> &tracks,
                                 const std::vector<abi::Knot> &knots,
                                 const std::vector<float> &times, abi::InterpolateArgs args) {
    const rt::DeviceInfo &device = context->device();
    const rt::CodeChoice code = take(artefact.chooseCode(device.computeMajor, device.computeMinor));
    rt::Module module = take(rt::Module::load(*context, code.genome, "the flame"));
    const auto deviceTracks = upload(tracks);
    const auto deviceKnots = upload(knots);
    const auto deviceTimes = upload(times);
    auto blocks =
        take(rt::DeviceBuffer<float>::create(*context, times.size() * args.layout.blockFloats));
    check(blocks.fill(0, *stream));
    args.tracks = deviceTracks.data();
    args.knots = deviceKnots.data();
    args.times = deviceTimes.data();
    args.params = blocks.data();
    args.trackCount = uint32_t(tracks.size());
    args.temporalSamples = uint32_t(times.size());
    args.frame = {640, 360, 2, 4, 1288, 728};
    args.pixelAspect = args.viewScale = 1;
    rt::Module generic = take(rt::Module::load(*context, code.generic, "the generic kernels"));
    fillBlocks(module, generic, *stream, args);
    if (args.jitter > 0)
      check(take(generic.kernel("flame_jitter"))
                .launch({{args.temporalSamples}, {32}}, *stream, args));
    return download(blocks);
  }

  rt::Artefact openAny() const {
    return openPrepared("selection-" + selectionCases().front().name + ".cubin");
  }
};

TEST_F(GpuInterpolation, TwoThousandRandomTracksOfEachDomainAreAccurate) {
  const rt::Artefact artefact = openAny();
  abi::InterpolateArgs args = {};
  args.layout = artefact.manifest().layout;
  const uint32_t firstOffset = args.layout.blockFloats; // behind the flame's own values
  const RandomTracks random = makeRandomTracks(2000, firstOffset);
  args.layout.blockFloats += uint32_t(random.tracks.size());
  const std::vector<float> blocks =
      interpolate(artefact, random.tracks, random.knots, random.times, args);
  double worst = 0;
  for (size_t sample = 0; sample < random.times.size(); ++sample)
    for (const abi::Track &track : random.tracks) {
      const double exact = exactTrackValue(track, random.knots, random.times[sample]);
      const float value = blocks[sample * args.layout.blockFloats + track.offset];
      ASSERT_LE(std::abs(value - exact), kTrackAccuracy * std::abs(exact))
          << "track " << track.offset - firstOffset << " at " << random.times[sample];
      if (exact != 0)
        worst = std::max(worst, std::abs((value - exact) / exact));
    }
  std::printf("             largest relative error %.1e\n", worst);
}

TEST_F(GpuInterpolation, TheCameraIsShakenAsOnTheCpu) {
  constexpr float kJitter = 1.5f;
  const rt::Artefact artefact = openAny();
  const std::vector<abi::Track> tracks(artefact.tracks().begin(), artefact.tracks().end());
  const std::vector<abi::Knot> knots(artefact.knots().begin(), artefact.knots().end());
  const std::vector<float> times(100, 0.0f);
  abi::InterpolateArgs args = {};
  args.layout = artefact.manifest().layout;
  args.seed = 12345;
  const std::vector<float> still = interpolate(artefact, tracks, knots, times, args);
  args.jitter = kJitter;
  const std::vector<float> shaken = interpolate(artefact, tracks, knots, times, args);
  for (uint32_t sample = 0; sample < times.size(); ++sample) {
    const size_t at = size_t(sample) * args.layout.blockFloats + abi::kCameraOffset;
    float camera[6];
    std::copy_n(&still[at], 6, camera);
    jitterCamera(camera, kJitter * 2, args.seed, sample);
    for (int i = 0; i < 6; ++i)
      EXPECT_NEAR(shaken[at + i], camera[i], 1e-4)
          << "coefficient " << i << " of sample " << sample;
  }
}

TEST_F(GpuInterpolation, PalettesAreThoseOfTheCpu) {
  std::mt19937 random(3);
  std::vector<abi::PaletteEntry> palettes(size_t(3) * abi::kPaletteSize);
  for (abi::PaletteEntry &entry : palettes)
    entry = {float(random() % 256) / 255, float(random() % 256) / 255, float(random() % 1000) / 999,
             1};
  const std::vector<float> paletteTimes = {0, 0.4f, 0.9f};
  std::vector<float> times(100);
  for (size_t i = 0; i < times.size(); ++i)
    times[i] = -0.1f + 1.2f * float(i) / float(times.size());
  abi::PaletteArgs args = {};
  args.palettesCount = uint32_t(paletteTimes.size());
  args.temporalSamples = uint32_t(times.size());
  args.rowCount = paletteRowCount(args.palettesCount, args.temporalSamples);
  args.seed = 7;
  const size_t entries = size_t(args.rowCount) * abi::kPaletteSize;
  std::vector<abi::PaletteEntry> rows(entries);
  std::vector<uint64_t> packed(entries);
  args.paletteTimes = paletteTimes.data();
  args.palettes = palettes.data();
  args.times = times.data();
  args.rows = rows.data();
  args.packed = packed.data();
  for (uint32_t row = 0; row < args.rowCount; ++row)
    for (uint32_t index = 0; index < abi::kPaletteSize; ++index)
      makePaletteEntry(args, row, index);

  const rt::Artefact artefact = openAny();
  const rt::DeviceInfo &device = context->device();
  const rt::CodeChoice code = take(artefact.chooseCode(device.computeMajor, device.computeMinor));
  rt::Module module = take(rt::Module::load(*context, code.generic, "the finishing kernels"));
  const auto devicePaletteTimes = upload(paletteTimes);
  const auto devicePalettes = upload(palettes);
  const auto deviceTimes = upload(times);
  auto deviceRows = take(rt::DeviceBuffer<abi::PaletteEntry>::create(*context, entries));
  auto devicePacked = take(rt::DeviceBuffer<uint64_t>::create(*context, entries));
  args.paletteTimes = devicePaletteTimes.data();
  args.palettes = devicePalettes.data();
  args.times = deviceTimes.data();
  args.rows = deviceRows.data();
  args.packed = devicePacked.data();
  check(take(module.kernel("flame_palettes")).launch({{args.rowCount}, {256}}, *stream, args));
  const std::vector<abi::PaletteEntry> gotRows = download(deviceRows);
  const std::vector<uint64_t> gotPacked = download(devicePacked);

  size_t otherwiseRounded = 0;
  for (size_t i = 0; i < entries; ++i) {
    EXPECT_NEAR(gotRows[i].red, rows[i].red, 1e-6);
    EXPECT_NEAR(gotRows[i].blue, rows[i].blue, 1e-6);
    const abi::WideCell got = unpackCell(gotPacked[i]), expected = unpackCell(packed[i]);
    EXPECT_EQ(got.count, expected.count);
    EXPECT_LE(std::abs(int(got.red) - int(expected.red)), 1);
    otherwiseRounded += gotPacked[i] != packed[i];
  }
  EXPECT_LE(otherwiseRounded, entries / 1000)
      << "fused multiply-adds may turn a rounding now and then";
}

} // namespace
} // namespace flame::test
