// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fuzz-words DIR: what the fuzz targets start from. Writes DIR/words.dict, a dictionary for libFuzzer made from the tables of
// variations, settings, dialects and filters, and a seed for each kind of file that no program would have to be built for:
// DIR/manifest, DIR/artefact, DIR/histogram, DIR/png, DIR/animation, DIR/cuburn, DIR/model and DIR/options, one file each.

#include "compiler/animation/AnimationJson.h"
#include "compiler/cuburn/CuburnGenome.h"
#include "compiler/cuburn/CuburnWriter.h"
#include "compiler/genome/Dialect.h"
#include "ir/VariationTable.h"
#include "runtime/output/Image.h"
#include "runtime/plan/FilterChain.h"

#include "tests/unit/compiler/ReadText.h"
#include "tests/unit/compiler/SettingRow.h"
#include "tests/unit/runtime/TestArtefact.h"
#include "tests/unit/runtime/TestHistogram.h"

#include <filesystem>
#include <fstream>
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
  const std::vector<uint8_t> pixels(3 * 4 * 4, 100);
  write(folder / "png" / "grey", rt::asText(*rt::encodePng({pixels.data(), 4, 4, 3})));
  return 0;
}
