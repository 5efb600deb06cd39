// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be read, and that reading ends.

#include "compiler/text/SourceFile.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include "llvm/Support/Error.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/stat.h>

namespace flame {

/// The content of a file, or why it cannot be read.
static std::string contentOf(const std::filesystem::path &path) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer = readSource(path.string());
  return buffer ? (*buffer)->getBuffer().str() : "error: " + llvm::toString(buffer.takeError());
}

TEST(SourceFileTest, ReadsFiles) {
  rt::TemporaryDirectory directory;
  std::ofstream(directory / "a.flame") << "<flame/>";
  std::ofstream(directory / "empty.flame") << "";
  EXPECT_EQ(contentOf(directory / "a.flame"), "<flame/>");
  EXPECT_EQ(contentOf(directory / "empty.flame"), "");
  EXPECT_EQ(contentOf(directory / "none.flame"), "error: No such file or directory");
  EXPECT_EQ(contentOf(directory.get()), "error: Is a directory");
}

TEST(SourceFileTest, ReadsPipesToTheirEnd) {
  rt::TemporaryDirectory directory;
  const std::filesystem::path path = directory / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string text(300'000, 'x'); // more than a pipe holds
  std::thread writer([&] { std::ofstream(path) << text; });
  const std::string content = contentOf(path);
  writer.join();
  EXPECT_EQ(content, text);
}

TEST(SourceFileTest, ReadsFilesThatDoNotKnowTheirSize) {
  EXPECT_EQ(contentOf("/proc/self/comm").substr(0, 4), "unit");
}

/// An editor that saves, or an attacker, truncates a file while it is read. Pages of a mapped file
/// would then have nothing behind them.
TEST(SourceFileTest, KeepsWhatItReadOfAFileThatIsCutOff) {
  rt::TemporaryDirectory directory;
  const std::string text(1'000'000, 'x');
  std::ofstream(directory / "a.flame") << text;
  auto buffer = readSource((directory / "a.flame").string());
  ASSERT_TRUE(bool(buffer));
  std::filesystem::resize_file(directory / "a.flame", 0);
  EXPECT_TRUE((*buffer)->getBuffer() == text);
}

TEST(SourceFileTest, RefusesWhatIsTooLong) {
  rt::TemporaryDirectory directory;
  std::ofstream(directory / "long.flame") << "";
  std::filesystem::resize_file(directory / "long.flame", kMaxSourceBytes + 1);
  EXPECT_EQ(contentOf(directory / "long.flame"), "error: it has more than 256 MiB");
  EXPECT_EQ(contentOf("/dev/zero"), "error: it has more than 256 MiB");
}

} // namespace flame
