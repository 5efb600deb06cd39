// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every way in which a flame can give its colours.

#include "tests/unit/compiler/ReadText.h"

#include "llvm/Support/FileSystem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using testing::HasSubstr;

namespace flame::test {

/// The palette of a flame with the given children, and attributes of the flame.
static Palette paletteOf(const std::string &children, const std::string &attributes = "",
                         const ReaderOptions &options = {}) {
  ReadText text("<flame size=\"9 9\" " + attributes + "><xform weight=\"1\" linear=\"1\"/>" +
                    children + "</flame>",
                options);
  EXPECT_TRUE(text.succeeded()) << text.messages();
  return text.succeeded() ? text.first().palette : Palette();
}

static void expectColor(const PaletteColor &color, double red, double green, double blue,
                        double alpha) {
  EXPECT_NEAR(color.red, red, 1e-12);
  EXPECT_NEAR(color.green, green, 1e-12);
  EXPECT_NEAR(color.blue, blue, 1e-12);
  EXPECT_NEAR(color.alpha, alpha, 1e-12);
}

TEST(PaletteReaderTest, PremultipliesColorElements) {
  Palette palette = paletteOf("<color index=\"0\" rgb=\"255 127.5 0\"/>"
                              "<color index=\"1\" rgba=\"255 255 0 51\"/>"
                              "<color index=\"2\" a=\"102\" rgb=\"255 0 0\"/>");
  expectColor(palette[0], 1, 0.5, 0, 1);
  expectColor(palette[1], 0.2, 0.2, 0, 0.2);
  expectColor(palette[2], 0.4, 0, 0, 0.4);
}

TEST(PaletteReaderTest, FillsGapsAroundTheCircle) {
  Palette palette = paletteOf("<color index=\"64\" rgb=\"0 0 0\"/>"
                              "<color index=\"192\" rgb=\"255 255 255\"/>");
  expectColor(palette[128], 0.5, 0.5, 0.5, 1);
  expectColor(palette[0], 0.5, 0.5, 0.5, 1); // between 192 and 64, over the end
  expectColor(palette[255], 65 / 128., 65 / 128., 65 / 128., 1);
}

TEST(PaletteReaderTest, ReadsColorsElement) {
  Palette palette = paletteOf("<colors count=\"2\" data=\"00ff0000 \n 0000FF33\"/>");
  expectColor(palette[0], 1, 0, 0, 1);
  expectColor(palette[1], 0, 1, 0.2, 1);
}

TEST(PaletteReaderTest, ReadsHexBlocks) {
  Palette rgb = paletteOf("<palette count=\"2\" format=\"RGB\">\n ff0000\t00ff33 \n</palette>");
  expectColor(rgb[0], 1, 0, 0, 1);
  expectColor(rgb[1], 0, 1, 0.2, 1);
  Palette rgba = paletteOf("<palette count=\"1\" format=\"RGBA\">ff00ff33</palette>");
  expectColor(rgba[0], 1, 0, 1, 0.2); // this form is not premultiplied
}

TEST(PaletteReaderTest, ReadsHexBlocksAroundComments) {
  Palette palette =
      paletteOf("<palette count=\"2\" format=\"RGB\">ff0000<!-- red -->00ff00</palette>");
  expectColor(palette[1], 0, 1, 0, 1);
}

TEST(PaletteReaderTest, WarnsWhenThereIsNoColor) {
  ReadText text("<flame size=\"9 9\"><xform weight=\"1\" linear=\"1\"/></flame>");
  ASSERT_TRUE(text.succeeded());
  expectColor(text.first().palette[7], 0, 0, 0, 0);
  EXPECT_THAT(text.messages(), HasSubstr("[-Wmissing-palette]"));
}

namespace {
/// Writes a library with palette 3, all red, and palette 4, all blue.
class PaletteLibraryTest : public testing::Test {
protected:
  void SetUp() override {
    int file;
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("palettes", "xml", file, path));
    llvm::raw_fd_ostream out(file, /*shouldClose=*/true);
    out << "<palettes>";
    for (auto [number, color] : {std::pair(3, "00ff0000"), std::pair(4, "000000ff")}) {
      out << "<palette number=\"" << number << "\" name=\"x\" data=\"";
      for (unsigned i = 0; i < kPaletteSize; ++i)
        out << color << (i % 8 == 7 ? "\n" : "");
      out << "\"/>";
    }
    out << "</palettes>";
    options.paletteLibrary = path.str().str();
  }
  /// Puts another library in its place.
  void write(llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    ASSERT_FALSE(error);
  }
  void TearDown() override { ASSERT_FALSE(llvm::sys::fs::remove(path)); }

