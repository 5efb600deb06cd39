// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fuzz-words DIR: what the fuzz targets start from. Writes DIR/words.dict, a dictionary for
// libFuzzer made from the tables of variations, settings, dialects and filters, and a seed for each
// kind of file that no program would have to be built for: DIR/manifest, DIR/artefact,
// DIR/histogram, DIR/png, DIR/picture, DIR/video, DIR/palette, DIR/variation, DIR/animation,
// DIR/cuburn, DIR/model, DIR/options, DIR/farm, DIR/target and DIR/message.

#include "compiler/animation/AnimationJson.h"
#include "compiler/cuburn/CuburnGenome.h"
#include "compiler/cuburn/CuburnWriter.h"
#include "compiler/genome/Dialect.h"
#include "ir/VariationTable.h"
#include "ir/language/Functions.h"
#include "runtime/output/Image.h"
#include "runtime/plan/FilterChain.h"
#include "support/PictureTexts.h"

#include "tests/unit/compiler/ReadText.h"
#include "tests/unit/compiler/SettingRow.h"
#include "tests/unit/runtime/TestArtefact.h"
#include "tests/unit/runtime/TestHistogram.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace flame;

/// The words of all formats.
static std::set<std::string> words() {
  std::set<std::string> all = {"<flame ",
                               "</flame>",
                               "<xform ",
                               "<finalxform ",
                               "/>",
                               "<color index=\\\"0\\\" rgb=\\\"",
                               "<palette ",
                               "<colors ",
                               "<symmetry kind=\\\"",
                               "<edit ",
                               "<motion ",
                               "<!--",
                               "-->",
                               "&#x",
                               "1e30",
                               "-1e30",
                               "1e-30",
                               "nan",
                               "inf",
                               "0x",
                               "\\\"format\\\": \\\"flame-animation\\\"",
                               "\\\"domain\\\"",
                               "\\\"knots\\\"",
                               "\\\"linear\\\"",
                               "\\\"magnitude\\\"",
                               "\\\"type\\\": \\\"node\\\"",
                               "\\\"type\\\": \\\"edge\\\"",
                               "\\\"type\\\": \\\"onefiledb\\\"",
                               "\\\"xforms\\\"",
                               "\\\"variations\\\"",
                               "\\\"palettes\\\"",
                               "\\\"colors\\\"",
                               "\\\"camera\\\"",
                               "\\\"filters\\\"",
                               "coefs=\\\"",
                               "post=\\\"",
                               "chaos=\\\"",
                               "opacity=\\\"",
                               "color=\\\"",
                               "weight=\\\"",
                               "animate=\\\"",
                               "var_color=\\\"",
                               "version=\\\"",
                               "cam_pitch=\\\"",
                               "cam_perspective=\\\"",
                               "cam_zoom=\\\"",
                               "cam_dof=\\\"",
                               "new_dof=\\\"1\\\"",
                               "preserve_z=\\\"1\\\"",
                               "yzCoefs=\\\"",
                               "zxCoefs=\\\"",
                               "frame=\\\"",
                               "frame_count=\\\"",
                               "Curve_enabled=\\\"true\\\"",
                               "Curve_point_count=\\\"",
                               "Curve_x0=\\\"",
                               "Curve_y0=\\\"",
                               "background_ul=\\\"",
                               "smooth_gradient=\\\"1\\\"",
                               "color_type=\\\"",
                               "\\\"settings\\\": {",
                               "\\\"film\\\": {\\\"models\\\": [",
                               "\\\"motions\\\": [[[",
                               "\\\"symmetry\\\": ",
                               "--filters=",
                               "--frames=",
                               "--shard=",
                               "--fps=",
                               "ftypavif",
                               "ftypisom",
                               "moov",
                               "mdat",
                               "IEND",
                               "IDAT",
                               "tEXt",
                               "zTXt",
                               "iTXt",
                               "flame_genome\\x00",
                               "flam3_genome\\x00",
                               "<x:xmpmeta",
                               "</x:xmpmeta>",
                               "<flame:genome>",
                               "</flame:genome>",
                               "http://ns.adobe.com/xap/1.0/\\x00",
                               "http://ns.adobe.com/xmp/extension/\\x00",
                               "\\x00string\\x00",
                               "<palette number=\\\"",
                               "data=\\\"",
                               "\\\"format\\\": \\\"flame-farm\\\"",
                               "\\\"event\\\": ",
                               "\\\"samples_total\\\": ",
                               "%0a",
                               "&token=",
                               "\\\"t\\\": \\\"breed\\\"",
                               "\\\"t\\\": \\\"draw\\\"",
                               "\\\"t\\\": \\\"report\\\"",
                               "\\\"t\\\": \\\"changeExport\\\"",
                               "\\\"operation\\\": \\\"",
                               "<variations>",
                               "</variations>",
                               "<![CDATA[",
                               "]]>",
                               "\\\"definitions\\\": [\\\"",
                               "variation a",
                               " partial",
                               "param a = 1 in [0, 2]",
                               "draw u = bell",
                               "table t = 0, 0.5, 2",
                               "t(x)",
                               "let a = ",
                               "var a = ",
                               "repeat 9 {",
                               "x' = ",
                               "y' = ",
                               "z' = ",
                               "color' = ",
                               "shown' = ",
                               "red' = ",
                               "green' = ",
                               "blue' = ",
                               "affine.a",
                               "sum.x",
                               " and ",
                               " ? 1 : ",
                               "flame.user_variation",
                               "flame.xform",
                               "flame.variation",
                               "flame.param_slot",
                               "flame.param",
                               "flame.camera",
                               "flame.selection",
                               "flame.palette",
                               "flame.yield",
                               "#flame.track<",
                               "module {"};
  for (const VariationInfo &variation : variationTable()) {
    all.insert(variation.name.str());
    for (const VariationParam &param : variation.params)
      all.insert(param.name.str());
  }
  for (const LanguageFunction &function : languageFunctions())
    all.insert(function.name.str() + "(");
  for (const Dialect &dialect : dialectTable()) {
    all.insert(dialect.program.str());
    for (const RenamedVariation &renamed : dialect.renamed)
      all.insert(renamed.there.str());
  }
  for (const rt::FilterInfo &filter : rt::filterTable()) {
    all.insert(std::string(filter.name));
    for (const rt::FilterParam &param : filter.params)
      all.insert(std::string(param.name));
  }
  for (const test::Row &row : test::kRows) {
    if (!row.attribute.empty())
      all.insert(row.attribute + "=\\\"");
    std::istringstream keys(row.pointer);
    for (std::string key; std::getline(keys, key, '/');)
      if (!key.empty())
        all.insert("\\\"" + key + "\\\": ");
  }
  return all;
}

