// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cache of the CPU device's machine code: what it saves, and that it can neither change a
// picture nor stop one.

#include "compiler/cpu/CompileForCpu.h"
#include "runtime/shared/Deposit.h"
#include "support/ContentHash.h"
#include "tests/device/SelectionFlame.h"

#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace flame::test {
namespace {

namespace fs = std::filesystem;

class CpuCacheTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("flame-cache-test", path));
    root = path.str().str();
    folder = root / "flamec" / "cpu";
  }
  void TearDown() override { fs::remove_all(root); }

  /// The histogram of a small frame, by code from the cache in `in` if it is there. Notes how long
  /// compilation took.
  rt::WideCells render(const fs::path &in, unsigned which = 0, unsigned lanes = 0) {
    const Animation animation = makeSelectionFlame(selectionCases()[which]);
    const auto start = std::chrono::steady_clock::now();
    rt::CacheFolder cache(in);
    auto flame = CpuFlame::compile(animation, lanes, {}, {.objects = &cache});
    if (!flame) {
      ADD_FAILURE() << llvm::toString(flame.takeError());
      return {};
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const float time = 0;
    abi::InterpolateArgs instant = {};
    instant.times = &time;
    instant.temporalSamples = 1;
    instant.frame = {kSelectionSize, kSelectionSize, 1, 0, kSelectionSize, kSelectionSize};
    instant.pixelAspect = instant.viewScale = 1;
    const std::vector<float> block = (*flame)->makeBlocks(instant);
    const std::vector<uint64_t> palette(abi::kPaletteSize, packDeposit(1, 2, 3, 1));
    rt::CpuJob job = {};
    job.engine = rt::preferredEngine((*flame)->kernels().features);
    job.args.params = block.data();
    job.args.palette = palette.data();
    job.args.blockFloats = (*flame)->layout().blockFloats;
    job.args.temporalSamples = job.args.paletteRowCount = 1;
    job.args.gridWidth = job.args.gridHeight = kSelectionSize;
    job.args.xaosOffset = (*flame)->layout().xaosOffset;
    job.args.fuse = 15;
    rt::planBlocks(1 << 20, (*flame)->kernels().lanes, &job.args);
    return rt::renderHistogram((*flame)->kernels(), job, {}).cells;
  }

  std::vector<fs::path> objects() const {
    std::vector<fs::path> found;
    const std::string look = rt::contentHash("the last look at the size").hex();
    if (fs::exists(folder))
      for (const fs::directory_entry &entry : fs::directory_iterator(folder / "flamec-cache"))
        if (entry.path().filename() != look)
          found.push_back(entry.path());
    return found;
  }

  static bool sameBytes(const rt::WideCells &a, const rt::WideCells &b) {
    return a.size() > 0 && a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
  }

  fs::path root, folder;
  double seconds = 0;
};

TEST_F(CpuCacheTest, TheSecondTimeIsFasterAndTheSame) {
  const rt::WideCells uncached = render(""), first = render(folder);
  const double firstSeconds = seconds;
  ASSERT_EQ(objects().size(), 1u);
  const rt::WideCells second = render(folder);
  EXPECT_LT(seconds, firstSeconds / 2);
  EXPECT_TRUE(sameBytes(first, second));
  EXPECT_TRUE(sameBytes(first, uncached));
  EXPECT_EQ(objects().size(), 1u);
}

TEST_F(CpuCacheTest, OtherCodeHasOtherFiles) {
  render(folder);
  render(folder, 0, 4); // vectors of another width
  EXPECT_EQ(objects().size(), CpuFlame::nativeLanes() == 4 ? 1u : 2u);
  render(folder, 2); // another structure: this one has xaos
  EXPECT_EQ(objects().size(), CpuFlame::nativeLanes() == 4 ? 2u : 3u);
}

TEST_F(CpuCacheTest, DamagedFilesAreReplaced) {
  const rt::WideCells good = render(folder);
  ASSERT_EQ(objects().size(), 1u);
  const fs::path path = objects().front();
  const uintmax_t size = fs::file_size(path);
  auto damage = [&](uintmax_t at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(std::streamoff(at));
    const char was = char(file.get());
    file.seekp(std::streamoff(at));
    file.put(char(was ^ 1));
  };
  for (uintmax_t at : {uintmax_t(8), uintmax_t(9), uintmax_t(20), size / 2, size - 1}) {
    damage(at);
    EXPECT_TRUE(sameBytes(good, render(folder))) << "byte " << at;
    EXPECT_EQ(fs::file_size(path), size);
  }
  fs::resize_file(path, size / 2);
  EXPECT_TRUE(sameBytes(good, render(folder)));
  fs::resize_file(path, 11);
  EXPECT_TRUE(sameBytes(good, render(folder)));
  rt::CacheFolder cache(folder);
  EXPECT_TRUE(cache.find(path.filename().string())) << "the last one repaired it";
}

TEST_F(CpuCacheTest, WithoutAFolderFlamesAreCompiled) {
  const rt::WideCells good = render("");
  EXPECT_TRUE(sameBytes(good, render("/proc/nowhere/flamec")));
  std::ofstream(root / "file") << "in the way";
  EXPECT_TRUE(sameBytes(good, render(root / "file" / "cpu")));
  EXPECT_TRUE(objects().empty());
}

} // namespace
} // namespace flame::test
