// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The maths library on the GPU, swept as MathTest sweeps it on the CPU: every function keeps what
// MathFunctions.def promises for GPUs. Prints the errors that were found, whether or not they are
// allowed.

#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/EmbeddedModule.h"
#include "runtime/cuda/Module.h"
#include "runtime/shared/math/Accuracy.h"
#include "tests/device/GpuFixture.h"

#include <cstdio>
#include <string>

extern "C" const FlameEmbedded flame_math_probe_modules[];

namespace flame::test {
namespace {

using namespace math;

constexpr size_t kSweepSize = size_t(1) << 20;

class GpuMath : public GpuTest, public testing::WithParamInterface<Promise> {
protected:
  std::vector<float> evaluate(const std::vector<float> &a, const std::vector<float> &b) {
    using rt::DeviceBuffer, rt::Kernel, rt::Module;
    const auto image = rt::chooseEmbedded(flame_math_probe_modules, context->device());
    Module module = take(Module::load(*context, image, "the maths probe"));
    Kernel kernel = take(module.kernel("flame_math_probe"));
    auto first = take(DeviceBuffer<float>::create(*context, a.size()));
    auto second = take(DeviceBuffer<float>::create(*context, a.size()));
    auto out = take(DeviceBuffer<float>::create(*context, a.size()));
    check(first.upload(a, *stream));
    check(second.upload(b, *stream));
    check(kernel.launch({{512}, {256}}, *stream, first.data(), second.data(), out.data(),
                        uint32_t(a.size()), uint32_t(GetParam().function)));
    std::vector<float> results(a.size());
    check(out.download(results, *stream));
    check(stream->synchronize());
    return results;
  }
};

/// How far a value is from the exact one: in units in the last place, and relative to 1 + |exact|.
struct Deviation {
  double ulp, relative;
};

Deviation deviationOf(float value, double exact) {
  const double ulp = errorInUlp(value, exact);
  const bool isFinite = std::abs(exact) <= double(std::numeric_limits<float>::max());
  return {ulp, isFinite ? std::abs(value - exact) / (1 + std::abs(exact)) : ulp};
}

bool isKept(const Promise &promise, const Deviation &off) {
  return off.ulp <= promise.gpuUlp || off.relative <= promise.gpuRelative;
}

TEST_P(GpuMath, KeepsItsPromise) {
  const Promise &promise = GetParam();
  std::vector<float> a, b;
  fillSweep(promise, kSweepSize, a, b);
  const std::vector<float> results = evaluate(a, b);
  Deviation largest = {};
  size_t broken = 0, firstBroken = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    const double exact = referenceValue(promise.function, a[i], b[i]);
    if (exact != 0 && std::abs(exact) < double(kSmallestNormal))
      continue; // denormal: the GPU has zero for it
    const Deviation off = deviationOf(results[i], exact);
    largest.ulp = std::max(largest.ulp, off.ulp);
    largest.relative = std::max(largest.relative, off.relative);
    if (!isKept(promise, off) && broken++ == 0)
      firstBroken = i;
  }
  const float x = a[firstBroken], y = b[firstBroken];
  EXPECT_EQ(broken, 0u) << "the first at " << x << ", " << y << ": " << results[firstBroken]
                        << " instead of " << referenceValue(promise.function, x, y);
  std::printf("| %-8s | [%g, %g], [%g, %g] | %g ulp or %g | %.2f ulp, %.1e |\n", promise.name,
              promise.a.low, promise.a.high, promise.b.low, promise.b.high, promise.gpuUlp,
              promise.gpuRelative, largest.ulp, largest.relative);
}

INSTANTIATE_TEST_SUITE_P(Table, GpuMath, testing::ValuesIn(promises()), [](const auto &info) {
  return info.param.name + ("_" + std::to_string(info.index));
});

} // namespace
} // namespace flame::test
