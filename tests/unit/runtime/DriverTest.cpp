// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver layer against a driver that is not there and one that obeys the test (FakeCuda.cpp, a
// shared object whose path is FLAME_FAKE_CUDA). What only a GPU can answer is tested where there is
// one.

#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/Module.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <chrono>
#include <numeric>
#include <optional>
#include <thread>

namespace flame::rt {
namespace {

/// The fake's controls, looked up in the copy that the Driver has loaded.
struct Fake {
  void *library = dlopen(FLAME_FAKE_CUDA, RTLD_NOW);
  template <class F> F *symbol(const char *name) const {
    return reinterpret_cast<F *>(dlsym(library, name));
  }

  void reset() const { symbol<void()>("fakeReset")(); }
  void fail(const char *name, int code) const {
    symbol<void(const char *, int)>("fakeFail")(name, code);
  }
  void devices(int count) const { symbol<void(int)>("fakeDevices")(count); }
  int calls(const char *name) const { return symbol<int(const char *)>("fakeCalls")(name); }
  /// Everything that was created and not given back.
  int alive() const { return symbol<int()>("fakeAlive")(); }
  void end() const { symbol<void()>("fakeEnd")(); }
};

class DriverTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(fake.library) << dlerror();
    fake.reset();
    Result<std::unique_ptr<Driver>> opened = Driver::open(FLAME_FAKE_CUDA);
    ASSERT_TRUE(opened) << opened.error().str();
    driver = *std::move(opened);
    Result<Context> created = Context::create(*driver, 1);
    ASSERT_TRUE(created) << created.error().str();
    context = *std::move(created);
  }
  void TearDown() override {
    context.reset();
    fake.reset();
    EXPECT_EQ(fake.alive(), 0);
  }

  Fake fake;
  std::unique_ptr<Driver> driver;
  std::optional<Context> context;
};

constexpr std::byte kImage[] = {std::byte(0x7f), std::byte('E'), std::byte('L'), std::byte('F')};

struct ScaleArgs {
  float *values;
  unsigned count;
  float factor;
};

} // namespace

TEST(DriverAbsentTest, NoDriverIsAQuickOrdinaryError) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  auto start = std::chrono::steady_clock::now();
  Result<std::unique_ptr<Driver>> driver = Driver::open("libno-such-driver.so.1");
  auto elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "");
  ASSERT_FALSE(driver);
  EXPECT_LT(elapsed, std::chrono::seconds(1));
  EXPECT_EQ(driver.error().kind(), ErrorKind::Environment);
  EXPECT_EQ(driver.error().text(),
            "cannot load the NVIDIA driver: libno-such-driver.so.1: cannot open shared "
            "object file: No such file or directory");
  EXPECT_NE(driver.error().note().find("--device=cpu"), std::string::npos);
}

TEST(DriverAbsentTest, ALibraryWithoutTheFunctionsIsTooOld) {
  Result<std::unique_ptr<Driver>> driver = Driver::open("libm.so.6");
  ASSERT_FALSE(driver);
  EXPECT_NE(driver.error().text().find("too old: it has no function cu"), std::string::npos);
}

TEST_F(DriverTest, ADriverWithoutGpusSaysSo) {
  fake.fail("cuInit", CUDA_ERROR_NO_DEVICE);
  Result<std::unique_ptr<Driver>> result = Driver::open(FLAME_FAKE_CUDA);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().text(), "cuInit(0): CUDA_ERROR_NO_DEVICE: in other words");
  EXPECT_NE(result.error().note().find("CUDA_VISIBLE_DEVICES"), std::string::npos);
  EXPECT_EQ(result.error().exitCode(), 3);

  fake.devices(0);
  EXPECT_FALSE(driver->devices());
  EXPECT_FALSE(Context::create(*driver, 0));
}

TEST_F(DriverTest, DescribesItsDevices) {
  Result<std::vector<DeviceInfo>> devices = driver->devices();
  ASSERT_TRUE(devices);
  ASSERT_EQ(devices->size(), 2u);
  const DeviceInfo &device = (*devices)[1];
  EXPECT_EQ(device.ordinal, 1);
  EXPECT_EQ(device.name, "Fake GPU 1");
  EXPECT_EQ(device.target(), "sm_90");
  EXPECT_EQ(device.memoryBytes, uint64_t(80) << 30);
  EXPECT_EQ(device.multiprocessors, 1600);
  EXPECT_EQ(device.l2Bytes, 3800u);
  EXPECT_EQ(device.sharedBytesPerMultiprocessor, 8100u);
  EXPECT_EQ(device.sharedBytesPerBlock, 9700u);
  EXPECT_EQ(driver->version(), 13000);
}

