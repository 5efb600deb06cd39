// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds are told apart by what the linker wrote into them.

#include "support/BuildIdentity.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <chrono>

namespace flame::rt {
namespace {

TEST(BuildIdentityTest, IsTheBuildIdOfTheProgram) {
  const std::string identity = buildIdentity(reinterpret_cast<const void *>(&buildIdentity));
  EXPECT_EQ(identity.size(), 40u) << "SHA-1 in hexadecimal: programs are linked with a build-id";
  EXPECT_EQ(identity.find_first_not_of("0123456789abcdef"), std::string::npos) << identity;
  static const int ofThisProgram = 0;
  EXPECT_EQ(buildIdentity(&ofThisProgram), identity);
}

TEST(BuildIdentityTest, IsAnotherOneForEveryLibrary) {
  const std::string libc = buildIdentity(reinterpret_cast<const void *>(&getenv));
  EXPECT_NE(libc, "");
  EXPECT_NE(libc, buildIdentity(reinterpret_cast<const void *>(&buildIdentity)));
}

TEST(BuildIdentityTest, TakesMicroseconds) {
  auto best = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < 20; ++i) {
    const auto start = std::chrono::steady_clock::now();
    buildIdentity(reinterpret_cast<const void *>(&buildIdentity));
    best = std::min(best, std::chrono::steady_clock::now() - start);
  }
  EXPECT_LT(best, std::chrono::milliseconds(1));
}

TEST(FileIdentityTest, ChangesWithTheFile) {
  TemporaryDirectory directory;
  writeText(directory / "tool", "one");
  const std::string first = fileIdentity(directory / "tool");
  EXPECT_EQ(fileIdentity(directory / "tool"), first);
  writeText(directory / "tool", "other");
  EXPECT_NE(fileIdentity(directory / "tool"), first);
  EXPECT_NE(fileIdentity(directory / "none"), fileIdentity(directory / "tool"));
}

} // namespace
} // namespace flame::rt
