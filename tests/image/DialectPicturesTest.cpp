// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flame that is written for another program, and read as that program means it, is the same
// picture: cameras in space that turn and move in another order, places in the palette, opacities,
// several xforms.

#include "tests/image/SamePicture.h"

#include "compiler/genome/xml/DialectWords.h"
#include "compiler/genome/xml/DialectWriter.h"
#include "compiler/genome/xml/GenomeReader.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flame::test {
namespace {

/// As in EqualFlamesTest.cpp.
constexpr double kLoose = 3;

/// A text, its first flame, and what was said about both.
struct Read {
  explicit Read(llvm::StringRef text) : stream(messages), diags(sources, stream) {
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, "test.flame");
    auto genomes =
        readGenomes(sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc()), diags, {});
    if (genomes)
      genome = genomes->front();
  }

  std::string messages;
  llvm::raw_string_ostream stream;
  llvm::SourceMgr sources;
  Diagnostics diags;
  std::optional<Genome> genome;
};

/// Colours in few steps, so that no place in the palette is near the end of one.
std::string colors() {
  std::string text;
  for (int i = 0; i < 256; ++i)
    text += "<color index=\"" + std::to_string(i) + "\" rgb=\"" + std::to_string(i / 32 * 30) +
            " 100 " + std::to_string(255 - i / 32 * 30) + "\"/>";
  return text;
}

const char *const kXforms = R"(
  <xform weight="0.5" color="0.07" symmetry="0" linear3D="0.6" hemisphere="0.5"
    coefs="0.7 0.5 -0.5 0.7 0.3 -0.1"/>
  <xform weight="0.25" color="0.93" symmetry="0" bubble="1" coefs="1.1 0 0 0.9 -0.5 0.4"/>
  <xform weight="0.25" color="0.45" symmetry="0" opacity="0.6" zcone="0.4" linear3D="0.5"
    coefs="0.5 -0.4 0.4 0.5 -0.6 -0.7"/>)";

std::string flameOf(const std::string &attributes) {
  return "<flame " + attributes + " size=\"160 90\">" + kXforms + colors() + "</flame>";
}

struct Way {
  const char *name, *attributes, *to;
};
void PrintTo(const Way &way, std::ostream *out) { *out << way.name; }

const Way kWays[] = {
    {"PlaneToJWildfire", R"(version="FLAM3" scale="22" zoom="0.5" center="0.3 -0.2" rotate="25")",
     "jwildfire"},
    {"PlaneToFractorium", R"(version="FLAM3" scale="22" zoom="0.5" center="0.3 -0.2" rotate="25")",
     "fractorium"},
    {"PlaneToApophysis", R"(version="FLAM3" scale="22" zoom="0.5" center="0.3 -0.2" rotate="25")",
     "apophysis"},
    {"TurnToPlane",
     R"(scale="30" center="0.3 -0.2" rotate="25" cam_turn="0.6" cam_pos_x="0.2" cam_pos_y="-0.1")",
     "flam3"},
    {"SpaceToJWildfire",
     R"(version="EMBER-1.0" scale="22" center="0.3 -0.2" rotate="25" cam_pitch="0.7" cam_yaw="0.5" cam_persp="0.2"
       cam_zpos="0.6")",
     "jwildfire"},
    {"DepthOfFieldToApophysis",
     R"(version="EMBER-1.0" scale="22" center="0.3 -0.2" rotate="25" cam_pitch="0.7" cam_yaw="0.5" cam_persp="0.1"
       cam_zpos="0.6" cam_dof="0.5")",
     "apophysis"},
    {"SpaceToFractorium",
     R"(version="JWildfire" white_level="200" preserve_z="1" antialias_amount="0" cam_zoom="1.5" scale="15" center="0.3 -0.2" rotate="25"
       cam_pitch="0.7" cam_yaw="0.5" cam_persp="0.1" cam_pos_z="0.3")",
     "fractorium"},
    {"MovedToFractorium",
     R"(version="JWildfire" white_level="200" preserve_z="1" antialias_amount="0" scale="22" center="0.3 -0.2" rotate="25" cam_pitch="0.7"
       cam_yaw="0.5" cam_pos_x="0.2" cam_pos_y="0.3")",
     "fractorium"}};

class EveryWay : public testing::TestWithParam<Way> {};

TEST_P(EveryWay, LeadsToTheSamePicture) {
  Read read(flameOf(GetParam().attributes));
  ASSERT_TRUE(read.genome) << read.messages;
  const std::string text = writeFlameFor(GetParam().to, *read.genome, read.diags);
  Read again(text);
  ASSERT_TRUE(again.genome) << again.messages << text;
  EXPECT_THAT(again.genome->dialect, testing::StartsWith(GetParam().to));
  const Renders original = render(makeStill(*read.genome), {});
  EXPECT_LT(differenceOf(original, render(makeStill(*again.genome), {}, 1000)), kLoose)
      << read.messages << text;
}

INSTANTIATE_TEST_SUITE_P(Cameras, EveryWay, testing::ValuesIn(kWays),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace flame::test
