// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs at the other end of a pipe: well-behaved, failing, missing, killed.

#include "support/ChildProcess.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

namespace flame::rt {
namespace {

using testing::HasSubstr;

class ChildProcessTest : public testing::Test {
protected:
  void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }
  void TearDown() override { std::signal(SIGPIPE, SIG_DFL); }

  static Result<ChildProcess> shell(const std::string &line) {
    return ChildProcess::start({"sh", "-c", line});
  }
  static std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
  }
  TemporaryDirectory directory;
};

TEST_F(ChildProcessTest, ReadsWhatIsWritten) {
  const std::string target = (directory / "copy").string();
  auto child = shell("cat > " + target);
  ASSERT_TRUE(child);
  const std::string block(1 << 20, 'x'); // more than a pipe holds
  ASSERT_TRUE(child->write(bytes(block)));
  ASSERT_TRUE(child->write(bytes("end")));
  ASSERT_TRUE(child->finish());
  EXPECT_EQ(readText(target), block + "end");
}

TEST_F(ChildProcessTest, AFailureShowsTheLastLines) {
  auto child = shell("for i in 1 2 3 4 5 6 7 8 9 10 11; do echo line $i >&2; done; exit 5");
  ASSERT_TRUE(child);
  const Status status = child->finish();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind(), ErrorKind::Environment);
  EXPECT_EQ(status.error().text(), "sh failed with exit code 5");
  EXPECT_EQ(status.error().note(),
            "line 4\nline 5\nline 6\nline 7\nline 8\nline 9\nline 10\nline 11");
}

TEST_F(ChildProcessTest, OneThatEndsEarlyIsNoticedWhileWriting) {
  auto child = shell("echo no space left >&2; exit 1");
  ASSERT_TRUE(child);
  const std::string block(1 << 20, 'x');
  const Status status = child->write(bytes(block));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().text(), "sh failed with exit code 1");
  EXPECT_EQ(status.error().note(), "no space left");
}

TEST_F(ChildProcessTest, OneThatDoesNotReadIsAnErrorToo) {
  auto child = shell("exit 0");
  ASSERT_TRUE(child);
  const Status status = child->write(bytes(std::string(1 << 20, 'x')));
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().text(), HasSubstr("does not take its input"));
}

TEST_F(ChildProcessTest, ASignalIsNamed) {
  auto child = shell("kill -9 $$");
  ASSERT_TRUE(child);
  EXPECT_EQ(child->finish().error().text(), "sh was ended by signal 9");
}

TEST_F(ChildProcessTest, AMissingProgramIsAnError) {
  const auto child = ChildProcess::start({"no-such-program-here"});
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().text(), "cannot run 'no-such-program-here': it is not in PATH");
}

TEST_F(ChildProcessTest, ReturnsOutput) {
  EXPECT_EQ(*ChildProcess::outputOf({"sh", "-c", "echo out; echo err >&2"}), "out\n");
  EXPECT_FALSE(ChildProcess::outputOf({"sh", "-c", "exit 1"}));
}

TEST_F(ChildProcessTest, AnAbandonedOneIsKilled) {
  const auto start = std::chrono::steady_clock::now();
  {
    auto child = shell("exec sleep 600");
    ASSERT_TRUE(child);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST_F(ChildProcessTest, TwoDoNotHoldEachOthersInputOpen) {
  auto first = shell("cat > /dev/null");
  auto second = shell("cat > /dev/null");
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(first->finish()); // would wait for ever if the second had its pipe
  EXPECT_TRUE(second->finish());
}

} // namespace
} // namespace flame::rt
