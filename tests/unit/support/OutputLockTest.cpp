// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who writes an output writes it alone, or together with those who write the same.

#include "support/OutputLock.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

namespace flame::rt {

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
  writeText(directory / ".a.png.lock", "of a program that was killed");
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

TEST(OutputLockTest, HoldsNothingWhereThereIsNoFile) {
  Result<OutputLock> first = OutputLock::alone("/dev/null");
  EXPECT_TRUE(first);
  EXPECT_TRUE(OutputLock::alone("/dev/null"));
  EXPECT_FALSE(OutputLock::alone("/nowhere/a.png"));
}

} // namespace flame::rt
