// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders of things made before: what is stored is found, what is damaged or foreign is not;
// folders stay within their bounds; and none, however hostile, does worse than being of no use.

#include "support/CacheFolder.h"

#include "support/ContentHash.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <iterator>
#include <map>
#include <thread>
#include <vector>

namespace flame::rt {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kNow{0};

/// A key for a name.
std::string keyOf(const std::string &name) { return contentHash(name).hex(); }

fs::path entryOf(const fs::path &folder, const std::string &name) {
  return folder / "flamec-cache" / keyOf(name);
}

size_t countFiles(const fs::path &folder) {
  return size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// The entry that notes when somebody looked at the size.
fs::path lookOf(const fs::path &folder) { return entryOf(folder, "the last look at the size"); }

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
    writer.store(keyOf("00"), content);
    writer.store(keyOf("01"), "");
    EXPECT_EQ(writer.complaint(), "");
  }
  CacheFolder reader(path);
  EXPECT_EQ(reader.find(keyOf("00")), content);
  EXPECT_EQ(reader.find(keyOf("01")), "");
  EXPECT_FALSE(reader.find(keyOf("02")));
  reader.store(keyOf("01"), "another");
  EXPECT_EQ(reader.find(keyOf("01")), "another");
  EXPECT_EQ(reader.complaint(), "");
}

TEST(CacheFolderTest, IsOfItsUserAlone) {
  TemporaryDirectory directory;
  CacheFolder(directory / "cache").store(keyOf("00"), "code that will be run");
  for (const char *folder : {"cache", "cache/flamec-cache"}) {
    struct stat status = {};
    ASSERT_EQ(stat((directory / folder).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700u);
  }
}

TEST(CacheFolderTest, WithoutAFolderNothingHappens) {
  CacheFolder cache;
  cache.store(keyOf("00"), "x");
  EXPECT_FALSE(cache.find(keyOf("00")));
  EXPECT_EQ(cache.complaint(), "");
}

TEST(CacheFolderTest, WhatIsDamagedIsMissing) {
  TemporaryDirectory directory;
  CacheFolder(directory.get()).store(keyOf("00"), "content");
  const fs::path file = entryOf(directory.get(), "00");
  const std::string valid = readText(file);
  std::vector<std::string> damaged = {valid.substr(0, 8), valid.substr(0, 20),
                                      valid.substr(0, valid.size() - 1), valid + "x"};
  for (size_t i = 8; i < valid.size(); ++i)
    damaged.push_back(valid), damaged.back()[i] ^= 1;
  for (const std::string &bytes : damaged) {
    writeText(file, bytes);
    CacheFolder cache(directory.get());
    ASSERT_FALSE(cache.find(keyOf("00")));
    EXPECT_EQ(cache.damaged(), 1u);
    EXPECT_FALSE(fs::exists(file));
    cache.store(keyOf("00"), "content");
    ASSERT_EQ(readText(file), valid);
  }
}

/// What does not begin as an entry is not surely ours.
TEST(CacheFolderTest, WhatIsNoEntryStaysAndIsSaid) {
  TemporaryDirectory directory;
  CacheFolder(directory.get()).store(keyOf("00"), "content");
  const fs::path file = entryOf(directory.get(), "00");
  for (const std::string bytes : {"", "flamece", "Flamece1 and so on"}) {
    writeText(file, bytes);
    CacheFolder cache(directory.get());
    EXPECT_FALSE(cache.find(keyOf("00")));
    EXPECT_EQ(cache.damaged(), 1u);
    cache.store(keyOf("00"), "content");
    EXPECT_EQ(readText(file), bytes);
    EXPECT_EQ(cache.complaint(), "'" + file.string() + "' is no entry of a cache");
  }
}

TEST(CacheFolderTest, AnEntryUnderAnotherKeyIsNoEntry) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get());
  cache.store(keyOf("00"), "content");
  fs::copy(entryOf(directory.get(), "00"), entryOf(directory.get(), "01"));
  EXPECT_FALSE(cache.find(keyOf("01")));
}

