// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of trusted code: what is entered is found again, by other programs too; damage costs
// entries, never more than those it hit; a list that others could have written is refused.

#include "artefact/TrustList.h"

#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace flame::rt {
namespace {

std::string digestOf(std::string_view text) { return codeDigest(std::as_bytes(std::span(text))); }

TrustList take(Result<TrustList> list) {
  EXPECT_TRUE(list) << (list ? "" : list.error().str());
  return *std::move(list);
}

class TrustListTest : public testing::Test {
protected:
  void add(std::string_view text) {
    const Status status = take(TrustList::open(path)).add(digestOf(text));
    EXPECT_TRUE(status) << status.error().str();
  }
  bool trusts(std::string_view text) {
    return take(TrustList::open(path)).contains(digestOf(text));
  }

  TemporaryDirectory directory;
  std::filesystem::path path = directory / "data/flamec/trusted";
};

TEST_F(TrustListTest, DigestIsThatOfTheStandard) {
  EXPECT_EQ(digestOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digestOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_F(TrustListTest, NoFileIsAnEmptyList) {
  EXPECT_FALSE(trusts("one"));
  EXPECT_FALSE(take(TrustList::open("")).contains(digestOf("one")));
  EXPECT_FALSE(std::filesystem::exists(path)) << "looking makes no file";
}

TEST_F(TrustListTest, WhatWasEnteredIsFoundAgain) {
  add("one");
  add("two");
  EXPECT_TRUE(trusts("one") && trusts("two"));
  EXPECT_FALSE(trusts("three"));
}

TEST_F(TrustListTest, ListKnowsAtOnceWhatItWasGiven) {
  TrustList list = take(TrustList::open(path));
  ASSERT_TRUE(list.add(digestOf("one")));
  EXPECT_TRUE(list.contains(digestOf("one")));
}

TEST_F(TrustListTest, IsForTheUserAlone) {
  add("one");
  struct stat status;
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(TrustListTest, NothingIsEnteredTwice) {
  TrustList early = take(TrustList::open(path)); // does not know what follows
  add("one");
  add("one");
  ASSERT_TRUE(early.add(digestOf("one")));
  EXPECT_EQ(readText(path), digestOf("one") + "\n");
}

TEST_F(TrustListTest, DamageCostsNoOtherEntries) {
  add("one");
  std::string text = readText(path);
  text += "no digest\n\n" + std::string(64, 'G') + "\n" + digestOf("long") + "0\n" +
          std::string("\0\xff\n", 3);
  writeText(path, text + digestOf("unfinished").substr(0, 20));
  EXPECT_TRUE(trusts("one"));
  EXPECT_FALSE(trusts("long"));
  EXPECT_FALSE(trusts("unfinished"));
  const TrustList list = take(TrustList::open(path));
  for (const std::string &line : {std::string(), std::string("no digest"), digestOf("long") + "0"})
    EXPECT_FALSE(list.contains(line)) << line;
  add("two"); // on a line of its own
  EXPECT_TRUE(trusts("one") && trusts("two"));
}

TEST_F(TrustListTest, LastLineNeedsNoEnd) {
  add("one");
  writeText(path, digestOf("one"));
  EXPECT_TRUE(trusts("one"));
  add("two");
  EXPECT_EQ(readText(path), digestOf("one") + "\n" + digestOf("two") + "\n");
}

TEST_F(TrustListTest, SeveralMayAddAtATime) {
  constexpr int kWriters = 8, kEach = 25;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer)
    writers.emplace_back([&, writer] {
      for (int i = 0; i < kEach; ++i)
        add(std::to_string(i % 2 ? i : 1000 * (writer + 1) + i)); // every second one is everybody's
    });
  for (std::thread &writer : writers)
    writer.join();
  const std::string text = readText(path);
  EXPECT_EQ(std::ranges::count(text, '\n'), kEach / 2 + kWriters * (kEach - kEach / 2));
  EXPECT_TRUE(trusts("1") && trusts("8024"));
}

TEST_F(TrustListTest, ListThatOthersCanWriteIsRefused) {
  add("one");
  for (const mode_t mode : {0620, 0602}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    const Result<TrustList> list = TrustList::open(path);
    ASSERT_FALSE(list);
    EXPECT_EQ(list.error().kind(), ErrorKind::Environment);
    EXPECT_NE(list.error().str().find("chmod 600"), std::string::npos) << list.error().str();
  }
}

TEST_F(TrustListTest, WhatIsNoFileIsRefused) {
  std::filesystem::create_directories(path);
  EXPECT_FALSE(TrustList::open(path));
}

TEST_F(TrustListTest, ErrorNamesTheFileThatCannotBeWritten) {
  writeText(directory / "data", "a file where the folder should be");
  const Status status = take(TrustList::open(path)).add(digestOf("one"));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind(), ErrorKind::Environment);
  EXPECT_NE(status.error().text().find(path.string()), std::string::npos) << status.error().str();
}

TEST_F(TrustListTest, WithoutAHomeNothingCanBeEntered) {
  EXPECT_FALSE(take(TrustList::open("")).add(digestOf("one")));
}

/// Changes a variable of the environment for one test.
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    if (const char *old = std::getenv(name))
      before = old;
    value ? ::setenv(name, value, 1) : ::unsetenv(name);
  }
  ~Variable() { before.empty() ? ::unsetenv(name) : ::setenv(name, before.c_str(), 1); }

private:
  const char *name;
  std::string before;
};

TEST_F(TrustListTest, LivesWithTheDataOfTheUser) {
  const Variable home("HOME", "/somewhere");
  {
    const Variable data("XDG_DATA_HOME", "/data");
    EXPECT_EQ(TrustList::defaultPath(), "/data/flamec/trusted");
  }
  for (const char *useless : {static_cast<const char *>(nullptr), "", "relative"}) {
    const Variable data("XDG_DATA_HOME", useless);
    EXPECT_EQ(TrustList::defaultPath(), "/somewhere/.local/share/flamec/trusted");
    const Variable noHome("HOME", nullptr);
    EXPECT_EQ(TrustList::defaultPath(), "");
  }
}

TEST_F(TrustListTest, CodeOfOthersIsRefusedWithTheChoicesLeft) {
  const Variable data("XDG_DATA_HOME", directory.get().c_str());
  const Status refused = checkTrust(digestOf("one"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind(), ErrorKind::Input);
  for (const char *choice : {"compile", "--device=cpu", "--trust"})
    EXPECT_NE(refused.error().note().find(choice), std::string::npos) << choice;
  ASSERT_TRUE(take(TrustList::open(TrustList::defaultPath())).add(digestOf("one")));
  EXPECT_TRUE(checkTrust(digestOf("one")));
  EXPECT_FALSE(checkTrust(digestOf("two")));
}

} // namespace
} // namespace flame::rt
