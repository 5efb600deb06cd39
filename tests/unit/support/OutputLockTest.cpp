// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program writes an output alone, or together with programs that write the same.

#include "support/OutputLock.h"

#include "support/AtomicFile.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <iterator>
#include <optional>

namespace flame::rt {

namespace fs = std::filesystem;

TEST(OutputLockTest, LetsNobodyElseWrite) {
  TemporaryDirectory directory;
  {
    Result<OutputLock> first = OutputLock::alone(directory / "a.mp4");
    ASSERT_TRUE(first);
    Result<OutputLock> second = OutputLock::alone(directory / "a.mp4");
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind(), ErrorKind::Environment);
    EXPECT_FALSE(OutputLock::together(directory / "a.mp4", "some"));
    EXPECT_TRUE(OutputLock::alone(directory / "b.mp4"));
  }
  EXPECT_EQ(directory.count(), 0u);
  EXPECT_TRUE(OutputLock::alone(directory / "a.mp4"));
}

TEST(OutputLockTest, IsSharedByThoseWithTheSameSettings) {
  TemporaryDirectory directory;
  std::optional<OutputLock> first, second;
  for (std::optional<OutputLock> *lock : {&first, &second}) {
    Result<OutputLock> taken = OutputLock::together(directory / "%d.png", "these");
    ASSERT_TRUE(taken) << taken.error().text();
    lock->emplace(*std::move(taken));
  }
  EXPECT_FALSE(OutputLock::together(directory / "%d.png", "others"));
  EXPECT_FALSE(OutputLock::alone(directory / "%d.png"));
  first.reset();
  EXPECT_FALSE(OutputLock::together(directory / "%d.png", "others")) << "one is left";
  second.reset();
  EXPECT_EQ(directory.count(), 0u);
  EXPECT_TRUE(OutputLock::together(directory / "%d.png", "others"));
}

// A signal may come at any moment of taking and giving back a lock.
TEST(OutputLockTest, IsRemovedBySignals) {
  TemporaryDirectory directory;
  for (unsigned round = 0; round < 150; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      AtomicFile::removeAllOnSignals();
      for (;;) {
        const bool together = round % 2;
        (void)(together ? OutputLock::together(directory / "a.png", "these")
                        : OutputLock::alone(directory / "a.png"));
      }
    }
    usleep(1000 + round * 13);
    ASSERT_EQ(kill(child, SIGTERM), 0);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
    ASSERT_EQ(directory.count(), 0u) << "round " << round;
  }
}

TEST(OutputLockTest, TellsOthersThatItIsHeld) {
  TemporaryDirectory directory;
  EXPECT_FALSE(OutputLock::isHeld(directory / "a.png"));
  {
    const Result<OutputLock> alone = OutputLock::alone(directory / "a.png");
    EXPECT_TRUE(OutputLock::isHeld(directory / "a.png"));
    EXPECT_FALSE(OutputLock::isHeld(directory / "b.png"));
    const Result<OutputLock> together = OutputLock::together(directory / "%d.png", "these");
    EXPECT_TRUE(OutputLock::isHeld(directory / "%d.png"));
    EXPECT_TRUE(OutputLock::together(directory / "%d.png", "these")) << "who asks takes nothing";
  }
  EXPECT_FALSE(OutputLock::isHeld(directory / "a.png"));
  writeText(directory / ".a.png.flamec-lock", "a lock of flamec\nof a program that was killed");
  EXPECT_FALSE(OutputLock::isHeld(directory / "a.png"));
}

TEST(OutputLockTest, IsThatOfTheFileBehindALink) {
  TemporaryDirectory directory;
  writeText(directory / "a.png", "old");
  std::filesystem::create_symlink("a.png", directory / "b.png");
  Result<OutputLock> lock = OutputLock::alone(directory / "b.png");
  ASSERT_TRUE(lock);
  EXPECT_FALSE(OutputLock::alone(directory / "a.png"));
}

