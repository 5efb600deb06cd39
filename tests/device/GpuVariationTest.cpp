// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every variation as the GPU computes it: compiled by the whole compiler, at its known points and
// at random ones, against the oracle.

#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/Module.h"
#include "support/ReadFile.h"
#include "tests/device/GpuFixture.h"
#include "tests/device/ProbeCases.h"

#include <cmath>
#include <cstdio>

namespace flame::test {
namespace {

constexpr uint64_t kLargestFile = uint64_t(1) << 28;

/// The GPU's approximations are some times coarser than a rounding: random points where the result
/// moves by an eighth of what is allowed when inputs are rounded are left out. Known points are
/// compared unless they stand at a jump.
constexpr double kCoarseness = 8;

class GpuVariations : public GpuTest {
protected:
  /// Fills the parameter block of `artefact` and applies the probes.
  std::vector<abi::Point> probe(const rt::Artefact &artefact,
                                const std::vector<abi::Probe> &probes) {
    using rt::DeviceBuffer, rt::Module;
    const rt::DeviceInfo &device = context->device();
    const rt::CodeChoice code = take(artefact.chooseCode(device.computeMajor, device.computeMinor));
    Module module = take(Module::load(*context, code.genome, "the variations"));
    Module generic = take(Module::load(*context, code.generic, "the generic kernels"));
    auto tracks = take(DeviceBuffer<abi::Track>::create(*context, artefact.tracks().size()));
    auto knots = take(DeviceBuffer<abi::Knot>::create(*context, artefact.knots().size()));
    auto block =
        take(DeviceBuffer<float>::create(*context, artefact.manifest().layout.blockFloats));
    check(tracks.upload(artefact.tracks(), *stream));
    check(knots.upload(artefact.knots(), *stream));
    auto times = take(DeviceBuffer<float>::create(*context, 1));
    check(times.fill(0, *stream));
    abi::InterpolateArgs instant = {};
    instant.tracks = tracks.data();
    instant.knots = knots.data();
    instant.times = times.data();
    instant.params = block.data();
    instant.trackCount = uint32_t(artefact.tracks().size());
    instant.temporalSamples = 1;
    instant.layout = artefact.manifest().layout;
    instant.frame = {1, 1, 1, 0, 1, 1};
    instant.pixelAspect = instant.viewScale = 1;
    fillBlocks(module, generic, *stream, instant);

    auto input = take(DeviceBuffer<abi::Probe>::create(*context, probes.size()));
    auto output = take(DeviceBuffer<abi::Point>::create(*context, probes.size()));
    check(input.upload(probes, *stream));
    const abi::ProbeArgs args = {block.data(), input.data(), output.data(),
                                 uint32_t(probes.size())};
    check(take(module.kernel("flame_probe"))
              .launch({{unsigned(probes.size() + 63) / 64}, {64}}, *stream, args));
    std::vector<abi::Point> results(probes.size());
    check(output.download(results, *stream));
    check(stream->synchronize());
    return results;
  }
};

TEST_F(GpuVariations, AgreeWithTheOracle) {
  const std::vector<std::byte> json =
      take(rt::readFile(preparedFolder + "/variations.json", kLargestFile));
  const std::vector<ProbeCase> cases =
      readCases({reinterpret_cast<const char *>(json.data()), json.size()});
  std::vector<abi::Probe> probes;
  for (const ProbeCase &one : cases)
    probes.push_back(one.probe);
  const std::vector<abi::Point> results = probe(openPrepared("variations.cubin"), probes);
  unsigned compared = 0;
  double worst = 0;
  for (size_t i = 0; i < cases.size(); ++i) {
    const ProbeCase &expected = cases[i];
    if ((expected.isSample ? 1 : kCoarseness) * expected.sensitivity > expected.allowed)
      continue;
    ++compared;
    const double off = std::hypot(results[i].x - expected.x, results[i].y - expected.y);
    worst = std::max(worst, off / expected.allowed);
    EXPECT_LE(off, expected.allowed)
        << expected.name << (expected.isSample ? "" : " at a random point") << ": " << results[i].x
        << ", " << results[i].y << " instead of " << expected.x << ", " << expected.y;
    EXPECT_LE(expected.colorError(results[i].color), expected.allowedColor)
        << expected.name << ": colour " << results[i].color << " instead of " << expected.color;
    EXPECT_EQ(results[i].visibility, expected.visibility) << expected.name;
  }
  EXPECT_GT(compared, cases.size() / 2);
  std::printf("             %u of %zu points compared, the worst off by %.3f of what is allowed\n",
              compared, cases.size(), worst);
}

} // namespace
} // namespace flame::test
