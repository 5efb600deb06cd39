// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code made again by a compiler, here a script: what it is given, what is kept, what is refused.

#include "runtime/frame/Recompile.h"

#include "artefact/TrustList.h"
#include "tests/unit/runtime/TemporaryDirectory.h"
#include "tests/unit/runtime/TestArtefact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

namespace flame::rt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RecompileTest : public testing::Test {
protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);
    setenv("XDG_DATA_HOME", (directory / "data").c_str(), 1);
    gpu.computeMajor = 9;
    const std::string made = *writeArtefact(testContents());
    writeText(directory / "made", made);
    digest = codeDigest(std::as_bytes(std::span(made)));
    // "-" --target=T "-o" FILE
    useCompiler("[ \"$1\" = - ] && [ \"$3\" = -o ] || exit 2\n" + kWork);
  }
  void TearDown() override {
    std::signal(SIGPIPE, SIG_DFL);
    unsetenv("XDG_DATA_HOME");
  }

  /// Makes a script the compiler, with a time in the past as packages have.
  void useCompiler(const std::string &lines) {
    writeText(options.compiler, "#!/bin/sh\ncd " + directory.get().string() + "\n" + lines);
    fs::permissions(options.compiler, fs::perms::owner_all);
    fs::last_write_time(options.compiler, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  /// Enters what is made into the list, as flamec does.
  void trustMade() { ASSERT_TRUE(TrustList::open(TrustList::defaultPath())->add(digest)); }

  Result<Artefact> recompileIt() const { return recompile(given, gpu, options); }
  std::string calls() const { return readText(directory / "calls"); }

  static inline const std::string kWork = "cat > input; echo \"$2\" >> calls; cp made \"$4\"\n";

  TemporaryDirectory directory;
  Artefact given = *Artefact::parse(testFile(), "edge.cubin");
  DeviceInfo gpu;
  std::string digest;
  RecompileOptions options = {directory / "flamec", directory / "cache/recompiled", nullptr};
};

TEST_F(RecompileTest, IsMadeOnceFromTheArtefactItself) {
  trustMade();
  int started = 0;
  options.onStart = [&] { ++started; };
  const Result<Artefact> made = recompileIt();
  ASSERT_TRUE(made) << made.error().str();
  EXPECT_EQ(made->digest(), digest);
  EXPECT_EQ(readText(directory / "input"), asText(given.contents()));
  ASSERT_TRUE(recompileIt());
  EXPECT_EQ(calls(), "--target=sm_90\n");
  EXPECT_EQ(started, 1);
}

TEST_F(RecompileTest, ANewCompilerMakesItAgain) {
  trustMade();
  ASSERT_TRUE(recompileIt());
  // Installed with the time of its package, which is before the last use of the old one.
  fs::last_write_time(options.compiler,
                      fs::last_write_time(options.compiler) + std::chrono::minutes(1));
  ASSERT_TRUE(recompileIt());
  EXPECT_EQ(calls(), "--target=sm_90\n--target=sm_90\n");
}

TEST_F(RecompileTest, SomethingElseInItsPlaceIsReplaced) {
  trustMade();
  ASSERT_TRUE(recompileIt());
  for (const fs::directory_entry &entry : fs::directory_iterator(options.folder))
    writeText(entry.path(), *writeArtefact([] {
                ArtefactContents other = testContents();
                other.genome = "of a stranger";
                return other;
              }()));
  const Result<Artefact> made = recompileIt();
  ASSERT_TRUE(made);
  EXPECT_EQ(made->digest(), digest);
}

TEST_F(RecompileTest, WhatTheCompilerDoesNotVouchForIsRefused) {
  const Result<Artefact> made = recompileIt();
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().text(), "what flamec made is not in the list of trusted code");
  EXPECT_THAT(made.error().note(), HasSubstr("data/flamec/trusted' can be written"));
}

TEST_F(RecompileTest, WithoutMachineCodeTheDriverCompiles) {
  trustMade();
  useCompiler("[ \"$2\" = --target=ptx ] || exit 3\n" + kWork);
  ASSERT_TRUE(recompileIt());
  EXPECT_EQ(calls(), "--target=ptx\n");
}

TEST_F(RecompileTest, AFailureIsThatOfTheCompiler) {
  useCompiler("cat > input; echo no such flame >&2; exit 1\n");
  const Result<Artefact> made = recompileIt();
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().text(), HasSubstr("flamec failed with exit code 1"));
  EXPECT_EQ(made.error().note(), "no such flame");
}

TEST_F(RecompileTest, NeedsACompilerAndAFolder) {
  options.compiler.clear();
  EXPECT_EQ(recompileIt().error().text(), "there is no flamec to compile it again");
  options.compiler = directory / "flamec";
  options.folder.clear();
  EXPECT_EQ(recompileIt().error().note(), "set HOME or XDG_CACHE_HOME");
  options.folder = "/dev/null/recompiled";
  EXPECT_THAT(recompileIt().error().text(), HasSubstr("cannot create '/dev/null/recompiled'"));
}

TEST_F(RecompileTest, TheOldestAreForgotten) {
  trustMade();
  fs::create_directories(options.folder);
  const auto nameOf = [](int i) {
    const std::string number = std::to_string(i);
    return std::string(64 - number.size(), '0') + number + ".sm_90.1.2.cubin";
  };
  for (int i = 0; i < 150; ++i) {
    const fs::path old = options.folder / nameOf(i);
    writeText(old, "\x7f"
                   "ELF and so on");
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(200 - i));
  }
  ASSERT_TRUE(recompileIt());
  EXPECT_EQ(std::distance(fs::directory_iterator(options.folder), fs::directory_iterator()), 100);
  EXPECT_FALSE(fs::exists(options.folder / nameOf(50)));
  EXPECT_TRUE(fs::exists(options.folder / nameOf(51)));
}

TEST_F(RecompileTest, OnlyWhatFlamecMadeIsForgottenOrReplaced) {
  trustMade();
  fs::create_directories(options.folder);
  const std::string hash(64, 'a'), rest = ".sm_90.1.2.cubin";
  std::vector<fs::path> others;
  for (int i = 0; i < 120; ++i) // of the user: by name no artefact of ours, or by content none
    others.push_back(options.folder / (i % 2 ? std::to_string(i) + ".cubin"
                                             : hash.substr(3) + std::to_string(100 + i) + rest));
  for (const fs::path &path : others) {
    writeText(path, path.filename().string().size() > 64 ? "text"
                                                         : "\x7f"
                                                           "ELF");
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(200));
  }
  ASSERT_TRUE(recompileIt());
  for (const fs::path &path : others)
    EXPECT_TRUE(fs::exists(path)) << path;

  // A link of the name that an artefact would get leads to a file of the user.
  fs::path made;
  for (const fs::directory_entry &entry : fs::directory_iterator(options.folder))
    if (std::ranges::find(others, entry.path()) == others.end())
      made = entry.path();
  writeText(directory / "target", "of the user");
  fs::remove(made);
  fs::create_symlink(directory / "target", made);
  const Result<Artefact> again = recompileIt();
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().text(), HasSubstr("is nothing that flamec made"));
  EXPECT_EQ(readText(directory / "target"), "of the user");
}

} // namespace
} // namespace flame::rt
