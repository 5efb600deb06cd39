// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How messages look, what counts as an error, and which switches apply.

#include "compiler/text/Diagnostics.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using testing::HasSubstr;
using testing::Not;

namespace flame {

namespace {
/// An engine over one buffer called "a.flame".
struct Engine {
  explicit Engine(llvm::StringRef source = "weight = heavy\n")
      : stream(printed), diags(sources, stream) {
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(source, "a.flame"), {});
    text = sources.getMemoryBuffer(1)->getBuffer();
  }
  llvm::SMRange range(size_t begin, size_t length) const {
    return {llvm::SMLoc::getFromPointer(text.data() + begin),
            llvm::SMLoc::getFromPointer(text.data() + begin + length)};
  }
  llvm::SMRange word() const { return range(9, 5); }

  llvm::SourceMgr sources;
  std::string printed;
  llvm::raw_string_ostream stream;
  Diagnostics diags;
  llvm::StringRef text;
};
} // namespace

TEST(DiagnosticsTest, ShowsAWindowOfALineOfBrokenCharacters) {
  Engine engine("a " + std::string(100'000, '\x80'));
  engine.diags.error(engine.range(0, 1), "no").ignore();
  EXPECT_LE(engine.printed.size(), 500u);
}

TEST(DiagnosticsTest, PointsAtTheWords) {
  Engine engine;
  engine.diags.error(engine.word(), "expected a number, got 'heavy'")
      .note(engine.range(0, 6), "for this attribute")
      .note("write digits")
      .ignore();
  EXPECT_EQ(engine.printed, "a.flame:1:10: error: expected a number, got 'heavy'\n"
                            "weight = heavy\n"
                            "         ^~~~~\n"
                            "a.flame:1:1: note: for this attribute\n"
                            "weight = heavy\n"
                            "^~~~~~\n"
                            "note: write digits\n");
  EXPECT_EQ(engine.diags.errorCount(), 1u);
}

TEST(DiagnosticsTest, NamesAFileWithoutALocation) {
  Engine engine;
  engine.diags.errorInFile("b.flame", "the file is empty").ignore();
  EXPECT_EQ(engine.printed, "b.flame: error: the file is empty\n");
}

TEST(DiagnosticsTest, CutsLongLinesAroundTheCaret) {
  std::string line = std::string(200, 'a') + " heavy " + std::string(200, 'b') + "\n";
  Engine engine(line);
  engine.diags.error(engine.range(201, 5), "no").ignore();
  EXPECT_EQ(engine.printed, "a.flame:1:202: error: no\n"
                            "..." +
                                std::string(39, 'a') + " heavy " + std::string(74, 'b') + "...\n" +
                                std::string(43, ' ') + "^~~~~\n");
}

TEST(DiagnosticsTest, ShowsNoControlCharacters) {
  Engine engine("a\x1b[31m\x01\xff heavy\n");
  engine.diags.error(engine.range(9, 5), "got " + quoted("\x1b\xff\xc3\xa9")).ignore();
  EXPECT_EQ(engine.printed, "a.flame:1:10: error: got '\\x1b\\xff\xc3\xa9'\n"
                            "a?[31m?? heavy\n"
                            "         ^~~~~\n");
}

TEST(DiagnosticsTest, ConvertsToFailuresOfAnyKind) {
  Engine engine;
  llvm::LogicalResult logical = engine.diags.error(engine.word(), "a");
  llvm::FailureOr<int> failureOr = engine.diags.error(engine.word(), "b");
  std::optional<std::string> optional = engine.diags.error(engine.word(), "c");
  EXPECT_TRUE(failed(logical));
  EXPECT_TRUE(failed(failureOr));
  EXPECT_FALSE(optional);
}

TEST(DiagnosticsTest, StopsPrintingAtTheLimit) {
  Engine engine;
  for (unsigned i = 0; i < Diagnostics::kErrorLimit + 5; ++i)
    engine.diags.error(engine.word(), "number " + llvm::Twine(i)).note("remedy").ignore();
  EXPECT_EQ(engine.diags.errorCount(), Diagnostics::kErrorLimit + 5);
  EXPECT_TRUE(engine.diags.errorLimitReached());
  EXPECT_THAT(engine.printed, HasSubstr("number 19"));
  EXPECT_THAT(engine.printed, Not(HasSubstr("number 20")));
  EXPECT_TRUE(llvm::StringRef(engine.printed)
                  .ends_with("note: remedy\nerror: more than 20 errors; the rest is not shown\n"));
}

TEST(DiagnosticsTest, NamesWarnings) {
  Engine engine;
  engine.diags.warning(Warning::Keyword, engine.word(), "odd").ignore();
  EXPECT_THAT(engine.printed, HasSubstr("a.flame:1:10: warning: odd [-Wkeyword]\n"));
  EXPECT_EQ(engine.diags.warningCount(), 1u);
  EXPECT_FALSE(engine.diags.hasErrors());
}

TEST(DiagnosticsTest, RepeatsAWarningOnlySoOften) {
  Engine engine;
  for (unsigned i = 0; i < 3 * Diagnostics::kWarningLimit; ++i)
    engine.diags.warning(Warning::Keyword, engine.word(), "odd").ignore();
  EXPECT_EQ(llvm::StringRef(engine.printed).count("odd"), Diagnostics::kWarningLimit);
  EXPECT_THAT(engine.printed,
              HasSubstr("warning: more than 20 of -Wkeyword; the rest is not shown\n"));
}

TEST(DiagnosticsTest, SwitchesWarningsOff) {
  Engine engine;
  ASSERT_FALSE(llvm::errorToBool(engine.diags.setWarningFlag("no-keyword")));
  engine.diags.warning(Warning::Keyword, engine.word(), "odd").note("remedy").ignore();
  EXPECT_EQ(engine.printed, "");
  ASSERT_FALSE(llvm::errorToBool(engine.diags.setWarningFlag("keyword")));
  engine.diags.warning(Warning::Keyword, engine.word(), "odd").ignore();
  EXPECT_EQ(engine.diags.warningCount(), 1u);
}

TEST(DiagnosticsTest, MakesWarningsErrors) {
  Engine engine;
  ASSERT_FALSE(llvm::errorToBool(engine.diags.setWarningFlag("error")));
  ASSERT_FALSE(llvm::errorToBool(engine.diags.setWarningFlag("no-error=lenient")));
  engine.diags.warning(Warning::Keyword, engine.word(), "odd").ignore();
  engine.diags.warning(Warning::Lenient, engine.word(), "even").ignore();
  EXPECT_THAT(engine.printed, HasSubstr("error: odd [-Werror=keyword]\n"));
  EXPECT_THAT(engine.printed, HasSubstr("warning: even [-Wlenient]\n"));
  EXPECT_EQ(engine.diags.errorCount(), 1u);
}

TEST(DiagnosticsTest, SuggestsNamesOfWarnings) {
  Engine engine;
  EXPECT_EQ(llvm::toString(engine.diags.setWarningFlag("no-keywrod")),
            "unknown warning 'keywrod'; did you mean 'keyword'?");
  EXPECT_EQ(llvm::toString(engine.diags.setWarningFlag("error=xyz")), "unknown warning 'xyz'");
}

TEST(DiagnosticsTest, PrintsOnlyTheRemarksAskedFor) {
  Engine engine;
  engine.diags.remark("fold", engine.word(), "silent").ignore();
  ASSERT_FALSE(llvm::errorToBool(engine.diags.setRemarks("^fo")));
  engine.diags.remark("fold", engine.word(), "loud").ignore();
  engine.diags.remark("pack", engine.word(), "silent").ignore();
  EXPECT_THAT(engine.printed, HasSubstr("remark: loud [fold]\n"));
  EXPECT_THAT(engine.printed, Not(HasSubstr("silent")));
  EXPECT_TRUE(llvm::errorToBool(engine.diags.setRemarks("(")));
}

TEST(DiagnosticsTest, CountsWhatOthersReportOverTheSameSources) {
  Engine engine;
  engine.sources.PrintMessage(engine.word().Start, llvm::SourceMgr::DK_Error, "from a pass");
  EXPECT_EQ(engine.diags.errorCount(), 1u);
  EXPECT_THAT(engine.printed, HasSubstr("a.flame:1:10: error: from a pass\n"));
}

TEST(DiagnosticsTest, FindsTheClosestWord) {
  llvm::StringRef words[] = {"julian", "julia", "juliascope", "linear"};
  EXPECT_EQ(closestWord("jullian", words), "julian");
  EXPECT_EQ(closestWord("JULIA", words), "julia");
  EXPECT_EQ(closestWord("liner", words), "linear");
  EXPECT_FALSE(closestWord("spherical", words));
  EXPECT_FALSE(closestWord("x", words));
  EXPECT_FALSE(closestWord("", words));
}

TEST(DiagnosticsTest, QuotesLongWordsInPart) {
  EXPECT_EQ(quoted("a b"), "'a b'");
  EXPECT_EQ(quoted(std::string(100, 'a')), "'" + std::string(60, 'a') + "...'");
}

} // namespace flame
