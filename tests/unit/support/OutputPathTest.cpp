// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When two names mean one file.

#include "support/OutputPath.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

namespace flame::rt {

namespace fs = std::filesystem;

TEST(OutputPathTest, LinksAreTheFileBehindThem) {
  TemporaryDirectory directory;
  writeText(directory / "a", "text");
  fs::create_symlink("a", directory / "soft");
  fs::create_hard_link(directory / "a", directory / "hard");
  EXPECT_TRUE(isSameFile(directory / "a", directory / "a"));
  EXPECT_TRUE(isSameFile(directory / "a", directory / "soft"));
  EXPECT_TRUE(isSameFile(directory / "a", directory / "hard"));
  writeText(directory / "b", "text");
  EXPECT_FALSE(isSameFile(directory / "a", directory / "b"));
  EXPECT_FALSE(isSameFile(directory / "a", directory / "none"));
}

TEST(OutputPathTest, NamesOfFilesThatAreStillToBeWritten) {
  TemporaryDirectory directory;
  fs::create_directory(directory / "in");
  EXPECT_TRUE(isSameFile(directory / "none", directory / "in" / ".." / "none"));
  EXPECT_TRUE(isSameFile("none.png", "./none.png"));
  EXPECT_FALSE(isSameFile(directory / "none", directory / "in" / "none"));
  EXPECT_FALSE(isSameFile("", ""));
}

TEST(OutputPathTest, WhatIsNoFileTakesEverything) {
  EXPECT_FALSE(isSameFile("/dev/null", "/dev/null"));
}

} // namespace flame::rt
