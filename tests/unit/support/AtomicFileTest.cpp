// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An output file is there completely or not at all, however the program ends.

#include "support/AtomicFile.h"

#include "support/Descriptor.h"
#include "support/OutputLock.h"
#include "support/TemporaryFiles.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace flame::rt {

TEST(AtomicFileTest, AppearsOnlyWithTheCommit) {
  TemporaryDirectory directory;
  Result<AtomicFile> file = AtomicFile::create(directory / "out.txt");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write("hello "));
  EXPECT_FALSE(std::filesystem::exists(directory / "out.txt"));
  ASSERT_TRUE(file->write("world"));
  ASSERT_TRUE(file->commit(Durability::Sync));
  EXPECT_EQ(readText(directory / "out.txt"), "hello world");
  EXPECT_EQ(directory.count(), 1u);
}

TEST(AtomicFileTest, LeavesNothingWithoutACommit) {
  TemporaryDirectory directory;
  {
    Result<AtomicFile> file = AtomicFile::create(directory / "out.txt");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half of it"));
    EXPECT_EQ(directory.count(), 1u);
  }
  EXPECT_EQ(directory.count(), 0u);
}

TEST(AtomicFileTest, KeepsTheOldFileUntilTheCommit) {
  TemporaryDirectory directory;
  writeText(directory / "out.txt", "old");
  {
    Result<AtomicFile> file = AtomicFile::create(directory / "out.txt");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("new"));
  }
  EXPECT_EQ(readText(directory / "out.txt"), "old");
  Result<AtomicFile> file = AtomicFile::create(directory / "out.txt");
  ASSERT_TRUE(file && file->write("new") && file->commit());
  EXPECT_EQ(readText(directory / "out.txt"), "new");
}

