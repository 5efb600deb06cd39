// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shells read a quoted word as it was, whatever bytes it has.

#include "support/ShellText.h"

#include "support/ChildProcess.h"
#include "support/Printable.h"

#include <gtest/gtest.h>

namespace flame::rt {
namespace {

/// Every byte that a word may have, alone and between others, and what a shell might make something
/// of.
std::vector<std::string> words() {
  std::vector<std::string> words = {
      "",   "-x",    "~",       "a b",   "$(id)`id`", "a;b#c&d|e>f", "it's \"it\"", "{a,b}{1..3}",
      "!!", "*?[a]", "\\\\n\\", "\n\n ", "\r\n",      "$'\\001'"};
  std::string all;
  for (int byte = 1; byte < 256; ++byte) {
    all += char(byte);
    words.push_back(std::string("a") + char(byte) + "1");
  }
  words.push_back(all);
  return words;
}

/// What a shell makes of one line that prints words, each with a null behind it.
std::string printed(const std::string &shell, std::string (*quote)(std::string_view)) {
  std::string line = "printf '%s\\0'";
  for (const std::string &word : words())
    line += " " + quote(word);
  const Result<std::string> output = outputOf({shell, "-c", line});
  return output ? *output : output.error().str();
}

std::string expected() {
  std::string text;
  for (const std::string &word : words())
    text += word + '\0';
  return text;
}

TEST(ShellTextTest, BashReadsWhatWasQuoted) { EXPECT_EQ(printed("bash", shellQuoted), expected()); }

TEST(ShellTextTest, EveryShellReadsWhatWasQuotedForAll) {
  EXPECT_EQ(printed("sh", posixQuoted), expected());
  EXPECT_EQ(printed("bash", posixQuoted), expected());
}

TEST(ShellTextTest, IsOneLineThatMayBePrinted) {
  for (const std::string &word : words()) {
    const std::string quoted = shellQuoted(word);
    EXPECT_EQ(quoted.find('\n'), quoted.npos) << quoted;
    EXPECT_EQ(printable(quoted), quoted);
  }
}

TEST(ShellTextTest, LeavesPlainWordsAlone) {
  EXPECT_EQ(shellQuoted("a/b-1.png"), "a/b-1.png");
  EXPECT_EQ(shellQuoted("it's $x"), "'it'\\''s $x'");
  EXPECT_EQ(shellQuoted("a\nb"), "$'a\\012b'");
}

} // namespace
} // namespace flame::rt
