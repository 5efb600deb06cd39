// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the walk over an XML text finds, where, and what it decodes.

#include "compiler/text/XmlComposer.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using testing::ElementsAre;
using testing::HasSubstr;

namespace flame {

namespace {
/// One text as a document, with what was said about it.
struct Parsed {
  explicit Parsed(llvm::StringRef text) : stream(printed), diags(sources, stream) {
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, "test.xml");
    document = XmlDocument::parse(sources.AddNewSourceBuffer(std::move(buffer), {}), diags);
  }
  const std::vector<XmlElement> &elements() const { return document.value().elements(); }
  /// The value of the first attribute of the first element.
  llvm::StringRef value() const { return elements().front().attributes.front().value; }

  llvm::SourceMgr sources;
  std::string printed;
  llvm::raw_string_ostream stream;
  Diagnostics diags;
  std::optional<XmlDocument> document;
};
} // namespace

static std::string valueOf(llvm::StringRef attribute) {
  return Parsed(("<a b=\"" + attribute + "\"/>").str()).value().str();
}

static llvm::StringRef textOf(llvm::SMRange range) {
  return {range.Start.getPointer(),
          static_cast<size_t>(range.End.getPointer() - range.Start.getPointer())};
}

TEST(XmlDocumentTest, DecodesReferences) {
  EXPECT_EQ(valueOf("&lt;&gt;&amp;&apos;&quot;"), "<>&'\"");
  EXPECT_EQ(valueOf("&#65;&#x42;&#x0000e9;&#x1f525;"), "AB\xc3\xa9\xf0\x9f\x94\xa5");
  EXPECT_EQ(valueOf("&amp;lt;"), "&lt;");
}

TEST(XmlDocumentTest, KeepsWhatIsNoReference) {
  for (const char *text : {"a & b", "&", "&;", "&#;", "&#x;", "&#0;", "&#xd800;", "&#x110000;",
                           "&#99999999999;", "&#-1;", "&nbsp;", "&LT;", "&lt", "& lt;"})
    EXPECT_EQ(valueOf(text), text);
}

TEST(XmlDocumentTest, MakesLinesEndWithNewlines) {
  EXPECT_EQ(valueOf("1\r\n2\r3\n4"), "1\n2\n3\n4");
}

TEST(XmlDocumentTest, PointsIntoValuesThatStandInTheSource) {
  Parsed plain("<a b='1 & 2'/>"), decoded("<a b='1 &lt; 2'/>");
  const XmlAttribute &first = plain.elements().front().attributes.front();
  EXPECT_EQ(textOf(first.rangeOf(first.value.drop_front(4))), "2");
  const XmlAttribute &second = decoded.elements().front().attributes.front();
  EXPECT_EQ(textOf(second.rangeOf(second.value.drop_front(4))), "1 &lt; 2");
}

TEST(XmlDocumentTest, KnowsChildrenAndLocations) {
  Parsed parsed("\xef\xbb\xbf<?xml version='1.0'?><!DOCTYPE a><a x='1' y=''><b><c/></b "
                ">text<d></d></a>\n<e/>");
  std::vector<std::string> names, children;
  for (const XmlElement &element : parsed.elements())
    names.push_back(element.name.str());
  EXPECT_THAT(names, ElementsAre("a", "b", "c", "d", "e"));
  const XmlElement &a = parsed.elements().front();
  for (const XmlElement *child : XmlDocument::children(a))
    children.push_back(textOf(child->range).str());
  EXPECT_THAT(children, ElementsAre("<b><c/></b >", "<d></d>"));
  EXPECT_EQ(a.extent, 4u);
  EXPECT_EQ(a.content, "<b><c/></b >text<d></d>");
  ASSERT_EQ(a.attributes.size(), 2u);
  EXPECT_EQ(textOf(a.attributes[1].nameRange), "y");
  EXPECT_EQ(a.attributes[1].valueRange.Start.getPointer(),
            a.attributes[1].valueRange.End.getPointer());
}

TEST(XmlDocumentTest, GivesTextWithoutMarkup) {
  Parsed parsed("<a>1<!-- <b> & --><b>no</b>&lt;<?pi ?>2<![CDATA[<c>&lt;]]><b x='>'/>3</a>");
  EXPECT_EQ(XmlDocument::text(parsed.elements().front()), "1<2<c>&lt;3");
}

