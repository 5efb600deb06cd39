// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small files that ask for much code: refused before they are compiled for minutes.

#include "compiler/codegen/CodeSize.h"

#include "compiler/animation/AnimateGenomes.h"
#include "compiler/codegen/PackFlame.h"
#include "compiler/text/Errors.h"
#include "ir/VariationTable.h"
#include "tests/unit/compiler/ReadText.h"

#include <gmock/gmock.h>

namespace flame {
namespace {

using testing::HasSubstr;

/// Attributes of `count` planar variations, beginning with one that depends on `first`.
std::string variationsFrom(size_t first, size_t count) {
  std::vector<llvm::StringRef> planar;
  for (const VariationInfo &info : variationTable())
    if (!info.hasDepth && !info.usesOrigin && !info.setsColor && !info.hides)
      planar.push_back(info.name);
  std::string attributes;
  for (size_t i = 0; i < count; ++i)
    attributes += " " + planar[(first + i) % planar.size()].str() + "=\"0.5\"";
  return attributes;
}

std::string flameOf(const std::vector<std::string> &xforms, const std::string &children = "") {
  std::string text = "<flame size=\"64 48\">\n";
  for (const std::string &attributes : xforms)
    text += "<xform weight=\"1\"" + attributes + "/>\n";
  return text + children + "</flame>\n";
}

/// Xforms that share no code.
std::vector<std::string> unlikeXforms(size_t count, size_t variations) {
  std::vector<std::string> xforms;
  for (size_t i = 0; i < count; ++i)
    xforms.push_back(variationsFrom(i, variations));
  return xforms;
}

/// A user-defined variation of about `operations` operations.
std::string longVariation(size_t operations) {
  std::string text = "<variations><![CDATA[\nvariation own_long partial\nvar s = x\n";
  for (size_t i = 0; i < operations / 2; ++i)
    text += "s = s * y + x\n";
  return text + "x' = weight * s\ny' = weight * y\n]]></variations>\n";
}

/// The error of compiling a flame; empty if there is none.
std::string refusalOf(const std::string &text) {
  const test::ReadText read(text);
  EXPECT_TRUE(read.succeeded()) << read.messages();
  if (!read.succeeded())
    return "";
  auto context = makeContext();
  auto packed = packFlame(*context, makeStill(read.first()), {});
  if (packed)
    return "";
  const rt::Error error = toError(packed.takeError());
  EXPECT_EQ(error.kind(), rt::ErrorKind::Input);
  EXPECT_NE(error.note(), "") << "a remedy";
  return error.text();
}

TEST(CodeSizeTest, RefusesManyOperations) {
  EXPECT_EQ(refusalOf(flameOf(unlikeXforms(50, 10))), "");
  EXPECT_THAT(refusalOf(flameOf(unlikeXforms(160, 40))),
              HasSubstr(" operations, but at most 150000 are compiled"));
}

TEST(CodeSizeTest, RefusesManyVariations) {
  EXPECT_THAT(refusalOf(flameOf(unlikeXforms(300, 30))),
              HasSubstr(" variations, but at most 8000 are compiled"));
}

TEST(CodeSizeTest, RefusesManyUsesOfLongUserVariations) {
  const std::string definition = longVariation(3000);
  const auto uses = [](size_t count) {
    return std::vector<std::string>(count, " own_long=\"0.5\"");
  };
  EXPECT_EQ(refusalOf(flameOf(uses(4), definition)), "");
  EXPECT_THAT(refusalOf(flameOf(uses(400), definition)),
              HasSubstr(" operations of user-defined variations, but at most 300000 are compiled"));
}

TEST(CodeSizeTest, XformsThatShareCodeCountOnce) {
  EXPECT_EQ(refusalOf(flameOf(std::vector<std::string>(200, variationsFrom(0, 30)))), "");
}

} // namespace
} // namespace flame
