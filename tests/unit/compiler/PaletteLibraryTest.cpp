// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which palette library is read: the one on the command line, then the one of the environment, then
// an installed one.

#include "compiler/genome/PaletteLibrary.h"

#include "gtest/gtest.h"

#include <cstdlib>

namespace flame {

namespace {

/// Sets flam3_palettes for one test.
class PaletteLibraryPathTest : public testing::Test {
protected:
  void SetUp() override {
    if (const char *value = std::getenv("flam3_palettes"))
      before = value;
    unsetenv("flam3_palettes");
  }
  void TearDown() override {
    if (before.empty())
      unsetenv("flam3_palettes");
    else
      setenv("flam3_palettes", before.c_str(), 1);
  }

private:
  std::string before;
};

constexpr llvm::StringLiteral kThere[] = {"/nowhere/flam3-palettes.xml", "/", "/dev"};
constexpr llvm::StringLiteral kNowhere[] = {"/nowhere/flam3-palettes.xml"};

TEST_F(PaletteLibraryPathTest, TakesWhatTheUserNames) {
  setenv("flam3_palettes", "of the environment", 1);
  EXPECT_EQ(findPaletteLibrary("named", kThere), "named");
}

TEST_F(PaletteLibraryPathTest, ThenWhatTheEnvironmentNames) {
  setenv("flam3_palettes", "of the environment", 1);
  EXPECT_EQ(findPaletteLibrary("", kThere), "of the environment");
}

TEST_F(PaletteLibraryPathTest, ThenTheFirstThatIsInstalled) {
  setenv("flam3_palettes", "", 1);
  EXPECT_EQ(findPaletteLibrary("", kThere), "/");
}

TEST_F(PaletteLibraryPathTest, AndOtherwiseNone) {
  EXPECT_EQ(findPaletteLibrary("", kNowhere), "");
}

TEST_F(PaletteLibraryPathTest, KnowsWherePackagesPutIt) {
  EXPECT_EQ(installedPaletteLibraries().front(), "/usr/share/flam3/flam3-palettes.xml");
}

} // namespace

} // namespace flame