TEST(XmlDocumentTest, RefusesDefinitionsOfEntities) {
  Parsed parsed("<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]>\n<a>&c;</a>");
  EXPECT_FALSE(parsed.document);
  EXPECT_EQ(parsed.printed, R"(test.xml:1:1: error: definitions in a document type are not read
<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>
^~
note: remove what stands in brackets, and write out the entities that it defines
)");
}

TEST(XmlDocumentTest, ReadsNamesOfParametersAsJWildfireHasThem) {
  Parsed parsed("<xform sunvoroni_color  mode = '1' 3d='2' a#1#_x='3' #b='4'/>");
  ASSERT_TRUE(parsed.document) << parsed.printed;
  const XmlElement &xform = parsed.elements().front();
  ASSERT_EQ(xform.attributes.size(), 4u);
  EXPECT_EQ(xform.attributes[0].name, "sunvoroni_color  mode");
  EXPECT_EQ(xform.attributes[1].name, "3d");
  EXPECT_EQ(xform.attributes[2].name, "a#1#_x");
  EXPECT_EQ(xform.attributes[3].name, "#b");
  EXPECT_EQ(xform.attributes[3].value, "4");
}

TEST(XmlDocumentTest, RefusesNamesWithBlanksElsewhere) {
  EXPECT_THAT(Parsed("<flame a b='1'/>").printed,
              HasSubstr("1:10: error: expected '=' after attribute 'a'"));
  EXPECT_THAT(Parsed("<flame 3d='1'/>").printed, HasSubstr("1:8: error: expected an attribute"));
  EXPECT_THAT(Parsed("<xform a b/>").printed,
              HasSubstr("1:10: error: expected '=' after attribute 'a'"));
}

TEST(XmlDocumentTest, ReportsTheFirstError) {
  EXPECT_THAT(Parsed("<a b></a>\xff").printed,
              HasSubstr("1:5: error: expected '=' after attribute 'b'"));
  EXPECT_THAT(Parsed("<a \xff b></a>").printed,
              HasSubstr("1:4: error: byte 0xff is not valid UTF-8"));
  EXPECT_THAT(Parsed("<a></a\xc3>").printed, HasSubstr("1:7: error: byte 0xc3 is not valid UTF-8"));
  EXPECT_THAT(Parsed("<a>\xe2\x82</a>").printed,
              HasSubstr("1:4: error: byte 0xe2 is not valid UTF-8"));
  EXPECT_THAT(Parsed("<a b=\xc3\xa9/>").printed, HasSubstr("in quotes, got '\xc3\xa9'"));
}

TEST(XmlDocumentTest, RefusesMoreElementsThanMemoryShouldHold) {
  std::string text;
  for (size_t i = 0; i <= XmlDocument::kMaxNames; ++i)
    text += "<a/>";
  EXPECT_THAT(Parsed(text).printed,
              HasSubstr("1:16777218: error: more than 4194304 elements and attributes"));
}

TEST(XmlDocumentTest, CountsAttributes) {
  std::string element = "<a";
  for (unsigned i = 1; i < XmlDocument::kMaxAttributes; ++i)
    element += " b" + std::to_string(i) + "=''";
  element += "/>";
  std::string text;
  for (size_t i = 0; i < XmlDocument::kMaxNames / XmlDocument::kMaxAttributes; ++i)
    text += element;
  EXPECT_TRUE(Parsed(text).document);
  EXPECT_THAT(Parsed(text + "<a/>").printed,
              HasSubstr("more than 4194304 elements and attributes"));
}

/// Elements that were never written nest like others, and outlive what they were made of.
TEST(XmlComposerTest, ComposesElements) {
  XmlComposer composer;
  {
    const std::string name = "child", value = "3";
    composer.begin("root", {});
    composer.add("a", value + "4", {}, {});
    for (int i = 0; i < 2; ++i) {
      composer.begin(name, {});
      composer.add(name, value, {}, {});
      composer.setText("text");
      composer.end();
    }
    composer.end();
    composer.begin("other", {});
    composer.end();
  }
  const XmlDocument document = std::move(composer).take();
  ASSERT_EQ(document.elements().size(), 4u);
  const XmlElement &root = document.elements().front();
  EXPECT_EQ(root.find("a")->value, "34");
  EXPECT_EQ(root.extent, 3u);
  const auto children = XmlDocument::children(root);
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[1]->find("child")->value, "3");
  EXPECT_EQ(XmlDocument::text(*children[1]), "text");
  EXPECT_EQ(document.elements().back().name, "other");
}

} // namespace flame
