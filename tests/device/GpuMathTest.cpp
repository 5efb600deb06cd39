// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The maths library on the GPU, swept as MathTest sweeps it on the CPU. Functions that runtime/device/math/Gpu.h
// replaces keep that file's promise; the others keep the one of MathFunctions.def, with denormals counted as zero.

#include "runtime/device/math/Accuracy.h"
#include "runtime/host/Buffer.h"
#include "runtime/host/EmbeddedModule.h"
#include "runtime/host/Module.h"
#include "tests/device/GpuFixture.h"

#include <cstdio>
#include <set>
#include <string_view>

extern "C" const FlameEmbedded flame_math_probe_modules[];

namespace flame::test {
namespace {

using namespace math;

constexpr size_t kSweepSize = size_t(1) << 20;

/// Of Gpu.h: errors relative to 1 + |result|; for pow relative to the result while its exponent is within this limit.
constexpr double kRelativeError = 2e-6, kPowError = 1e-5, kPowExponent = 30;

bool isReplaced(std::string_view name) {
  static const std::set<std::string_view> names = {"sin", "cos",   "exp2", "exp", "log2",
                                                   "log", "log10", "pow",  "tanh"};
  return names.contains(name);
}

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

/// Whether anything is promised at these arguments: not where results are denormal, nor for the largest powers.
bool isPromised(const Promise &promise, float a, float b, double exact) {
  if (exact != 0 && std::abs(exact) < double(kSmallestNormal))
    return false;
  return promise.function != Function::pow ||
         std::abs(double(b) * std::log2(std::abs(double(a)))) <= kPowExponent;
}

/// How far a value is from the exact one: in units in the last place, and relative to 1 + |exact|.
struct Deviation {
  double ulp, relative;
};

Deviation deviationOf(float value, double exact) {
  const bool isFinite = std::abs(exact) <= double(std::numeric_limits<float>::max());
  return {errorInUlp(value, exact), isFinite ? std::abs(value - exact) / (1 + std::abs(exact)) : 0};
}

bool isKept(const Promise &promise, const Deviation &off, double exact) {
  if (!isReplaced(promise.name))
    return off.ulp <= promise.ulp;
  if (promise.function == Function::pow)
    return off.relative * (1 + std::abs(exact)) <= kPowError * std::abs(exact);
  return off.relative <= kRelativeError;
}

TEST_P(GpuMath, KeepsItsPromise) {
  const Promise &promise = GetParam();
  std::vector<float> a, b;
  fillSweep(promise, kSweepSize, a, b);
  const std::vector<float> results = evaluate(a, b);
  double ulp = 0, relative = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    const double exact = referenceValue(promise.function, a[i], b[i]);
    if (!isPromised(promise, a[i], b[i], exact))
      continue;
    const Deviation off = deviationOf(results[i], exact);
    ulp = std::max(ulp, off.ulp);
    relative = std::max(relative, off.relative);
    ASSERT_TRUE(isKept(promise, off, exact))
        << "at " << a[i] << ", " << b[i] << ": " << results[i] << " instead of " << exact;
  }
  std::printf("             %-9s %12.2f ulp %10.1e relative\n", promise.name, ulp, relative);
}

INSTANTIATE_TEST_SUITE_P(Table, GpuMath, testing::ValuesIn(promises()), [](const auto &info) {
  return info.param.name + ("_" + std::to_string(info.index));
});

} // namespace
} // namespace flame::test
