// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders of things made before: what is stored is found, what is damaged or foreign is not; folders stay within their
// bounds; and none, however hostile, does worse than being of no use.

#include "support/CacheFolder.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>
#include <vector>

namespace flame::rt {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kNow{0};

fs::path entryOf(const fs::path &folder, const std::string &key) {
  return folder / ("flame-" + key);
}

/// Makes an entry look as if it was used so long ago.
void age(const fs::path &entry, std::chrono::hours hours) {
  fs::last_write_time(entry, fs::file_time_type::clock::now() - hours);
}

TEST(CacheFolderTest, FindsWhatWasStored) {
  TemporaryDirectory directory;
  const fs::path path = directory.get() / "new" / "cache";
  const std::string content = std::string(100000, 'x') + std::string("\0\n", 2);
  {
    CacheFolder writer(path);
    writer.store("00", content);
    writer.store("01", "");
    EXPECT_EQ(writer.complaint(), "");
  }
  CacheFolder reader(path);
  EXPECT_EQ(reader.find("00"), content);
  EXPECT_EQ(reader.find("01"), "");
  EXPECT_FALSE(reader.find("02"));
  reader.store("01", "another");
  EXPECT_EQ(reader.find("01"), "another");
  EXPECT_EQ(reader.complaint(), "");
}

TEST(CacheFolderTest, IsOfItsUserAlone) {
  TemporaryDirectory directory;
  CacheFolder(directory / "cache").store("00", "code that will be run");
  struct stat status = {};
  ASSERT_EQ(stat((directory / "cache").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
}

TEST(CacheFolderTest, WithoutAFolderNothingHappens) {
  CacheFolder cache;
  cache.store("00", "x");
  EXPECT_FALSE(cache.find("00"));
  EXPECT_EQ(cache.complaint(), "");
}

TEST(CacheFolderTest, WhatIsDamagedIsMissing) {
  TemporaryDirectory directory;
  CacheFolder(directory.get()).store("00", "content");
  const fs::path file = entryOf(directory.get(), "00");
  const std::string valid = readText(file);
  std::vector<std::string> damaged = {"", valid.substr(0, 7), valid.substr(0, valid.size() - 1),
                                      valid + "x"};
  for (size_t i = 0; i < valid.size(); ++i)
    damaged.push_back(valid), damaged.back()[i] ^= 1;
  for (const std::string &bytes : damaged) {
    writeText(file, bytes);
    CacheFolder cache(directory.get());
    ASSERT_FALSE(cache.find("00"));
    EXPECT_EQ(cache.damaged(), 1u);
    EXPECT_FALSE(fs::exists(file));
    cache.store("00", "content");
    ASSERT_EQ(readText(file), valid);
  }
}

TEST(CacheFolderTest, AnEntryUnderAnotherKeyIsNoEntry) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get());
  cache.store("00", "content");
  fs::copy(entryOf(directory.get(), "00"), entryOf(directory.get(), "01"));
  EXPECT_FALSE(cache.find("01"));
}

TEST(CacheFolderTest, AUselessFolderOnlyComplains) {
  TemporaryDirectory directory;
  writeText(directory / "file", "");
  for (const fs::path &path :
       {directory / "file", directory / "file" / "cache", fs::path("/proc/flamec")}) {
    CacheFolder cache(path);
    EXPECT_FALSE(cache.find("00"));
    cache.store("00", "content");
    EXPECT_FALSE(cache.find("00"));
    EXPECT_NE(cache.complaint(), "") << path;
  }
}

TEST(CacheFolderTest, AFullDiskOnlyComplains) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get());
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto *handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  cache.store("00", std::string(100000, 'x'));
  cache.store("01", "small");
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(cache.complaint(),
            "cannot write '" + entryOf(directory.get(), "00").string() + "': File too large");
  EXPECT_FALSE(cache.find("00"));
  EXPECT_EQ(cache.find("01"), "small");
  EXPECT_EQ(directory.count(), 1u) << "nothing is left of the first one";
}

TEST(CacheFolderTest, DropsWhatWasUnusedLongest) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get(), {.maxBytes = 2500});
  writeText(directory / "of-somebody-else", std::string(10000, 'x'));
  for (int i = 0; i < 5; ++i) {
    const std::string key = "0" + std::to_string(i);
    cache.store(key, std::string(900, 'x'));
    age(entryOf(directory.get(), key), std::chrono::hours(10 - i));
  }
  EXPECT_TRUE(cache.find("01")) << "which is a use";
  cache.prune(kNow);
  for (const char *key : {"00", "02", "03"})
    EXPECT_FALSE(cache.find(key)) << key;
  for (const char *key : {"01", "04"})
    EXPECT_TRUE(cache.find(key)) << key;
  EXPECT_TRUE(fs::exists(directory / "of-somebody-else"));
}

TEST(CacheFolderTest, DropsWhatIsTooOld) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get(), {.maxAge = std::chrono::hours(48)});
  cache.store("00", "old");
  cache.store("01", "not so old");
  age(entryOf(directory.get(), "00"), std::chrono::hours(49));
  age(entryOf(directory.get(), "01"), std::chrono::hours(47));
  cache.prune(kNow);
  EXPECT_FALSE(cache.find("00"));
  EXPECT_TRUE(cache.find("01"));
}

TEST(CacheFolderTest, LooksAtItsSizeNowAndThen) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get(), {.maxBytes = 0});
  cache.store("00", "too much");
  cache.prune(std::chrono::hours(1));
  EXPECT_FALSE(cache.find("00")) << "the first time";
  cache.store("00", "too much");
  cache.prune(std::chrono::hours(1));
  EXPECT_TRUE(cache.find("00"));
  age(directory / "pruned", std::chrono::hours(2));
  cache.prune(std::chrono::hours(1));
  EXPECT_FALSE(cache.find("00"));
}

TEST(CacheFolderTest, MayBeSharedWhileItIsPruned) {
  TemporaryDirectory directory;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      CacheFolder cache(directory.get(), {.maxBytes = 5000});
      for (int i = 0; i < 100; ++i) {
        const std::string key = std::to_string(i % 10), content(900, char('a' + i % 10));
        if (const auto found = cache.find(key))
          EXPECT_EQ(*found, content);
        cache.store(key, content);
        cache.prune(kNow);
      }
      EXPECT_EQ(cache.damaged(), 0u);
      EXPECT_EQ(cache.complaint(), "");
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
} // namespace flame::rt
