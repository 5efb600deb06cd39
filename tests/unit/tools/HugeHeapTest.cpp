// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/HugeHeap.h"

#include "runtime/shared/HugePages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace flame {
namespace {

constexpr size_t kMiB = 1 << 20;

/// Whether the system was told that an address is worth a large page.
bool isAdvised(const void *address) {
  std::ifstream maps("/proc/self/smaps");
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  bool isInside = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t first = 0, last = 0;
    char dash = 0;
    std::istringstream range(line);
    if (range >> std::hex >> first >> dash >> last && dash == '-')
      isInside = first <= wanted && wanted < last;
    else if (isInside && line.starts_with("VmFlags:"))
      return line.find(" hg") != std::string::npos;
  }
  return false;
}

bool hasHugePages() { return access("/sys/kernel/mm/transparent_hugepage", F_OK) == 0; }

TEST(HugePagesTest, AreThoseWhollyInside) {
  if (!hasHugePages())
    GTEST_SKIP() << "this system has no large pages";
  constexpr size_t kBytes = 8 * kMiB;
  void *const mapped =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(mapped, MAP_FAILED);
  auto *const start = static_cast<char *>(mapped);
  rt::adviseHugePages(start, 2 * kMiB - 1);
  EXPECT_FALSE(isAdvised(start));
  EXPECT_FALSE(isAdvised(start + kMiB));
  rt::adviseHugePages(start + 1, kBytes - 2);
  EXPECT_FALSE(isAdvised(start));
  EXPECT_TRUE(isAdvised(start + kBytes / 2));
  munmap(start, kBytes);
}

/// Whether malloc is that of glibc.
constexpr bool kHasOurHeap =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    false;
#elif defined(__has_feature)
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
    true;
#endif

/// What happens in a process of its own, whose heap is still small.
class HugeHeapTest : public testing::Test {
protected:
  void SetUp() override {
    if (!kHasOurHeap)
      GTEST_SKIP() << "a sanitizer has the heap";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

/// Ends with code 0 if the heap grows by 64 MiB at once, in large pages if there are any, and keeps
/// what it gets back.
[[noreturn]] void growHeap() {
  constexpr size_t kBytes = 64 * kMiB;
  const auto *const before = static_cast<const char *>(sbrk(0));
  growHeapInHugePages(kBytes);
  const auto *const after = static_cast<const char *>(sbrk(0));
  const bool hasGrown = size_t(after - before) >= kBytes;
  const bool isLarge = !hasHugePages() || isAdvised(before + kBytes / 2);
  auto *volatile block = static_cast<char *>(std::malloc(2 * kMiB));
  // It may begin in the free end of the heap as it was.
  const bool isInside = before < block + 2 * kMiB && block + 2 * kMiB <= after;
  std::free(block);
  std::_Exit(hasGrown && isLarge && isInside && sbrk(0) == after ? 0 : 1);
}

TEST_F(HugeHeapTest, GrowsByWhatWasAskedFor) {
  EXPECT_EXIT(growHeap(), testing::ExitedWithCode(0), "");
}

/// Ends with code 0 if a process that may have 256 MiB gets 32 of them after asking for a heap of
/// 1,024.
[[noreturn]] void growTooMuch() {
  const rlimit limit = {256 * kMiB, 256 * kMiB};
  setrlimit(RLIMIT_DATA, &limit);
  growHeapInHugePages(1024 * kMiB);
  bool hasAll = true;
  for (int i = 0; i < 16; ++i) {
    void *volatile block = std::malloc(2 * kMiB);
    hasAll = hasAll && block;
  }
  std::_Exit(hasAll ? 0 : 1);
}

TEST_F(HugeHeapTest, StillGrowsWhereItMustNotGrowByAsMuch) {
  EXPECT_EXIT(growTooMuch(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace flame
