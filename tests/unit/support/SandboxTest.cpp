// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs in a sandbox may do and what they may not, with the shell in their place.

#include "support/Sandbox.h"

#include "support/ChildProcess.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace flame::rt {
namespace {

using testing::HasSubstr;

class SandboxTest : public testing::Test {
protected:
  void SetUp() override {
    Status confined;
    std::thread([&] { confined = confineThread({}); }).join();
    if (!confined)
      GTEST_SKIP() << confined.error().text();
    setenv("FLAME_SANDBOX", "1", /*overwrite=*/1);
    for (const char *name : {"given", "other"})
      std::ofstream(directory / name) << "before\n";
  }
  void TearDown() override { unsetenv("FLAME_SANDBOX"); }

  /// What a line of the shell gives in a sandbox that may write to "given"; bash knows files that
  /// are sockets.
  int exitCodeOf(const std::string &line) {
    const auto result =
        runProgram({"bash", "-c", "cd '" + directory.get().string() + "'; " + line}, {}, sandbox());
    return result ? result->exitCode : -1;
  }
  Sandbox sandbox() const { return {{directory / "given"}}; }
  std::string textOf(const char *name) const { return readText((directory / name).string()); }

  TemporaryDirectory directory;
};

TEST_F(SandboxTest, WritesWhatItIsGivenAndNothingElse) {
  EXPECT_EQ(exitCodeOf("echo after > given"), 0);
  EXPECT_EQ(textOf("given"), "after\n");
  EXPECT_NE(exitCodeOf("echo after > other"), 0);
  EXPECT_NE(exitCodeOf("echo after >> other"), 0);
  EXPECT_EQ(textOf("other"), "before\n");
  EXPECT_NE(exitCodeOf("echo after > new"), 0);
  EXPECT_NE(exitCodeOf("mkdir folder"), 0);
  EXPECT_NE(exitCodeOf("ln -s given link"), 0);
  EXPECT_NE(exitCodeOf("mv other given"), 0);
  EXPECT_NE(exitCodeOf("rm given"), 0);
  EXPECT_EQ(textOf("given"), "after\n");
}

TEST_F(SandboxTest, HasTemporaryFilesWhereItIsGivenAFolder) {
  std::filesystem::path folder;
  {
    const Result<ScratchFolder> scratch = ScratchFolder::create();
    ASSERT_TRUE(scratch);
    folder = scratch->get();
    const auto result =
        runProgram({"sh", "-c", "cd \"$TMPDIR\" && echo a > b && rm b && echo c > d"}, {},
                   Sandbox{{}, folder});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->exitCode, 0);
    EXPECT_EQ(readText(folder / "d"), "c\n");
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(SandboxTest, ReadsAndPrints) {
  EXPECT_EQ(exitCodeOf("cat other > /dev/null && echo well >&2"), 0);
  const auto output = outputOf({"cat", directory / "other"}, sandbox());
  ASSERT_TRUE(output);
  EXPECT_EQ(*output, "before\n");
}

TEST_F(SandboxTest, ReachesNoNetwork) {
  const std::string line = "exec 3<>/dev/udp/127.0.0.1/9";
  EXPECT_NE(exitCodeOf(line), 0);
  setenv("FLAME_SANDBOX", "0", /*overwrite=*/1);
  EXPECT_EQ(exitCodeOf(line), 0) << "what it could do without";
}

TEST_F(SandboxTest, HoldsForProgramsThatAreFed) {
  auto child = ChildProcess::start({"sh", "-c", "cat > '" + (directory / "other").string() + "'"},
                                   nullptr, sandbox());
  ASSERT_TRUE(child);
  EXPECT_FALSE(child->finish());
  EXPECT_EQ(textOf("other"), "before\n");
}

TEST_F(SandboxTest, DoesNotHoldUs) {
  EXPECT_EQ(exitCodeOf("true"), 0);
  std::ofstream(directory / "other") << "ours\n";
  EXPECT_EQ(textOf("other"), "ours\n");
  const auto without =
      runProgram({"sh", "-c", "echo free > '" + (directory / "other").string() + "'"});
  ASSERT_TRUE(without);
  EXPECT_EQ(textOf("other"), "free\n") << "a program that is given no sandbox";
}

TEST_F(SandboxTest, IsThereForWhoeverAsksForIt) {
  setenv("FLAME_SANDBOX", "", /*overwrite=*/1);
  EXPECT_EQ(exitCodeOf("echo after > other"), 0);
  EXPECT_EQ(textOf("other"), "after\n");
}

TEST_F(SandboxTest, SaysWhatItDoesNotUnderstand) {
  setenv("FLAME_SANDBOX", "yes", /*overwrite=*/1);
  const auto result = runProgram({"true"}, {}, sandbox());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind(), ErrorKind::Environment);
  EXPECT_THAT(result.error().text(), HasSubstr("FLAME_SANDBOX is 'yes'"));
}

TEST_F(SandboxTest, AFileThatIsNotThereIsAnError) {
  const auto result = runProgram({"true"}, {}, Sandbox{{directory / "missing"}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind(), ErrorKind::Environment);
  EXPECT_THAT(result.error().text(), HasSubstr("missing"));
}

} // namespace
} // namespace flame::rt