TEST(CacheFolderTest, AUselessFolderOnlyComplains) {
  TemporaryDirectory directory;
  writeText(directory / "file", "");
  for (const fs::path &path :
       {directory / "file", directory / "file" / "cache", fs::path("/proc/flamec")}) {
    CacheFolder cache(path);
    EXPECT_FALSE(cache.find(keyOf("00")));
    cache.store(keyOf("00"), "content");
    EXPECT_FALSE(cache.find(keyOf("00")));
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
  cache.store(keyOf("00"), std::string(100000, 'x'));
  cache.store(keyOf("01"), "small");
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(cache.complaint(),
            "cannot write '" + entryOf(directory.get(), "00").string() + "': File too large");
  EXPECT_FALSE(cache.find(keyOf("00")));
  EXPECT_EQ(cache.find(keyOf("01")), "small");
  EXPECT_EQ(countFiles(directory / "flamec-cache"), 1u) << "nothing is left of the first one";
}

TEST(CacheFolderTest, DropsWhatWasUnusedLongest) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get(), {.maxBytes = 2500});
  writeText(directory / "of-somebody-else", std::string(10000, 'x'));
  for (int i = 0; i < 5; ++i) {
    const std::string key = "0" + std::to_string(i);
    cache.store(keyOf(key), std::string(900, 'x'));
    age(entryOf(directory.get(), key), std::chrono::hours(10 - i));
  }
  EXPECT_TRUE(cache.find(keyOf("01"))) << "which is a use";
  cache.prune(kNow);
  for (const char *key : {"00", "02", "03"})
    EXPECT_FALSE(cache.find(keyOf(key))) << key;
  for (const char *key : {"01", "04"})
    EXPECT_TRUE(cache.find(keyOf(key))) << key;
  EXPECT_TRUE(fs::exists(directory / "of-somebody-else"));
}

TEST(CacheFolderTest, DropsWhatIsTooOld) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get(), {.maxAge = std::chrono::hours(48)});
  cache.store(keyOf("00"), "old");
  cache.store(keyOf("01"), "not so old");
  age(entryOf(directory.get(), "00"), std::chrono::hours(49));
  age(entryOf(directory.get(), "01"), std::chrono::hours(47));
  cache.prune(kNow);
  EXPECT_FALSE(cache.find(keyOf("00")));
  EXPECT_TRUE(cache.find(keyOf("01")));
}

TEST(CacheFolderTest, LooksAtItsSizeNowAndThen) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get(), {.maxBytes = 0});
  cache.store(keyOf("00"), "too much");
  cache.prune(std::chrono::hours(1));
  EXPECT_FALSE(cache.find(keyOf("00"))) << "the first time";
  cache.store(keyOf("00"), "too much");
  cache.prune(std::chrono::hours(1));
  EXPECT_TRUE(cache.find(keyOf("00")));
  age(lookOf(directory.get()), std::chrono::hours(2));
  cache.prune(std::chrono::hours(1));
  EXPECT_FALSE(cache.find(keyOf("00")));
}

/// Puts what looks like files of a cache into a folder, as old and as large as what goes first;
/// returns their contents.
std::map<fs::path, std::string> plantLookalikes(const fs::path &folder, const fs::path &target) {
  fs::create_directories(folder / "flame-dir.d");
  std::map<fs::path, std::string> planted;
  for (const char *name :
       {"flame-mine.flame", "flame-edge.mp4", "pruned", "flame-0123456789abcdef0123456789abcdef",
        "0123456789abcdef0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF", "flame-",
        "0123456789abcdef0123456789abcdef.flame", "0123456789abcdef0123456789abcde",
        ".a.0123456789abcdef.tmp", ".a.png.flamec-0123456789abcdef0123456789abcdef.tmp"})
    planted[folder / name] = std::string("of the user: ") + name;
  // Entries by their beginning, but not by their name.
  planted[folder / "flamece1"] = "flamece1";
  planted[folder / "copy of an entry"] = "flamece1" + std::string(100, 'x');
  for (const auto &[path, text] : planted)
    writeText(path, text);
  // By name and beginning, but links.
  for (const char *name : {"abcdefabcdefabcdefabcdefabcdef00", "flame-link"}) {
    fs::create_symlink(target, folder / name);
    planted[folder / name] = readText(target);
  }
  for (const auto &[path, text] : planted)
    if (!fs::is_symlink(path))
      age(path, std::chrono::hours(100 * 24));
  return planted;
}

