// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output files: complete or absent, whatever stands in the way.

#include "compiler/text/Output.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace flame {
namespace {

using rt::readText;
using rt::TemporaryDirectory;
using rt::writeText;

/// The message of a failed write; empty if it worked.
std::string write(const std::filesystem::path &path, llvm::StringRef bytes) {
  return llvm::toString(writeFileAtomically(path.string(), bytes));
}

TEST(OutputTest, WritesANewFile) {
  TemporaryDirectory directory;
  const std::string bytes("a\0b\n\xff", 5);
  EXPECT_EQ(write(directory / "out.cubin", bytes), "");
  EXPECT_EQ(readText(directory / "out.cubin"), bytes);
  EXPECT_EQ(directory.count(), 1u);
}

TEST(OutputTest, GivesTheUsualPermissions) {
  TemporaryDirectory directory;
  const mode_t before = umask(027);
  EXPECT_EQ(write(directory / "out", "x"), "");
  umask(before);
  struct stat info{};
  ASSERT_EQ(stat((directory / "out").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(OutputTest, WritesIntoTheCurrentDirectory) {
  TemporaryDirectory directory;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.get());
  EXPECT_EQ(write("plain", "x"), "");
  std::filesystem::current_path(before);
  EXPECT_EQ(readText(directory / "plain"), "x");
}

TEST(OutputTest, ReplacesAFileAsAWhole) {
  TemporaryDirectory directory;
  writeText(directory / "out", "a long old text");
  const int reader = open((directory / "out").c_str(), O_RDONLY);
  EXPECT_EQ(write(directory / "out", "new"), "");
  char old[32] = {};
  EXPECT_EQ(read(reader, old, sizeof(old)), 15);
  close(reader);
  EXPECT_EQ(readText(directory / "out"), "new");
}

TEST(OutputTest, FollowsALink) {
  TemporaryDirectory directory;
  writeText(directory / "target", "old");
  std::filesystem::create_symlink("target", directory / "link");
  EXPECT_EQ(write(directory / "link", "new"), "");
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link"));
  EXPECT_EQ(readText(directory / "target"), "new");
}

TEST(OutputTest, WritesToAPipe) {
  TemporaryDirectory directory;
  ASSERT_EQ(mkfifo((directory / "pipe").c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = readText(directory / "pipe"); });
  EXPECT_EQ(write(directory / "pipe", "through"), "");
  reader.join();
  EXPECT_EQ(received, "through");
  EXPECT_TRUE(std::filesystem::is_fifo(directory / "pipe"));
}

TEST(OutputTest, AcceptsNamesOfFullLength) {
  TemporaryDirectory directory;
  const std::string name(255, 'n');
  EXPECT_EQ(write(directory / name.c_str(), "x"), "");
  EXPECT_EQ(readText(directory / name.c_str()), "x");
}

TEST(OutputTest, RefusesADirectory) {
  TemporaryDirectory directory;
  EXPECT_EQ(write(directory.get(), "x"),
            "cannot write '" + directory.get().string() + "': Is a directory");
}

TEST(OutputTest, ReportsADirectoryThatIsMissing) {
  TemporaryDirectory directory;
  const std::filesystem::path path = directory / "missing/out";
  EXPECT_EQ(write(path, "x"), "cannot write '" + path.string() + "': No such file or directory");
  EXPECT_EQ(directory.count(), 0u);
}

TEST(OutputTest, ReportsAFullDevice) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP() << "there is no /dev/full";
  EXPECT_EQ(write("/dev/full", "x"), "cannot write '/dev/full': No space left on device");
}

TEST(OutputTest, LeavesNothingBehindWhenTheDiskIsFull) {
  TemporaryDirectory directory;
  writeText(directory / "out", "old");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto *handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = write(directory / "out", std::string(100000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, "cannot write '" + (directory / "out").string() + "': File too large");
  EXPECT_EQ(readText(directory / "out"), "old");
  EXPECT_EQ(directory.count(), 1u);
}

TEST(OutputTest, WritesToStandardOutput) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(write("-", "text"), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "text");
}

} // namespace
} // namespace flame