TEST(OutputLockTest, OfAKilledProgramIsTakenOver) {
  TemporaryDirectory directory;
  const pid_t child = fork();
  if (child == 0) {
    Result<OutputLock> lock = OutputLock::alone(directory / "a.png");
    if (lock)
      kill(getpid(), SIGKILL);
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(directory.count(), 1u);
  {
    EXPECT_TRUE(OutputLock::alone(directory / "a.png"));
  }
  EXPECT_EQ(directory.count(), 0u);
}

/// Takes a shared lock in another process, which a signal then ends.
static void takeAndBeInterrupted(const TemporaryDirectory &directory) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const Result<OutputLock> taken = OutputLock::together(directory / "%d.png", "these");
    AtomicFile::removeAll();
    _exit(taken ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

/// Another process that holds such a lock during the lifetime of this object. No fork of this
/// process may hold it as well, since a lock belongs to all forks.
class OtherHolder {
public:
  explicit OtherHolder(const TemporaryDirectory &directory) {
    int ready[2];
    EXPECT_EQ(pipe(ready), 0);
    child = fork();
    if (child == 0) {
      const Result<OutputLock> taken = OutputLock::together(directory / "%d.png", "these");
      (void)!write(ready[1], taken ? "1" : "0", 1);
      pause();
      _exit(0);
    }
    char isTaken = '0';
    EXPECT_EQ(read(ready[0], &isTaken, 1), 1);
    EXPECT_EQ(isTaken, '1');
    close(ready[0]);
    close(ready[1]);
  }
  ~OtherHolder() {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  OtherHolder(const OtherHolder &) = delete;
  OtherHolder &operator=(const OtherHolder &) = delete;

private:
  pid_t child = -1;
};

TEST(OutputLockTest, OfAnInterruptedProgramGoesUnlessOthersHoldIt) {
  TemporaryDirectory directory;
  takeAndBeInterrupted(directory);
  EXPECT_EQ(directory.count(), 0u);
  const OtherHolder other(directory);
  takeAndBeInterrupted(directory);
  EXPECT_EQ(directory.count(), 1u);
}

TEST(OutputLockTest, TouchesNoFilesOfOthers) {
  TemporaryDirectory directory;
  const char *const names[] = {".a.png.lock", "a.png.lock", ".a.png.lck", ".lock"};
  for (const char *name : names)
    writeText(directory / name, "of the user");
  {
    EXPECT_TRUE(OutputLock::alone(directory / "a.png"));
    EXPECT_TRUE(OutputLock::together(directory / "a.png", "these"));
  }
  for (const char *name : names)
    EXPECT_EQ(readText(directory / name), "of the user") << name;
  EXPECT_EQ(directory.count(), std::size(names));
}

TEST(OutputLockTest, WhatIsNoLockUnderItsNameStays) {
  TemporaryDirectory directory;
  const fs::path path = directory / ".a.png.flamec-lock";
  const auto isRefused = [&] {
    const Result<OutputLock> alone = OutputLock::alone(directory / "a.png"),
                             together = OutputLock::together(directory / "a.png", "these");
    EXPECT_FALSE(OutputLock::isHeld(directory / "a.png"));
    return !alone && !together && alone.error().kind() == ErrorKind::Environment &&
           alone.error().text() == "cannot lock '" + (directory / "a.png").string() + "': '" +
                                       path.string() + "' is no lock";
  };
  for (const char *text : {"", "of the user", "a lock of flamec"}) {
    writeText(path, text);
    EXPECT_TRUE(isRefused());
    EXPECT_EQ(readText(path), text);
  }
  fs::remove(path);
  writeText(directory / "target", "a lock of flamec\nof the user");
  fs::create_symlink("target", path);
  EXPECT_TRUE(isRefused());
  EXPECT_EQ(readText(directory / "target"), "a lock of flamec\nof the user");
  fs::remove(path);
  fs::create_directory(path);
  EXPECT_TRUE(isRefused());
  fs::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(isRefused());
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST(OutputLockTest, DoesNotRemoveWhatCameInItsPlace) {
  TemporaryDirectory directory;
  const fs::path path = directory / ".a.png.flamec-lock";
  {
    const Result<OutputLock> lock = OutputLock::alone(directory / "a.png");
    ASSERT_TRUE(lock);
    fs::remove(path);
    writeText(path, "of the user");
  }
  EXPECT_EQ(readText(path), "of the user");
}

TEST(OutputLockTest, HoldsNothingWhereThereIsNoFile) {
  Result<OutputLock> first = OutputLock::alone("/dev/null");
  EXPECT_TRUE(first);
  EXPECT_TRUE(OutputLock::alone("/dev/null"));
  EXPECT_FALSE(OutputLock::alone("/nowhere/a.png"));
}

} // namespace flame::rt