/// A part of a container: its length, with that of its head, its name and its content.
static std::string box(std::string_view name, std::string_view content) {
  std::string made(3, '\0');
  return (made += char(8 + content.size())).append(name).append(content);
}

/// A segment of a JPEG file.
static std::string segment(char marker, std::string_view content) {
  const size_t length = content.size() + 2;
  std::string made = {'\xff', marker, char(length >> 8), char(length)};
  return made.append(content);
}

/// A picture of each kind, as far as it is read, with this text.
static std::map<std::string, std::string> picturesWith(const std::string &genome) {
  const std::pair<std::string_view, std::string_view> texts[] = {{"Title", "a"},
                                                                 {"flame_genome", genome}};
  const std::string packet = rt::xmpPacket(texts);
  const std::vector<uint8_t> pixels(3 * 4 * 4, 100);
  rt::ImageOptions options;
  options.text = {{"flame_genome", genome}, {"flame_settings", "7"}};
  constexpr std::string_view kMain("http://ns.adobe.com/xap/1.0/\0", 29);
  const std::string exr("\x76\x2f\x31\x01\2\0\0\0flame_genome\0string\0", 28);
  return {{"png", std::string(rt::asText(*rt::encodePng({pixels.data(), 4, 4, 3}, options)))},
          {"jpeg", "\xff\xd8" + segment('\xe1', std::string(kMain) + packet)},
          {"tiff", std::string("II*\0", 4) + packet},
          {"webp", std::string("RIFF\0\0\0\0WEBP", 12) + packet},
          {"avif", box("ftyp", "avif") + packet},
          {"exr", exr + std::string({char(genome.size()), '\0', '\0', '\0'}) + genome},
          {"text", genome}};
}

