// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the GPU tests share: the GPU, the folder with prepared files, and a way to say what failed.

#ifndef FLAME_TESTS_DEVICE_GPUFIXTURE_H
#define FLAME_TESTS_DEVICE_GPUFIXTURE_H

#include "artefact/ArtefactReader.h"
#include "runtime/cuda/Module.h"
#include "runtime/cuda/Stream.h"

#include <gtest/gtest.h>

#include <memory>

namespace flame::test {

/// The folder that flame-gpu-prepare filled; set before the tests run.
inline std::string preparedFolder;
/// Whether launches and frames are to be as small as shows what a test is for: under tools that
/// slow kernels some thousand times.
inline bool isSmall = false;

/// The value of a Result; a failure ends the test with its message.
template <class T> T take(rt::Result<T> result) {
  if (!result)
    throw std::runtime_error(result.error().str());
  return *std::move(result);
}
inline void check(rt::Status status) { take(std::move(status)); }

/// Fills the parameter blocks of a flame's temporal samples, by the kernels of its module and of
/// the generic one.
inline void fillBlocks(const rt::Module &genome, const rt::Module &generic,
                       const rt::Stream &stream, const abi::InterpolateArgs &args) {
  check(take(generic.kernel("flame_interpolate"))
            .launch({{args.temporalSamples}, {128}}, stream, args));
  check(take(genome.kernel("flame_precalc_blocks"))
            .launch({{args.temporalSamples}, {1}}, stream, args));
}

/// A test on the first GPU; skipped without one.
class GpuTest : public testing::Test {
protected:
  void SetUp() override {
    rt::Result<std::unique_ptr<rt::Driver>> opened = rt::Driver::open();
    if (!opened)
      GTEST_SKIP() << opened.error().text();
    driver = *std::move(opened);
    context = std::make_unique<rt::Context>(take(rt::Context::create(*driver, 0)));
    stream = std::make_unique<rt::Stream>(take(rt::Stream::create(*context)));
  }

  rt::Artefact openPrepared(const std::string &name) const {
    return take(rt::Artefact::open(preparedFolder + "/" + name));
  }

  std::unique_ptr<rt::Driver> driver;
  std::unique_ptr<rt::Context> context;
  std::unique_ptr<rt::Stream> stream;
};

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_GPUFIXTURE_H
