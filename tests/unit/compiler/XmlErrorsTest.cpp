// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that are not XML, or XML without a flame: the exact messages.

#include "tests/unit/compiler/ReadText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flame::test {

namespace {
struct BadInput {
  const char *name;
  const char *text;
  const char *messages;
};

class BrokenFile : public testing::TestWithParam<BadInput> {};
} // namespace

static std::string nameOf(const testing::TestParamInfo<BadInput> &info) { return info.param.name; }

TEST_P(BrokenFile, IsReportedAtItsLocation) {
  EXPECT_EQ(ReadText(GetParam().text).messages(), GetParam().messages);
}

static const BadInput kInputs[] = {
    {"EmptyFile", "", "test.flame: error: the file is empty\n"},
    {"OnlyBlanks",
     R"( 
 )",
     "test.flame: error: the file has only blanks\n"},
    {"NotXml",
     R"({"name": 1}
)",
     R"(test.flame:1:1: error: expected XML, which begins with '<', got '{'
{"name": 1}
^
)"},
    {"Utf16", "\xff\xfe<",
     R"(test.flame: error: the file is in UTF-16
note: save the file in UTF-8
)"},
    {"NoFlame",
     R"(<flames>
</flames>
)",
     R"(test.flame:1:2: error: expected a 'flame' element in the file, got only 'flames'
<flames>
 ^~~~~~
)"},
    {"CapitalFlame", "<Flame/>\n",
     R"(test.flame:1:2: error: expected a 'flame' element in the file, got only 'Flame'
<Flame/>
 ^~~~~
test.flame:1:2: note: the name must be in lower case
<Flame/>
 ^~~~~
)"},
    {"LayeredJWildfire", "<jwf-flame><layer/></jwf-flame>\n",
     R"(test.flame:1:2: error: expected a 'flame' element in the file, got only 'jwf-flame'
<jwf-flame><layer/></jwf-flame>
 ^~~~~~~~~
test.flame:1:2: note: this is JWildfire's layered format; export the flame as flam3
<jwf-flame><layer/></jwf-flame>
 ^~~~~~~~~
)"},
    {"TruncatedInTag",
     R"(<flame size="9 9">
<xform weight="1")",
     R"(test.flame:2:2: error: the file ends inside the start tag of 'xform'
<xform weight="1"
 ^~~~~
note: the file is probably truncated
)"},
    {"TruncatedInElement",
     R"(<flame size="9 9">
<xform weight="1"/>
)",
     R"(test.flame:1:2: error: element 'flame' is never closed
<flame size="9 9">
 ^~~~~
note: the file is probably truncated
)"},
    {"ForgottenQuote",
     R"(<flame size="9 9>
<xform/></flame>
)",
     R"(test.flame:1:13: error: the value of attribute 'size' is never closed
<flame size="9 9>
            ^
note: expected a closing "
)"},
    {"MissingEquals",
     R"(<flame size "9 9"/>
)",
     R"(test.flame:1:13: error: expected '=' after attribute 'size', got '"'
<flame size "9 9"/>
            ^
)"},
    {"UnquotedValue", "<flame time=3/>\n",
     R"(test.flame:1:13: error: expected the value of attribute 'time' in quotes, got '3'
<flame time=3/>
            ^
)"},
    {"MismatchedTag",
     R"(<flame size="9 9">
</flames>
)",
     R"(test.flame:2:1: error: expected the end of element 'flame', got that of 'flames'
</flames>
^~~~~~~~~
test.flame:1:2: note: 'flame' begins here
<flame size="9 9">
 ^~~~~
)"},
    {"StrayEndTag", "<a/></a>\n",
     R"(test.flame:1:5: error: the end tag of 'a' closes nothing
<a/></a>
    ^~~~
)"},
    {"UnclosedComment",
     R"(<!-- flames
<flame/>
)",
     R"(test.flame:1:1: error: this comment is never closed
<!-- flames
^~~~
note: it ends with '-->'
)"},
    {"TextAfterTheEnd",
     R"(<flame/>
end
)",
     R"(test.flame:2:1: error: expected nothing after the last element, got 'end'
end
^~~
)"},
    {"GivenTwice",
     R"(<flame time="1" time="2"/>
)",
     R"(test.flame:1:17: error: attribute 'time' is given twice
<flame time="1" time="2"/>
                ^~~~
test.flame:1:8: note: first given here
<flame time="1" time="2"/>
       ^~~~
)"},
    {"InvalidUtf8", "<flame name=\"caf\xe9\"/>\n",
     R"(test.flame:1:17: error: byte 0xe9 is not valid UTF-8
<flame name="caf?"/>
                ^
note: save the file in UTF-8
)"},
};

INSTANTIATE_TEST_SUITE_P(Table, BrokenFile, testing::ValuesIn(kInputs), nameOf);

TEST(XmlErrorsTest, RefusesElementsNestedTooDeep) {
  std::string deep;
  for (int i = 0; i < 100000; ++i)
    deep += "<a>";
  EXPECT_THAT(ReadText(deep).messages(), testing::HasSubstr("nested more than 64 deep"));
}

TEST(XmlErrorsTest, RefusesTooManyAttributes) {
  std::string text = "<flame";
  for (int i = 0; i < 5000; ++i)
    text += " a" + std::to_string(i) + "=''";
  EXPECT_THAT(ReadText(text + "/>").messages(), testing::HasSubstr("more than 4096 attributes"));
}

TEST(XmlErrorsTest, RefusesZeroBytes) {
  std::string text = "<flame name=\"";
  text += '\0';
  EXPECT_THAT(ReadText(text + "\"/>").messages(), testing::HasSubstr(":1:14: error: a zero byte"));
}

TEST(XmlErrorsTest, SurvivesTruncationAnywhere) {
  std::string text =
      flameWith("linear=\"1\"", "<palette count=\"1\" format=\"RGB\">00ff00</palette>"
                                "<!-- x --><edit a='&lt;'><![CDATA[x]]></edit>");
  ASSERT_TRUE(ReadText(text).succeeded());
  for (size_t length = 0; length + 1 < text.size(); ++length) {
    ReadText cut(llvm::StringRef(text).take_front(length));
    EXPECT_FALSE(cut.succeeded()) << length;
    EXPECT_EQ(cut.engine().errorCount(), 1u) << length;
  }
}

} // namespace flame::test