static void write(const std::filesystem::path &path, std::string_view bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary).write(bytes.data(), std::streamsize(bytes.size()));
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  const std::filesystem::path folder = argv[1];
  std::string dictionary;
  for (const std::string &word : words())
    dictionary += "\"" + word + "\"\n";
  write(folder / "words.dict", dictionary);
  test::ReadText still(
      "<flame size=\"64 48\"><xform weight=\"1\" julian=\"1\" post=\"1 0 0 1 0 0\"/>"
      "<color index=\"0\" rgb=\"9 9 9\"/></flame>");
  write(folder / "animation" / "still", writeAnimationJson(makeStill(still.first())));
  write(folder / "cuburn" / "node", writeCuburnNode(makeCuburnNode(still.first(), still.engine())));
  write(folder / "manifest" / "test", *rt::writeManifest(rt::testManifest()));
  write(folder / "artefact" / "test", rt::asText(rt::testFile()));
  std::filesystem::create_directories(folder / "histogram");
  const rt::RenderedFrame frame = rt::testPart(20, 12);
  if (!rt::writeHistogram(folder / "histogram" / "test", rt::testHeader(frame), frame.part->passes))
    return 3;
  write(
      folder / "model" / "still",
      R"({"model": {"name": "a", "settings": {"size": [64, 48], "brightness": 4}, "xforms": [{"weight": 1, "color": 0,
            "coefs": [1, 0, 0, 1, 0, 0], "variations": [{"name": "julian", "place": "post", "weight": 1,
            "params": {"julian_power": 2}}], "motions": [[["motion_frequency", 1], ["weight", 0.2]]]}], "final": null,
            "symmetry": 2, "palette": {"xml": "<color index=\"0\" rgb=\"9 9 9\"/>"}}})");
  write(folder / "options" / "some",
        "--filters=logscale(brightness=4),spatial,colorclip\n--frames=0-99:3\n--shard=2/7\n"
        "--fps=30000/1001\n--size=64x48\n--time=50%\n--memory=1.5G\na.cubin\n-o\nb.png");
  for (const auto &[name, picture] :
       picturesWith("<flame><xform weight=\"1\" julian=\"1\"/></flame>"))
    write(folder / "picture" / name, picture);
  write(folder / "video" / "mp4", box("ftyp", "isom") + box("moov", "a") + box("mdat", "b"));
  write(folder / "video" / "mkv", "\x1a\x45\xdf\xa3\x81z\x18\x53\x80\x67\x82yy");
  write(folder / "video" / "webp", std::string("RIFF\6\0\0\0WEBPVP", 14));
  write(folder / "video" / "gif", std::string("GIF89a\1\0\1\0\0\0\0!\1\1a\0;", 19));
  write(folder / "video" / "apng", "\x89PNG\r\n\x1a\n" + std::string("\0\0\0\0IENDxxxx", 12));
  std::string colors;
  for (int i = 0; i < 256 * 8; ++i)
    colors += "0123456789abcdef"[i * 7 % 16];
  write(folder / "palette" / "some", "<palettes><palette number=\"1\" name=\"a\" data=\"" + colors +
                                         "\"/><palette number=\"0\" data=\"" + colors +
                                         "\"/></palettes>");
  write(folder / "variation" / "julian",
        "variation a \"n-th root\"\nparam power = 2 in [-9, 9] \"branches\"\ndraw u\n"
        "let angle = (phi(x, y) + 2 * pi * branch(power, u)) / power\n"
        "x' = weight * cos(angle); y' = weight * sin(angle)\n");
  write(
      folder / "variation" / "newton",
      "variation b partial # of space\nvar a = x; var n = int(0)\nrepeat 5 {\n  let r = a ^ 2 + 1\n"
      "  a = r > 2 and not a < 0 ? a - r / (2 * a) : a\n  n = n + 1\n}\nx' = weight * a\n"
      "y' = y * real(n)\nz' = z\ncolor' = fraction(color + sum.x)\nshown' = x > y || affine.a < 2\n"
      "variation c; x' = 1; y' = 2\n"
      "variation d; table t = 1, 1, -0.5; x' = t(4 * x); y' = y; red' = 1; green' = t(y); blue' = "
      "0\n");
  write(
      folder / "farm" / "some",
      R"({"format": "flame-farm", "version": 1, "output": "/a/%05d.png", "video": "/a.mp4", "rate": "24", "first_frame": 0,
            "tasks": 20, "still": false, "options": ["--quality=7"]})");
  write(folder / "farm" / "progress",
        "{\"event\": \"frame\", \"frame\": 11, \"frames_done\": 1, \"frames\": 4}\n"
        "{\"event\": \"progress\", \"samples\": 2, \"samples_total\": 3.5}\nffmpeg: no\n");
  write(folder / "target" / "some", "/export?id=7&token=a%20b&download\n/variations/julian.jpg\n"
                                    "flame-studio-7414=abc; a=b\n");
  const std::string model =
      R"({"name": "a", "settings": {}, "xforms": [{"weight": 1, "coefs": [1, 0, 0, 1, 0, 0]}]})";
  write(folder / "message" / "some",
        R"({"t": "hello", "session": "a"})"
        "\n"
        R"({"t": "parse", "id": 1, "text": "<flame><xform weight='1' linear='1'/></flame>"})"
        "\n"
        R"({"t": "save", "id": 2, "file": "a.flame", "replace": true, "models": [)" +
            model +
            "]}\n"
            R"({"t": "open", "id": 3, "file": "a.flame"})"
            "\n"
            R"({"t": "star", "key": "a.flame#0", "on": true})"
            "\n"
            R"({"t": "keep", "session": "a", "document": {"a": 1}})"
            "\n");
  write(
      folder / "message" / "models",
      R"({"t": "show", "view": "main", "subject": {"model": )" + model +
          R"(}, "request": {"width": 64, "height": 48, "quality": 1}})"
          "\n"
          R"({"t": "ir", "id": 4, "stage": "flame", "model": )" +
          model +
          "}\n"
          R"({"t": "breed", "id": 5, "operation": "mutate", "count": 1, "draw": false, "model": )" +
          model + "}\n");
  const std::vector<uint8_t> pixels(3 * 4 * 4, 100);
  write(folder / "png" / "grey", rt::asText(*rt::encodePng({pixels.data(), 4, 4, 3})));
  return 0;
}