  llvm::SmallString<128> path;
  ReaderOptions options;
};
} // namespace

TEST_F(PaletteLibraryTest, LooksUpAndTurnsTheHue) {
  expectColor(paletteOf("", "palette=\"3\"", options)[255], 1, 0, 0, 1);
  expectColor(paletteOf("", "palette=\"3\" hue=\"1.5\"", options)[0], 0, 1, 1, 1);
}

TEST_F(PaletteLibraryTest, OverridesInlineColors) {
  expectColor(paletteOf("<color index=\"0\" rgb=\"9 9 9\"/>", "palette=\"4\"", options)[0], 0, 0, 1,
              1);
}

TEST_F(PaletteLibraryTest, GivesWhiteForAMissingNumber) {
  expectColor(paletteOf("", "palette=\"5\"", options)[0], 1, 1, 1, 1);
}

TEST_F(PaletteLibraryTest, BlendsTwoPalettesTheShortWayAround) {
  // Red (hue 0) and blue (hue 4): the short way goes through magenta (hue 5).
  Palette palette = paletteOf("<palette index0=\"3\" index1=\"4\"/>", "", options);
  expectColor(palette[0], 1, 0, 1, 1);
}

TEST_F(PaletteLibraryTest, MayBeAFileOfGradients) {
  write("one {\ngradient:\n  title=\"one\" smooth=no\n  index=0 color=255\n  index=399 "
        "color=16711680\n"
        "opacity:\n  index=0 opacity=255\n}\ntwo {\ngradient:\n  index=-3 color=65280\n}\n");
  const Palette first = paletteOf("", "palette=\"0\"", options);
  expectColor(first[0], 1, 0, 0, 1);
  expectColor(first[255], 0, 0, 1, 1);
  expectColor(first[51], 0.8, 0, 0.2, 1);
  expectColor(paletteOf("", "palette=\"1\"", options)[77], 0, 1, 0, 1);
  expectColor(paletteOf("", "palette=\"2\"", options)[77], 1, 1, 1, 1);
}

TEST_F(PaletteLibraryTest, MayBeAMap) {
  write("255 0 0 the first\n\n 0 0 255\n");
  const Palette palette = paletteOf("", "palette=\"0\"", options);
  expectColor(palette[0], 1, 0, 0, 1);
  expectColor(palette[51], 0.8, 0, 0.2, 1);
  expectColor(palette[255], 0, 0, 1, 1);
}

TEST_F(PaletteLibraryTest, SaysWhereAGradientIsWrong) {
  for (auto [text, message] :
       {std::pair("255 0\n", "1:1: error: expected red, green and blue"),
        {"1 2 3\n4 256 6\n", "2:3: error: expected a level, a number up to 255, got '256'"},
        {"x {\ngradient:\nindex=0 color=red\n}", "3:15: error: expected a colour"},
        {"x {\ngradient:\n}", "the gradient has no colours"},
        {" \n", "the palette library is empty"}}) {
    write(text);
    ReadText flame("<flame size=\"9 9\" palette=\"0\"><xform weight=\"1\" linear=\"1\"/></flame>",
                   options);
    EXPECT_FALSE(flame.succeeded());
    EXPECT_THAT(flame.messages(), HasSubstr(message));
  }
}

TEST_F(PaletteLibraryTest, IsOnlyNeededByFlamesWithoutColors) {
  Palette palette = paletteOf("<color index=\"0\" rgb=\"255 0 0\"/>", "palette=\"4\"");
  expectColor(palette[0], 1, 0, 0, 1);
}

} // namespace flame::test
