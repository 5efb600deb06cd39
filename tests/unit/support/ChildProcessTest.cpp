// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other programs, with the shell in their place: well-behaved, failing, missing, killed; chatty and
// deaf.

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
  EXPECT_EQ(child->finish().error().text(), "sh was ended by signal 9 (Killed)");
}

TEST_F(ChildProcessTest, AMissingProgramIsAnError) {
  const auto child = ChildProcess::start({"no-such-program-here"});
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().text(), "cannot run 'no-such-program-here': it is not in PATH");
}

TEST_F(ChildProcessTest, ReturnsOutput) {
  EXPECT_EQ(*outputOf({"sh", "-c", "echo out; echo err >&2"}), "out\n");
  EXPECT_FALSE(outputOf({"sh", "-c", "exit 1"}));
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

TEST_F(ChildProcessTest, WhatItPrintsDoesNotStopIt) {
  auto child = shell("cat > /dev/null; head -c 3000000 /dev/zero >&2");
  ASSERT_TRUE(child);
  EXPECT_TRUE(child->write(bytes(std::string(1 << 20, 'x'))));
  EXPECT_TRUE(child->finish());
}

//===-- from start to end ---------------------------------------------------------------------===//

/// Runs a script, which must end by itself.
ProcessResult runScript(const std::string &script, std::string_view input = "") {
  auto result = runProgram({"/bin/sh", "-c", script}, input);
  if (result)
    return *result;
  ADD_FAILURE() << result.error().str();
  return {};
}

TEST(RunProgramTest, PassesInputAndCapturesBothStreams) {
  const ProcessResult result = runScript("cat; echo complaint >&2", "text\n");
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.output, "text\n");
  EXPECT_EQ(result.errors, "complaint\n");
}

TEST(RunProgramTest, ReportsTheExitCode) { EXPECT_EQ(runScript("exit 255").exitCode, 255); }

TEST(RunProgramTest, PassesArgumentsAsTheyAre) {
  auto result =
      runProgram({"/bin/sh", "-c", "printf '<%s>' \"$@\"", "sh", "a b", "", "$HOME;'\"*"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "<a b><><$HOME;'\"*>");
}

TEST(RunProgramTest, GivesItOtherVariablesThanOurs) {
  setenv("FLAME_TEST_OURS", "ours", 1);
  setenv("FLAME_TEST_OTHER", "other", 1);
  const auto result =
      runProgram({"sh", "-c", "echo $FLAME_TEST_OURS $FLAME_TEST_OTHER $FLAME_TEST_NEW"}, {}, {},
                 {"FLAME_TEST_OURS=theirs", "FLAME_TEST_NEW=new"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "theirs other new\n");
}

TEST(RunProgramTest, FindsProgramsInThePath) {
  auto result = runProgram({"sh", "-c", "echo found"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "found\n");
}

TEST(RunProgramTest, IsNotStoppedByFullPipes) {
  const std::string input(4 << 20, 'x'); // far more than a pipe holds
  const ProcessResult result =
      runScript("cat; head -c 3000000 /dev/zero >&2; cat /dev/null", input);
  EXPECT_EQ(result.output, input);
  EXPECT_EQ(result.errors.size(), 3000000u);
}

TEST(RunProgramTest, NeedsNobodyToReadTheInput) {
  EXPECT_EQ(runScript("exit 3", std::string(4 << 20, 'x')).exitCode, 3);
}

TEST(RunProgramTest, GivesAnEmptyInput) { EXPECT_EQ(runScript("cat").output, ""); }

TEST(RunProgramTest, LetsTheProgramOpenItsStreamsByName) {
  EXPECT_EQ(runScript("cat /dev/stdin > /dev/stdout", "bytes").output, "bytes");
}

TEST(RunProgramTest, ReportsAProgramThatIsMissing) {
  auto result = runProgram({"/nonexistent/ptxas"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind(), ErrorKind::Environment);
  EXPECT_EQ(result.error().text(), "cannot run '/nonexistent/ptxas': No such file or directory");
}

TEST(RunProgramTest, ReportsAProgramThatDies) {
  auto result = runProgram({"/bin/sh", "-c", "echo why >&2; kill -TERM $$"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind(), ErrorKind::Environment);
  EXPECT_EQ(result.error().text(), "/bin/sh was ended by signal 15 (Terminated)");
  EXPECT_EQ(result.error().note(), "why");
}

TEST(RunProgramTest, EndsAProgramThatTakesTooMuchProcessorTime) {
  using std::chrono::seconds;
  auto endless = runProgram({"/bin/sh", "-c", "while :; do :; done"}, {}, {}, {}, seconds(1));
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().text(), "/bin/sh took more than 1 s of processor time");
  EXPECT_TRUE(runProgram({"/bin/sh", "-c", "sleep 1.2"}, {}, {}, {}, seconds(1)))
      << "waiting takes no processor time";
}

TEST(RunProgramTest, DoesNotPassOnIgnoredSignals) {
  auto *before = std::signal(SIGPIPE, SIG_IGN);
  // The writer of a broken pipe dies quietly, as it does in a terminal.
  const ProcessResult result = runScript("yes 2>/dev/null | head -n 1; echo done");
  std::signal(SIGPIPE, before);
  EXPECT_EQ(result.output, "y\ndone\n");
}

TEST(RunProgramTest, SaysWhatItTook) {
  const ProcessResult result =
      runScript("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0.1");
  EXPECT_GE(result.wallSeconds, 0.1);
  EXPECT_GT(result.processorSeconds, 0);
  EXPECT_LT(runScript("sleep 0.1").processorSeconds, 0.1) << "sleeping takes no processor";
}

TEST(RunProgramTest, LeavesNoDescriptorsOpen) {
  auto open = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  const auto before = open();
  runScript("true");
  EXPECT_FALSE(runProgram({"/nonexistent"}, "x"));
  EXPECT_EQ(open(), before);
}

} // namespace
} // namespace flame::rt
