// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code cache: what is stored is found, by other objects too; nothing is made twice; and no
// folder, however hostile, does worse than being of no use.

#include "compiler/codegen/CodeCache.h"

#include "support/ContentHash.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

namespace flame {
namespace {

namespace fs = std::filesystem;
using rt::TemporaryDirectory;

/// A key for a name.
std::string keyOf(llvm::StringRef name) { return rt::contentHash(std::string_view(name)).hex(); }

std::vector<fs::path> entriesOf(const fs::path &directory) {
  std::vector<fs::path> entries;
  for (const auto &entry : fs::directory_iterator(directory / "flamec-cache"))
    if (entry.path().filename() != keyOf("the last look at the size"))
      entries.push_back(entry.path());
  return entries;
}

std::optional<std::string> find(CodeCache &cache, llvm::StringRef name) {
  return cache.open(keyOf(name)).code();
}
std::optional<std::string> find(CodeCache &&cache, llvm::StringRef key) { return find(cache, key); }

void store(CodeCache &cache, llvm::StringRef name, llvm::StringRef code) {
  cache.open(keyOf(name)).fill(code);
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
  const fs::path path = directory.get() / "new" / "cache";
  const std::string code(100000, 'x');
  {
    CodeCache writer(path);
    store(writer, "00", code);
    EXPECT_EQ(writer.folder().complaint(), "");
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

TEST(CodeCacheTest, MakesAgainWhatIsDamaged) {
  TemporaryDirectory directory;
  store(CodeCache(directory.get()), "00", "the code");
  ASSERT_EQ(entriesOf(directory.get()).size(), 1u);
  fs::resize_file(entriesOf(directory.get())[0], 30);
  CodeCache cache(directory.get());
  EXPECT_FALSE(find(cache, "00"));
  EXPECT_EQ(cache.statistics().damaged, 1u);
  store(cache, "00", "the code");
  EXPECT_EQ(find(CodeCache(directory.get()), "00"), "the code");
}

TEST(CodeCacheTest, AUselessFolderOnlyComplains) {
  TemporaryDirectory directory;
  rt::writeText(directory / "file", "");
  CodeCache cache(directory / "file" / "cache");
  EXPECT_FALSE(find(cache, "00"));
  store(cache, "00", "code");
  EXPECT_EQ(find(cache, "00"), "code") << "from memory";
  EXPECT_NE(cache.folder().complaint(), "");
}

TEST(CodeCacheTest, NothingIsMadeTwice) {
  TemporaryDirectory directory;
  CodeCache cache(directory.get());
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        CodeCache::Slot slot = cache.open(keyOf(std::to_string(i)));
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
  EXPECT_EQ(cache.folder().complaint(), "");
  EXPECT_EQ(entriesOf(directory.get()).size(), 20u);
}

TEST(CodeCacheTest, WhoFailsLeavesTheWorkToTheNext) {
  CodeCache cache;
  std::optional<CodeCache::Slot> failing = cache.open(keyOf("00"));
  std::atomic<bool> isOpen = false;
  std::thread next([&] {
    CodeCache::Slot slot = cache.open(keyOf("00"));
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