TEST(AtomicFileTest, WhatAKilledProgramLeftIsTold) {
  TemporaryDirectory directory;
  const char *const others[] = {".notes.txt.tmp",
                                ".data.cafe.tmp",
                                ".out.txt.0123456789abcdef.tmp",
                                ".out.txt.flamec-0123456789abcdef0123456789abcdef.tmp",
                                ".flamec-0123456789abcdef0123456789abcdef.tmp",
                                "..tmp"};
  constexpr size_t kOthers = std::size(others);
  for (const char *name : others)
    writeText(directory / name, "somebody else's");
  writeText(directory / "out.txt", "old");
  const pid_t child = fork();
  if (child == 0) {
    Result<AtomicFile> file = AtomicFile::create(directory / "out.txt");
    if (file && file->write("half of it"))
      kill(getpid(), SIGKILL);
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  Result<AtomicFile> mine = AtomicFile::create(directory / "out.txt");
  ASSERT_TRUE(mine && mine->write("new"));
  EXPECT_EQ(directory.count(), kOthers + 3);
  AtomicFile::removeAbandoned(directory.get());
  EXPECT_EQ(directory.count(), kOthers + 2);
  ASSERT_TRUE(mine->commit());
  EXPECT_EQ(readText(directory / "out.txt"), "new");
  for (const char *name : others)
    EXPECT_EQ(readText(directory / name), "somebody else's") << name;
  AtomicFile::removeAbandoned(directory / "nowhere"); // is no error
}

TEST(AtomicFileTest, KnowsItsTemporaryNames) {
  TemporaryDirectory directory;
  for (const std::string &target : {std::string("out.txt"), std::string(255, 'n'),
                                    std::string(".a.flamec-b.tmp"), std::string("a\xff\n")}) {
    const std::string name = temporaryName(directory / target.c_str()).filename().string();
    EXPECT_LE(name.size(), 255u);
    EXPECT_TRUE(isTemporaryName(name)) << name;
    EXPECT_FALSE(isTemporaryName("." + name)) << "its hash is that of another name";
    for (size_t i = 0; i < name.size(); ++i) {
      std::string changed = name;
      changed[i] = changed[i] == 'b' ? 'c' : 'b';
      EXPECT_FALSE(isTemporaryName(changed)) << changed;
      EXPECT_FALSE(isTemporaryName(name.substr(0, i)));
      EXPECT_FALSE(isTemporaryName(name.substr(i + 1)));
    }
  }
  EXPECT_NE(temporaryName("a"), temporaryName("a"));
}

/// A name that we would make, of a folder or a link: neither is a file of ours.
TEST(AtomicFileTest, RemovesNoLinksAndFolders) {
  TemporaryDirectory directory;
  writeText(directory / "target", "of the user");
  const std::filesystem::path link = temporaryName(directory / "a"),
                              folder = temporaryName(directory / "a"),
                              pipe = temporaryName(directory / "a");
  std::filesystem::create_symlink("target", link);
  std::filesystem::create_directory(folder);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  AtomicFile::removeAbandoned(directory.get());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(std::filesystem::is_directory(folder));
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(readText(directory / "target"), "of the user");
}

TEST(AtomicFileTest, TakesBackWhatItWroteIfNotAllCanBe) {
  TemporaryDirectory directory;
  Result<AtomicFile> first = AtomicFile::create(directory / "first"),
                     second = AtomicFile::create(directory / "second"),
                     third = AtomicFile::create(directory / "third");
  ASSERT_TRUE(first && second && third);
  std::filesystem::create_directory(directory / "third"); // in the way
  EXPECT_FALSE(AtomicFile::commitAll({&*first, &*second, &*third}));
  EXPECT_EQ(directory.count(), 1u);
}

TEST(AtomicFileTest, FollowsSymbolicLinks) {
  TemporaryDirectory directory;
  writeText(directory / "target.txt", "old");
  std::filesystem::create_symlink("target.txt", directory / "link.txt");
  Result<AtomicFile> file = AtomicFile::create(directory / "link.txt");
  ASSERT_TRUE(file && file->write("new") && file->commit());
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link.txt"));
  EXPECT_EQ(readText(directory / "target.txt"), "new");
}

/// Standard output may be a file without a name, such as a deleted one. The link that led there,
/// such as /dev/stdout, stays.
TEST(AtomicFileTest, WritesFilesWithoutANameInPlace) {
  TemporaryDirectory directory;
  const Descriptor memory(memfd_create("nameless", MFD_CLOEXEC));
  const Descriptor deleted(open((directory / "file").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  std::filesystem::remove(directory / "file");
  for (const Descriptor *file : {&memory, &deleted}) {
    const std::filesystem::path link = directory / "stdout";
    std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(file->get()), link);
    ASSERT_TRUE(OutputLock::alone(link));
    ASSERT_TRUE(writeOutput(link, "text"));
    char text[4] = {};
    EXPECT_EQ(pread(file->get(), text, sizeof text, 0), ssize_t(sizeof text));
    EXPECT_EQ(std::string_view(text, sizeof text), "text");
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(directory.count(), 1u);
    std::filesystem::remove(link);
  }
}

// A pipe stands for /dev/null and its like, which a failing test could replace when it runs as
// root.
TEST(AtomicFileTest, WritesToPipesAndDevicesInPlace) {
  TemporaryDirectory directory;
  std::filesystem::path pipe = directory / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  Result<AtomicFile> file = AtomicFile::create(pipe);
  ASSERT_TRUE(file && file->write("through") && file->commit());
  char text[16] = {};
  EXPECT_EQ(read(reader, text, sizeof(text)), 7);
  EXPECT_STREQ(text, "through");
  close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(directory.count(), 1u);
}

/// The message of a program that is told not to wait while it writes `bytes` to a pipe that is not
/// read.
static std::string brokenPipeError(const std::filesystem::path &pipe, size_t bytes) {
  int message[2] = {};
  if (::pipe(message) != 0)
    return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      AtomicFile::stopWaiting();
    }).detach();
    const Status status = writeOutput(pipe, std::string(bytes, 'x'));
    const std::string text = status ? "written" : status.error().text();
    (void)!::write(message[1], text.data(), text.size());
    _exit(0);
  }
  close(message[1]);
  std::string text(1000, 0);
  text.resize(size_t(std::max<ssize_t>(0, read(message[0], text.data(), text.size()))));
  close(message[0]);
  waitpid(child, nullptr, 0);
  return text;
}

TEST(AtomicFileTest, WaitsForReadersOfPipesUntilItIsToldNotTo) {
  TemporaryDirectory directory;
  const std::filesystem::path pipe = directory / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string interrupted = "cannot write '" + pipe.string() + "': interrupted";
  EXPECT_EQ(brokenPipeError(pipe, 1), interrupted);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_EQ(brokenPipeError(pipe, 1), "written");
  EXPECT_EQ(brokenPipeError(pipe, 1 << 20), interrupted);
  close(reader);
  std::jthread late([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(readText(pipe), std::string(1 << 20, 'y'));
  });
  EXPECT_TRUE(writeOutput(pipe, std::string(1 << 20, 'y')));
}