TEST(CacheFolderTest, RemovesOnlyWhatIsSurelyItsOwn) {
  TemporaryDirectory directory, elsewhere;
  const fs::path target = elsewhere / "target";
  writeText(target, "flamece1, of the user");
  age(target, std::chrono::hours(100 * 24));
  const std::string in[] = {directory.get().string(), (directory / "flamec-cache").string()};
  std::map<fs::path, std::string> planted;
  fs::create_directory(in[1]);
  fs::permissions(in[1], fs::perms::owner_all);
  for (const std::string &folder : in)
    planted.merge(plantLookalikes(folder, target));
  const fs::path taken = entryOf(directory.get(), "taken"),
                 linked = entryOf(directory.get(), "linked");
  writeText(taken, planted[taken] = "of the user under the name of an entry");
  fs::create_symlink(target, linked);
  const auto before = fs::last_write_time(target);
  {
    CacheFolder cache(directory.get(), {.maxBytes = 0});
    for (const char *name : {"taken", "linked", "00"}) {
      cache.store(keyOf(name), "content");
      (void)cache.find(keyOf(name));
    }
    EXPECT_TRUE(fs::exists(entryOf(directory.get(), "00")));
    cache.prune(kNow);
  }
  EXPECT_FALSE(fs::exists(entryOf(directory.get(), "00")));
  for (const auto &[path, text] : planted)
    EXPECT_EQ(readText(path), text) << path;
  EXPECT_TRUE(fs::is_symlink(linked));
  EXPECT_EQ(readText(target), "flamece1, of the user");
  EXPECT_EQ(fs::last_write_time(target), before) << "nor is it marked as used";
}

TEST(CacheFolderTest, ANoteOfAnotherKindStaysAsItIs) {
  TemporaryDirectory directory;
  CacheFolder(directory.get()).store(keyOf("00"), "content");
  const fs::path note = lookOf(directory.get());
  writeText(note, "of the user");
  age(note, std::chrono::hours(2));
  const auto before = fs::last_write_time(note);
  CacheFolder cache(directory.get(), {.maxBytes = 0});
  cache.prune(kNow);
  EXPECT_EQ(readText(note), "of the user");
  EXPECT_EQ(fs::last_write_time(note), before);
  EXPECT_TRUE(cache.find(keyOf("00"))) << "nobody knows when to look";
  EXPECT_NE(cache.complaint(), "");
}

TEST(CacheFolderTest, IsOfNoUseWhereOthersCanWrite) {
  TemporaryDirectory directory;
  CacheFolder(directory.get()).store(keyOf("00"), "content");
  fs::permissions(directory / "flamec-cache", fs::perms::others_write, fs::perm_options::add);
  CacheFolder cache(directory.get());
  EXPECT_FALSE(cache.find(keyOf("00")));
  cache.store(keyOf("01"), "content");
  EXPECT_FALSE(fs::exists(entryOf(directory.get(), "01")));
  EXPECT_NE(cache.complaint(), "");
}

TEST(CacheFolderTest, NeverWaitsForWhatIsNoFile) {
  TemporaryDirectory directory;
  CacheFolder cache(directory.get());
  cache.store(keyOf("00"), "content");
  const fs::path pipe = entryOf(directory.get(), "pipe"),
                 endless = entryOf(directory.get(), "zero");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", endless);
  for (const char *name : {"pipe", "zero"}) {
    EXPECT_FALSE(cache.find(keyOf(name)));
    cache.store(keyOf(name), "content");
  }
  cache.prune(kNow);
  EXPECT_TRUE(fs::is_fifo(pipe) && fs::is_symlink(endless));
}

TEST(CacheFolderTest, MayBeSharedWhileItIsPruned) {
  TemporaryDirectory directory;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      CacheFolder cache(directory.get(), {.maxBytes = 5000});
      for (int i = 0; i < 100; ++i) {
        const std::string key = keyOf(std::to_string(i % 10)), content(900, char('a' + i % 10));
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
