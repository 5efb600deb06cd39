// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where ptxas is looked for.

#include "compiler/driver/FindPtxas.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace flame {
namespace {

using rt::TemporaryDirectory;

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
