// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code cache: what is stored is found, by other objects too; what is damaged or foreign is not; and no directory,
// however hostile, does worse than being of no use.

#include "compiler/codegen/CodeCache.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <atomic>
#include <ctime>
#include <filesystem>
#include <thread>

namespace flame {
namespace {

namespace fs = std::filesystem;
using rt::TemporaryDirectory;

std::vector<fs::path> entriesOf(const fs::path &directory) {
  std::vector<fs::path> entries;
  for (const auto &entry : fs::directory_iterator(directory))
    if (entry.path().filename().string().starts_with("llvmcache-"))
      entries.push_back(entry.path());
  return entries;
}

std::optional<std::string> find(CodeCache &cache, llvm::StringRef key) {
  return cache.open(key).code();
}
std::optional<std::string> find(CodeCache &&cache, llvm::StringRef key) { return find(cache, key); }

void store(CodeCache &cache, llvm::StringRef key, llvm::StringRef code) {
  cache.open(key).fill(code);
}
void store(CodeCache &&cache, llvm::StringRef key, llvm::StringRef code) {
  store(cache, key, code);
}

TEST(CodeCacheTest, RemembersWithoutADirectory) {
  CodeCache cache;
  EXPECT_FALSE(find(cache, "00"));
  store(cache, "00", std::string("co\0de", 5));
  EXPECT_EQ(find(cache, "00"), std::string("co\0de", 5));
  EXPECT_EQ(cache.statistics().inMemory, 1u);
  EXPECT_EQ(cache.statistics().missed, 2u) << "by who looked and by who made it";
}

TEST(CodeCacheTest, SharesItsDirectory) {
  TemporaryDirectory directory;
  const std::string path = (directory.get() / "new" / "cache").string();
  const std::string code(100000, 'x');
  {
    CodeCache writer(path);
    store(writer, "00", code);
    EXPECT_EQ(writer.complaint(), "");
  }
  CodeCache reader(path);
  EXPECT_EQ(find(reader, "00"), code);
  EXPECT_FALSE(find(reader, "01"));
  EXPECT_EQ(find(reader, "00"), code);
  const CodeCache::Statistics statistics = reader.statistics();
  EXPECT_EQ(statistics.onDisk, 1u);
  EXPECT_EQ(statistics.inMemory, 1u) << "the second time";
  EXPECT_EQ(statistics.missed, 1u);
  EXPECT_EQ(entriesOf(path).size(), 1u);
}

TEST(CodeCacheTest, ReplacesWhatIsDamaged) {
  TemporaryDirectory directory;
  const std::string path = directory.get().string();
  store(CodeCache(path), "00", "the code");
  ASSERT_EQ(entriesOf(path).size(), 1u);
  const fs::path file = entriesOf(path)[0];
  const std::string valid = rt::readText(file);
  std::vector<std::string> damaged = {"", valid.substr(0, 7), valid.substr(0, valid.size() - 1),
                                      valid + "x"};
  for (size_t i = 0; i < valid.size(); ++i)
    damaged.push_back(valid), damaged.back()[i] ^= 1;
  for (const std::string &bytes : damaged) {
    rt::writeText(file, bytes);
    CodeCache cache(path);
    ASSERT_FALSE(find(cache, "00"));
    EXPECT_EQ(cache.statistics().damaged, 1u);
    store(cache, "00", "the code");
    ASSERT_EQ(rt::readText(file), valid);
    ASSERT_EQ(find(CodeCache(path), "00"), "the code");
  }
}

TEST(CodeCacheTest, AnEntryUnderAnotherKeyIsNoEntry) {
  TemporaryDirectory directory;
  store(CodeCache(directory.get().string()), "00", "the code");
  fs::copy(directory.get() / "llvmcache-00", directory.get() / "llvmcache-01");
  EXPECT_FALSE(find(CodeCache(directory.get().string()), "01"));
}

TEST(CodeCacheTest, AUselessDirectoryOnlyComplains) {
  TemporaryDirectory directory;
  rt::writeText(directory.get() / "file", "");
  CodeCache cache((directory.get() / "file" / "cache").string());
  EXPECT_FALSE(find(cache, "00"));
  store(cache, "00", "code");
  EXPECT_EQ(find(cache, "00"), "code") << "from memory";
  EXPECT_NE(cache.complaint(), "");
}

TEST(CodeCacheTest, DropsWhatWasUnusedLongest) {
  TemporaryDirectory directory;
  const std::string path = directory.get().string();
  CodeCache cache(path, /*maxBytes=*/2500);
  for (int i = 0; i < 5; ++i) {
    const std::string key = "0" + std::to_string(i);
    store(cache, key, std::string(900, 'x'));
    const timespec lastUse = {time(nullptr) - 3600 * (10 - i), 0};
    const timespec times[] = {lastUse, lastUse};
    ASSERT_EQ(utimensat(AT_FDCWD, (directory.get() / ("llvmcache-" + key)).c_str(), times, 0), 0);
  }
  cache.prune(std::chrono::seconds(0));
  EXPECT_EQ(entriesOf(path).size(), 2u);
  EXPECT_TRUE(fs::exists(directory.get() / "llvmcache-03"));
  EXPECT_TRUE(fs::exists(directory.get() / "llvmcache-04"));
}

TEST(CodeCacheTest, NothingIsMadeTwice) {
  TemporaryDirectory directory;
  CodeCache cache(directory.get().string());
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        CodeCache::Slot slot = cache.open(std::to_string(i));
        if (!slot.code()) {
          ++made;
          slot.fill(std::to_string(i));
        }
        EXPECT_EQ(slot.code(), std::to_string(i));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(made, 20);
  EXPECT_EQ(cache.complaint(), "");
  EXPECT_EQ(entriesOf(directory.get()).size(), 20u);
}

TEST(CodeCacheTest, WhoFailsLeavesTheWorkToTheNext) {
  CodeCache cache;
  std::optional<CodeCache::Slot> failing = cache.open("00");
  std::atomic<bool> isOpen = false;
  std::thread next([&] {
    CodeCache::Slot slot = cache.open("00");
    isOpen = true;
    EXPECT_FALSE(slot.code());
    slot.fill("code");
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(isOpen) << "it waits";
  failing.reset();
  next.join();
  EXPECT_EQ(find(cache, "00"), "code");
}

TEST(CodeCacheTest, ASlotOfNoCacheIsOfNoConsequence) {
  CodeCache::Slot slot;
  EXPECT_FALSE(slot.code());
  slot.fill("code");
  EXPECT_FALSE(slot.code());
}

} // namespace
} // namespace flame