TEST_F(DriverTest, AnOrdinalOutOfRangeIsAUsageError) {
  Result<Context> none = Context::create(*driver, 2);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind(), ErrorKind::Usage);
  EXPECT_EQ(none.error().text(), "there is no GPU 2: the driver shows 2");
  EXPECT_EQ(none.error().note(), "use --device=cuda:0 to --device=cuda:1");
  EXPECT_FALSE(driver->device(-1));
}

TEST_F(DriverTest, RunsAKernelOnBuffers) {
  int before = fake.alive();
  {
    Result<Stream> stream = Stream::create(*context);
    Result<Module> module = Module::load(*context, kImage, "edge.cubin");
    Result<DeviceBuffer<float>> buffer = DeviceBuffer<float>::create(*context, 100);
    Result<PinnedBuffer<float>> pinned = PinnedBuffer<float>::create(*context, 100);
    ASSERT_TRUE(stream && module && buffer && pinned);
    std::iota(pinned->span().begin(), pinned->span().end(), 0.0f);
    ASSERT_TRUE(buffer->upload(pinned->span(), *stream));

    Result<Kernel> scale = module->kernel("scale");
    ASSERT_TRUE(scale);
    LaunchShape shape{{4}, {32}, 0};
    ASSERT_TRUE(scale->launch(shape, *stream, ScaleArgs{buffer->data(), 50, 2.0f}));
    Result<Kernel> add = module->kernel("add");
    ASSERT_TRUE(add && add->launch(shape, *stream, buffer->data(), 0.5f));

    std::vector<float> out(60);
    ASSERT_TRUE(buffer->download(out, *stream));
    ASSERT_TRUE(stream->synchronize());
    EXPECT_EQ(out[0], 0.5f);
    EXPECT_EQ(out[49], 98);
    EXPECT_EQ(out[50], 50);

    ASSERT_TRUE(buffer->upload(std::span<const float>(out).first(10), *stream, 90));
    ASSERT_TRUE(buffer->download(std::span<float>(out).first(1), *stream, 99));
    EXPECT_EQ(out[0], 18);
    Result<DeviceBuffer<float>> other = DeviceBuffer<float>::create(*context, 60);
    ASSERT_TRUE(other && other->fill(0, *stream));
    ASSERT_TRUE(buffer->copyTo(CUdeviceptr(other->data()), 20, *stream));
    ASSERT_TRUE(other->download(out, *stream));
    EXPECT_EQ(out[19], 38);
    EXPECT_EQ(out[20], 0);

    Result<DeviceBuffer<float>> piece = DeviceBuffer<float>::create(*context, 10);
    ASSERT_TRUE(piece && piece->copyFrom(*buffer, 49, 2, *stream));
    ASSERT_TRUE(piece->download(std::span<float>(out).first(2), *stream));
    EXPECT_EQ(out[0], 98);
    EXPECT_EQ(out[1], 50);

    ASSERT_TRUE(buffer->fill(0, *stream));
    ASSERT_TRUE(buffer->download(out, *stream));
    EXPECT_EQ(out[17], 0);
    EXPECT_GT(fake.alive(), before);
  }
  EXPECT_EQ(fake.alive(), before) << "everything is given back";
}

TEST_F(DriverTest, ObjectsMoveAndFreeOnce) {
  int before = fake.alive();
  {
    DeviceBuffer<int> a = *DeviceBuffer<int>::create(*context, 10);
    DeviceBuffer<int> b = std::move(a);
    EXPECT_EQ(a.size(), 0u); // NOLINT(bugprone-use-after-move): what is left is what is tested
    EXPECT_EQ(a.data(), nullptr);
    EXPECT_EQ(b.size(), 10u);
    b = *DeviceBuffer<int>::create(*context, 20);
    EXPECT_EQ(b.size(), 20u);
    Stream s = *Stream::create(*context);
    s = *Stream::create(*context);
    Stream t = std::move(s);
    Event e = *Event::create(*context);
    e = *Event::create(*context);
    Module m = *Module::load(*context, kImage, "x");
    m = *Module::load(*context, kImage, "x");
    PinnedBuffer<int> p = *PinnedBuffer<int>::create(*context, 3);
    p = PinnedBuffer<int>();
    EXPECT_EQ(fake.alive(), before + 4);
  }
  EXPECT_EQ(fake.alive(), before);
}

TEST_F(DriverTest, ObjectsMayDieInAnyThread) {
  int before = fake.alive();
  std::optional<DeviceBuffer<int>> buffer = *DeviceBuffer<int>::create(*context, 10);
  std::optional<Event> event = *Event::create(*context);
  std::thread other([&] { buffer.reset(), event.reset(); });
  other.join();
  EXPECT_EQ(fake.alive(), before);
}