TEST(AtomicFileTest, NamesTheFileItCannotWrite) {
  TemporaryDirectory directory;
  Result<AtomicFile> missing = AtomicFile::create(directory / "nowhere/out.txt");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().text().find("nowhere/out.txt': No such file"), std::string::npos);
  EXPECT_EQ(missing.error().note(), "create the directory first");
  EXPECT_FALSE(AtomicFile::create(directory.get()));
  EXPECT_FALSE(AtomicFile::create(directory.get() / ""));
}

TEST(AtomicFileTest, ReportsWhatStopsAWrite) {
  TemporaryDirectory directory;
  // A limit on the size of files stands for a full disk.
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  Status status;
  {
    Result<AtomicFile> file = AtomicFile::create(directory / "out.txt");
    ASSERT_TRUE(file);
    status = file->write("more than four bytes");
  }
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind(), ErrorKind::Environment);
  EXPECT_NE(status.error().text().find("out.txt': File too large"), std::string::npos);
  EXPECT_EQ(directory.count(), 0u);
}

TEST(AtomicFileTest, ManyFilesMayBeWrittenAtOnce) {
  TemporaryDirectory directory;
  std::vector<AtomicFile> files;
  for (int i = 0; i < 200; ++i) {
    Result<AtomicFile> file = AtomicFile::create(directory / ("out" + std::to_string(i)).c_str());
    ASSERT_TRUE(file) << file.error().str();
    files.push_back(*std::move(file));
  }
  EXPECT_EQ(directory.count(), 200u);
  files.clear();
  EXPECT_EQ(directory.count(), 0u);
}

TEST(AtomicFileTest, NewFilesHaveOrdinaryPermissions) {
  TemporaryDirectory directory;
  mode_t before = umask(0027);
  Result<AtomicFile> file = AtomicFile::create(directory / "out.txt");
  umask(before);
  ASSERT_TRUE(file && file->commit());
  struct stat info{};
  ASSERT_EQ(stat((directory / "out.txt").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(AtomicFileTest, AnInterruptRemovesWhatIsUnfinished) {
  TemporaryDirectory directory;
  pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    AtomicFile::removeAllOnSignals();
    Result<AtomicFile> kept = AtomicFile::create(directory / "kept.txt");
    Result<AtomicFile> lost = AtomicFile::create(directory / "lost.txt");
    if (kept && lost && kept->write("kept") && kept->commit() && lost->write("lost"))
      raise(SIGINT);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGINT);
  EXPECT_EQ(directory.count(), 1u);
  EXPECT_EQ(readText(directory / "kept.txt"), "kept");
}

/// The message of a failed write; empty if it worked.
static std::string write(const std::filesystem::path &path, std::string_view text) {
  const Status status = writeOutput(path, text);
  return status ? "" : status.error().text();
}

TEST(WriteOutputTest, ReplacesAFileAsAWhole) {
  TemporaryDirectory directory;
  writeText(directory / "out", "a long old text");
  const int reader = open((directory / "out").c_str(), O_RDONLY);
  EXPECT_EQ(write(directory / "out", std::string_view("a\0b\n\xff", 5)), "");
  char old[32] = {};
  EXPECT_EQ(read(reader, old, sizeof(old)), 15);
  close(reader);
  EXPECT_EQ(readText(directory / "out"), std::string("a\0b\n\xff", 5));
  EXPECT_EQ(directory.count(), 1u);
}

TEST(WriteOutputTest, WritesIntoTheCurrentDirectory) {
  TemporaryDirectory directory;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.get());
  EXPECT_EQ(write("plain", "x"), "");
  std::filesystem::current_path(before);
  EXPECT_EQ(readText(directory / "plain"), "x");
}

TEST(WriteOutputTest, AcceptsNamesOfFullLength) {
  TemporaryDirectory directory;
  const std::string name(255, 'n');
  EXPECT_EQ(write(directory / name.c_str(), "x"), "");
  EXPECT_EQ(readText(directory / name.c_str()), "x");
}

TEST(WriteOutputTest, ReportsAFullDevice) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP() << "there is no /dev/full";
  EXPECT_EQ(write("/dev/full", "x"), "cannot write '/dev/full': No space left on device");
}

TEST(WriteOutputTest, WritesToStandardOutput) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(write("-", "text"), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "text");
}

} // namespace flame::rt
