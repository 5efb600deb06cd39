// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running other programs, with the shell in the place of ptxas.

#include "compiler/codegen/RunTool.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace flame {
namespace {

using rt::TemporaryDirectory;

/// Runs a script, which must end by itself.
ToolResult runScript(llvm::StringRef script, llvm::StringRef input = "") {
  auto result = runTool("/bin/sh", {"-c", script}, input);
  if (result)
    return *result;
  ADD_FAILURE() << llvm::toString(result.takeError());
  return {};
}

TEST(RunToolTest, PassesInputAndCapturesBothStreams) {
  ToolResult result = runScript("cat; echo complaint >&2", "text\n");
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.standardOutput, "text\n");
  EXPECT_EQ(result.standardError, "complaint\n");
}

TEST(RunToolTest, ReportsTheExitCode) { EXPECT_EQ(runScript("exit 255").exitCode, 255); }

TEST(RunToolTest, PassesArgumentsAsTheyAre) {
  auto result =
      runTool("/bin/sh", {"-c", "printf '<%s>' \"$@\"", "sh", "a b", "", "$HOME;'\"*"}, "");
  ASSERT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result->standardOutput, "<a b><><$HOME;'\"*>");
}

TEST(RunToolTest, FindsProgramsInThePath) {
  auto result = runTool("sh", {"-c", "echo found"}, "");
  ASSERT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result->standardOutput, "found\n");
}

TEST(RunToolTest, IsNotStoppedByFullPipes) {
  const size_t size = 4 << 20; // far more than a pipe holds
  const std::string input(size, 'x');
  ToolResult result = runScript("cat; head -c 3000000 /dev/zero >&2; cat /dev/null", input);
  EXPECT_EQ(result.standardOutput, input);
  EXPECT_EQ(result.standardError.size(), 3000000u);
}

TEST(RunToolTest, NeedsNobodyToReadTheInput) {
  EXPECT_EQ(runScript("exit 3", std::string(4 << 20, 'x')).exitCode, 3);
}

TEST(RunToolTest, GivesAnEmptyInput) { EXPECT_EQ(runScript("wc -c").standardOutput.back(), '\n'); }

TEST(RunToolTest, LetsTheToolOpenItsStreamsByName) {
  ToolResult result = runScript("cat /dev/stdin > /dev/stdout", "bytes");
  EXPECT_EQ(result.standardOutput, "bytes");
}

TEST(RunToolTest, ReportsAProgramThatIsMissing) {
  auto result = runTool("/nonexistent/ptxas", {}, "");
  ASSERT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(llvm::toString(result.takeError()),
            "cannot run '/nonexistent/ptxas': No such file or directory");
}

TEST(RunToolTest, ReportsAProgramThatDies) {
  auto result = runTool("/bin/sh", {"-c", "kill -TERM $$"}, "");
  ASSERT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(llvm::toString(result.takeError()),
            "cannot run '/bin/sh': it died of signal 15 (Terminated)");
}

TEST(RunToolTest, DoesNotPassOnIgnoredSignals) {
  auto *before = std::signal(SIGPIPE, SIG_IGN);
  // The writer of a broken pipe dies quietly, as it does in a terminal.
  ToolResult result = runScript("yes 2>/dev/null | head -n 1; echo done");
  std::signal(SIGPIPE, before);
  EXPECT_EQ(result.standardOutput, "y\ndone\n");
}

TEST(RunToolTest, LeavesNoDescriptorsOpen) {
  auto open = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  const auto before = open();
  runScript("true");
  llvm::consumeError(runTool("/nonexistent", {}, "x").takeError());
  EXPECT_EQ(open(), before);
}

/// Sets variables of the environment for the length of a test.
class FindPtxasTest : public testing::Test {
protected:
  void SetUp() override {
    for (const char *name : kNames)
      saved.emplace_back(std::getenv(name) ? std::optional<std::string>(std::getenv(name))
                                           : std::nullopt);
    unsetenv("CUDA_HOME");
    unsetenv("CUDA_PATH");
    setenv("PATH", "/nonexistent", 1);
  }
  void TearDown() override {
    for (size_t i = 0; i < std::size(kNames); ++i)
      saved[i] ? setenv(kNames[i], saved[i]->c_str(), 1) : unsetenv(kNames[i]);
  }
  /// A toolkit called `name` with an empty ptxas; returns its path.
  std::string makeToolkit(const char *name, bool isExecutable = true) {
    const std::filesystem::path bin = directory / name / "bin";
    std::filesystem::create_directories(bin);
    rt::writeText(bin / "ptxas", "#!/bin/sh\n");
    if (isExecutable)
      std::filesystem::permissions(bin / "ptxas", std::filesystem::perms::owner_all);
    return (directory / name).string();
  }

  static constexpr const char *kNames[] = {"CUDA_HOME", "CUDA_PATH", "PATH"};
  TemporaryDirectory directory;
  std::vector<std::optional<std::string>> saved;
};

TEST_F(FindPtxasTest, LooksIntoTheVariablesFirstAndThenThePath) {
  const std::string home = makeToolkit("home"), path = makeToolkit("path"),
                    shell = makeToolkit("shell");
  setenv("PATH", (shell + "/bin").c_str(), 1);
  EXPECT_EQ(findPtxas(), shell + "/bin/ptxas");
  setenv("CUDA_PATH", path.c_str(), 1);
  EXPECT_EQ(findPtxas(), path + "/bin/ptxas");
  setenv("CUDA_HOME", home.c_str(), 1);
  EXPECT_EQ(findPtxas(), home + "/bin/ptxas");
}

TEST_F(FindPtxasTest, PassesOverWhatCannotBeRun) {
  const std::string shell = makeToolkit("shell");
  setenv("PATH", (shell + "/bin").c_str(), 1);
  setenv("CUDA_HOME", makeToolkit("broken", /*isExecutable=*/false).c_str(), 1);
  setenv("CUDA_PATH", "", 1);
  EXPECT_EQ(findPtxas(), shell + "/bin/ptxas");
}

TEST_F(FindPtxasTest, KnowsTheUsualPlace) {
  const std::string usual = "/usr/local/cuda/bin/ptxas";
  EXPECT_EQ(findPtxas(), std::filesystem::exists(usual) ? std::optional(usual) : std::nullopt);
}

} // namespace
} // namespace flame