TEST_F(DriverTest, AnotherThreadMakesTheContextCurrent) {
  bool without = true, with = false;
  std::thread other([&] {
    without = static_cast<bool>(Stream::create(*context));
    with = context->makeCurrent() && Stream::create(*context);
  });
  other.join();
  EXPECT_FALSE(without);
  EXPECT_TRUE(with);
}

TEST_F(DriverTest, ContextsThatOthersHoldStayCurrent) {
  {
    Context same = *Context::create(*driver, 1);
  }
  EXPECT_TRUE(Stream::create(*context)) << "that of the fixture";
}

TEST_F(DriverTest, ContextsAreReleasedAndNoLongerCurrent) {
  int before = fake.calls("cuDevicePrimaryCtxRelease_v2");
  {
    Context second = *Context::create(*driver, 0);
    Context moved = std::move(second);
    EXPECT_EQ(moved.device().name, "Fake GPU 0");
  }
  EXPECT_EQ(fake.calls("cuDevicePrimaryCtxRelease_v2"), before + 1);
  EXPECT_FALSE(Stream::create(*context)) << "nothing is current now";
  ASSERT_TRUE(context->makeCurrent());
  EXPECT_TRUE(Stream::create(*context));
}

TEST_F(DriverTest, EmptyBuffersNeverReachTheDriver) {
  Stream stream = *Stream::create(*context);
  Result<DeviceBuffer<int>> buffer = DeviceBuffer<int>::create(*context, 0);
  ASSERT_TRUE(buffer);
  EXPECT_TRUE(buffer->empty());
  EXPECT_TRUE(buffer->fill(1, stream));
  EXPECT_TRUE(buffer->upload({}, stream));
  EXPECT_TRUE(PinnedBuffer<int>::create(*context, 0));
  EXPECT_EQ(fake.calls("cuMemAlloc_v2") + fake.calls("cuMemHostAlloc"), 0);
}

TEST_F(DriverTest, AFullGpuSaysHowMuchWasWanted) {
  fake.fail("cuMemAlloc_v2", CUDA_ERROR_OUT_OF_MEMORY);
  Result<DeviceBuffer<double>> buffer = DeviceBuffer<double>::create(*context, 1 << 20);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().text(),
            "cannot allocate 8.0 MiB on Fake GPU 1, 5.0 MiB are free: cuMemAlloc(&address, "
            "bytes): CUDA_ERROR_OUT_OF_MEMORY: in other words");
  EXPECT_NE(buffer.error().note().find("--size"), std::string::npos);
  EXPECT_FALSE(DeviceBuffer<double>::create(*context, SIZE_MAX / 4));
}

TEST_F(DriverTest, ABadImageNamesFileAndCall) {
  fake.fail("cuModuleLoadDataEx", CUDA_ERROR_INVALID_IMAGE);
  Result<Module> module = Module::load(*context, kImage, "edge.cubin");
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().text(), "cannot load edge.cubin: cuModuleLoadDataEx(&handle, image): "
                                   "CUDA_ERROR_INVALID_IMAGE: in other words");
  EXPECT_EQ(module.error().exitCode(), 1);
}

TEST_F(DriverTest, RefusedPtxShowsTheLogOfTheJit) {
  fake.fail("cuModuleLoadDataEx", CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  const char ptx[] = ".version 99.0";
  Result<Module> module = Module::load(*context, std::as_bytes(std::span(ptx)), "edge.ptx");
  ASSERT_FALSE(module);
  EXPECT_NE(module.error().text().find("in other words\nptxas: line 3: wrong"), std::string::npos);
  EXPECT_NE(module.error().note().find("update it"), std::string::npos);
}

TEST_F(DriverTest, MissingNamesInAModuleAreNamed) {
  Module module = *Module::load(*context, kImage, "edge.cubin");
  Result<Kernel> kernel = module.kernel("flame_nothing");
  ASSERT_FALSE(kernel);
  EXPECT_EQ(kernel.error().kind(), ErrorKind::Internal);
  EXPECT_TRUE(kernel.error().text().starts_with("kernel 'flame_nothing': cuModuleGetFunction"));
  EXPECT_EQ(module.global("table")->bytes, 16u);
  EXPECT_FALSE(module.global("no_table"));
}

TEST_F(DriverTest, LaunchErrorsShowTheShape) {
  Stream stream = *Stream::create(*context);
  Module module = *Module::load(*context, kImage, "edge.cubin");
  Kernel kernel = *module.kernel("scale");
  fake.fail("cuLaunchKernel", 701);
  Status status = kernel.launch({{132, 2}, {512}, 1024}, stream, ScaleArgs{});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().text(), "cuLaunchKernel(scale, 132x2x1 blocks of 512x1x1 threads, 1024 "
                                   "bytes shared): CUDA error 701");
}

