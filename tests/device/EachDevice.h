// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tests share that render the same flame on the GPU and on the CPU.

#ifndef FLAME_TESTS_DEVICE_EACHDEVICE_H
#define FLAME_TESTS_DEVICE_EACHDEVICE_H

#include "runtime/frame/CpuRenderer.h"
#include "runtime/frame/GpuRenderer.h"
#include "tests/device/GpuFixture.h"

#include <utility>

namespace flame::test {

/// A test of a prepared artefact on the device "gpu" or "cpu"; skipped where there is none.
class EachDevice : public testing::TestWithParam<const char *> {
protected:
  explicit EachDevice(std::string file) : file(std::move(file)) {}

  void SetUp() override {
    artefact =
        std::make_unique<rt::Artefact>(take(rt::Artefact::open(preparedFolder + "/" + file)));
    if (isGpu()) {
      rt::Result<std::unique_ptr<rt::Driver>> opened = rt::Driver::open();
      if (!opened)
        GTEST_SKIP() << opened.error().text();
      driver = *std::move(opened);
      renderer = makeGpu(0);
      return;
    }
    rt::Result<std::unique_ptr<rt::CpuRenderer>> made = rt::CpuRenderer::create(*artefact);
    if (!made)
      GTEST_SKIP() << made.error().text();
    renderer = *std::move(made);
  }

  static bool isGpu() { return GetParam() == std::string_view("gpu"); }

  std::unique_ptr<rt::GpuRenderer> makeGpu(uint64_t memoryLimit,
                                           rt::Schedule schedule = rt::Schedule::Auto) {
    return take(rt::GpuRenderer::create(*driver, 0, *artefact, {memoryLimit, schedule}));
  }

  /// Lets samples have the colours of their palette exactly: a log rounds them.
  void makeColorsExact() {
    if (isGpu())
      renderer = makeGpu(0, rt::Schedule::Direct);
  }

  static rt::RenderedFrame render(rt::Renderer &renderer, const rt::FrameRequest &request,
                                  unsigned inFlight = 0) {
    rt::Progress progress(rt::ProgressMode::None);
    return take(renderer.render(request, progress, {}, inFlight));
  }

  std::unique_ptr<rt::Artefact> artefact;
  std::unique_ptr<rt::Driver> driver;
  std::unique_ptr<rt::Renderer> renderer;

private:
  std::string file; ///< in preparedFolder
};

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_EACHDEVICE_H