TEST_F(DriverTest, KernelsAnswerQuestions) {
  Module module = *Module::load(*context, kImage, "edge.cubin");
  Kernel kernel = *module.kernel("scale");
  EXPECT_EQ(*kernel.registers(), 56);
  EXPECT_EQ(*kernel.localBytes(), 8);
  EXPECT_EQ(*kernel.blocksPerMultiprocessor(512, 0), 4);
  EXPECT_TRUE(kernel.allowSharedMemory(100000));
  EXPECT_FALSE(kernel.allowSharedMemory(300000));
  EXPECT_EQ(kernel.clusterBlocks(), 2u);
  fake.fail("cuFuncGetAttribute", CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(kernel.clusterBlocks(), 0u) << "an old driver does not know of clusters";
}

TEST_F(DriverTest, EventsMeasureAndWait) {
  Stream stream = *Stream::create(*context);
  Event start = *Event::create(*context), end = *Event::create(*context);
  ASSERT_TRUE(start.record(stream) && end.record(stream) && end.wait() && stream.waitFor(end));
  EXPECT_DOUBLE_EQ(*end.secondsSince(start), 0.25);
  EXPECT_TRUE(*end.reached());
  fake.fail("cuEventQuery", CUDA_ERROR_NOT_READY);
  EXPECT_FALSE(*end.reached());
  fake.fail("cuEventQuery", CUDA_ERROR_ILLEGAL_ADDRESS);
  Result<bool> broken = end.reached();
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().kind(), ErrorKind::Internal);
}

TEST_F(DriverTest, WorkThatFailsIsReportedWhereSomebodyWaits) {
  const Stream stream = *Stream::create(*context);
  const Event event = *Event::create(*context);
  for (const int code : {CUDA_ERROR_ILLEGAL_ADDRESS, CUDA_ERROR_LAUNCH_FAILED}) {
    fake.fail("cuStreamQuery", code);
    fake.fail("cuEventQuery", code);
    EXPECT_EQ(stream.synchronize().error().kind(), ErrorKind::Internal);
    EXPECT_EQ(event.wait().error().kind(), ErrorKind::Internal);
    EXPECT_TRUE(stream.synchronize().error().text().starts_with("cuStreamQuery(handle): "));
  }
  EXPECT_FALSE(driver->isStuck());
}

/// One waits for as long as the work takes.
TEST_F(DriverTest, WorkMayTakeItsTime) {
  const Stream stream = *Stream::create(*context);
  fake.fail("cuStreamQuery", CUDA_ERROR_NOT_READY);
  std::thread gpu([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    fake.fail("cuStreamQuery", CUDA_SUCCESS);
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(stream.synchronize());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(50));
  gpu.join();
  EXPECT_FALSE(driver->isStuck());
}

/// A kernel that never ends: the wait does, and what would wait for the kernel again is left alone.
TEST_F(DriverTest, NobodyWaitsForEver) {
  driver->setPatience(std::chrono::milliseconds(20));
  {
    const Stream stream = *Stream::create(*context);
    const Event event = *Event::create(*context);
    const auto buffer = *DeviceBuffer<int>::create(*context, 10);
    const auto pinned = *PinnedBuffer<int>::create(*context, 10);
    const Module module = *Module::load(*context, kImage, "edge.cubin");
    fake.fail("cuStreamQuery", CUDA_ERROR_NOT_READY);
    const Status status = stream.synchronize();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind(), ErrorKind::Environment);
    EXPECT_EQ(status.error().text(),
              "cuStreamQuery(handle): the GPU has not done its work in 0.02 s");
    EXPECT_NE(status.error().note().find("--device=cpu"), std::string::npos);
    EXPECT_TRUE(driver->isStuck());
    fake.fail("cuEventQuery", CUDA_ERROR_NOT_READY);
    driver->setPatience(std::chrono::hours(1));
    EXPECT_FALSE(event.wait()) << "nobody waits a second time";
  }
  context.reset();
  for (const char *call :
       {"cuMemFree_v2", "cuMemFreeHost", "cuModuleUnload", "cuDevicePrimaryCtxRelease_v2"})
    EXPECT_EQ(fake.calls(call), 0) << call << " waits for the kernel";
  fake.end();
}

TEST_F(DriverTest, EveryFailingCallOfASetUpIsReported) {
  // Whatever fails on the way to a usable context must come out as an error that names it.
  for (const char *call :
       {"cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName",
        "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent"}) {
    fake.reset();
    fake.fail(call, 999);
    auto setUp = [&]() -> Status {
      FLAME_TRY_ASSIGN(std::unique_ptr<Driver> opened, Driver::open(FLAME_FAKE_CUDA));
      FLAME_TRY_ASSIGN(Context made, Context::create(*opened, 0));
      return {};
    };
    Status status = setUp();
    ASSERT_FALSE(status) << call;
    EXPECT_TRUE(status.error().text().starts_with(call)) << status.error().text();
  }
}

} // namespace flame::rt
