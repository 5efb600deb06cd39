// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Artefacts whose hashes are right and whose contents are not: nothing that a stranger writes into
// a file is believed.

#include "tests/unit/runtime/TestArtefact.h"

#include <limits>
#include <random>

namespace flame::rt {

TEST(HostileArtefactTest, SigningIsNotWhatFails) {
  Bytes file = testFile();
  sign(file);
  EXPECT_EQ(file, testFile());
}

TEST(HostileArtefactTest, TracksMustStayInTheirTables) {
  auto with = [](abi::Track track) {
    ArtefactContents contents = testContents();
    contents.tracks[0] = track;
    return errorOf(contents);
  };
  EXPECT_NE(with({52, 0, 1, abi::Domain::Linear}).find("track 0 is written beyond"),
            std::string::npos);
  EXPECT_NE(with({12, 0, 0, abi::Domain::Linear}).find("track 0 has knots that do not exist"),
            std::string::npos);
  EXPECT_NE(with({12, 4, 1, abi::Domain::Linear}), "");
  EXPECT_NE(with({12, 1, 4, abi::Domain::Linear}), "");
  EXPECT_NE(with({12, ~0u, 2, abi::Domain::Linear}), "");
  EXPECT_NE(with({12, 2, ~0u, abi::Domain::Linear}), "");
  EXPECT_NE(with({12, 0, 1, static_cast<abi::Domain>(2)}).find("unknown domain"),
            std::string::npos);
  EXPECT_EQ(with({51, 0, 1, abi::Domain::Log}), "");
}

TEST(HostileArtefactTest, KnotsMustBeFiniteAndAscend) {
  auto with = [](abi::Knot knot) {
    ArtefactContents contents = testContents();
    contents.knots[2] = knot;
    return errorOf(contents);
  };
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_NE(with({nan, 0, 0, 0}).find("not a finite number"), std::string::npos);
  EXPECT_NE(with({0.5f, infinity, 0, 0}).find("not a finite number"), std::string::npos);
  EXPECT_NE(with({0.5f, 0, -infinity, 0}).find("not a finite number"), std::string::npos);
  EXPECT_NE(with({0.5f, 0, 0, nan}).find("not a finite number"), std::string::npos);
  EXPECT_NE(with({0, 1, 0, 0}).find("do not ascend"), std::string::npos);
  EXPECT_NE(with({1, 1, 0, 0}).find("do not ascend"), std::string::npos);
  EXPECT_EQ(with({0.75f, 1, 0, 0}), "");
}

TEST(HostileArtefactTest, PalettesMustBeColours) {
  auto with = [](auto change) {
    ArtefactContents contents = testContents();
    change(contents);
    return errorOf(contents);
  };
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(with([](auto &c) { c.palette[511].alpha = nan; }).find("a colour outside of 0 to 1"),
            std::string::npos);
  EXPECT_NE(with([](auto &c) { c.palette[3].red = 1.5f; }), "");
  EXPECT_NE(with([](auto &c) { c.palette[3].blue = -0.1f; }), "");
  EXPECT_NE(with([](auto &c) { c.paletteTimes = {0.5f, 0.5f}; }).find("do not ascend"),
            std::string::npos);
  EXPECT_NE(with([](auto &c) { c.paletteTimes = {}, c.palette = {}; }).find("claims 0 rows"),
            std::string::npos);
}

TEST(HostileArtefactTest, CountsMustMatchTheLength) {
  const Bytes valid = testFile();
  Result<Artefact> artefact = Artefact::parse(valid, "edge.cubin");
  for (const char *name : {kKnotsName, kPaletteName})
    for (size_t field : {0u, 4u})
      for (uint32_t value : {0u, 1u, 3u, 255u, 1u << 20, 0x7fffffffu, ~0u}) {
        Bytes file = valid;
        memcpy(&file[sectionOf(*artefact, name).offset + field], &value, sizeof(value));
        sign(file);
        if (file == valid)
          continue;
        std::string error = errorOf(file);
        EXPECT_TRUE(error.find(name) != error.npos) << error;
      }
}

TEST(HostileArtefactTest, TheIndexMustFitTheFile) {
  const Bytes valid = testFile();
  size_t entries = indexOffset(valid) + sizeof(IndexHeader);
  auto with = [&](size_t entry, auto change) {
    Bytes file = valid;
    IndexEntry value;
    std::byte *bytes = &file[entries + entry * sizeof(IndexEntry)];
    memcpy(&value, bytes, sizeof(value));
    change(value);
    memcpy(bytes, &value, sizeof(value));
    sign(file);
    return errorOf(file);
  };
  EXPECT_NE(with(1, [](IndexEntry &e) { e.offset = ~0ull; }).find("impossible entry"),
            std::string::npos);
  EXPECT_NE(with(1, [](IndexEntry &e) { e.size = ~0ull; }).find("impossible entry"),
            std::string::npos);
  EXPECT_NE(with(1, [](IndexEntry &e) { memset(e.name, 'x', sizeof(e.name)); }), "");
  EXPECT_NE(with(1, [](IndexEntry &e) { strcpy(e.name, ".flame.other"); }).find("disagree about"),
            std::string::npos);
  EXPECT_NE(with(2, [](IndexEntry &e) { strcpy(e.name, kManifestName); }), "");
  EXPECT_NE(with(1, [](IndexEntry &e) { e.size -= 16; }).find("stray bytes"), std::string::npos);
  EXPECT_NE(with(1, [](IndexEntry &e) { e.size += 16; }).find("overlaps"), std::string::npos);
  EXPECT_NE(with(0, [](IndexEntry &e) { e.offset = 16; }), "");
  EXPECT_NE(with(0, [](IndexEntry &e) { strcpy(e.name, "(else)"); }), "");
}

TEST(HostileArtefactTest, TheSectionTableMustAgreeWithTheIndex) {
  const Bytes valid = testFile();
  Elf64_Ehdr elf;
  memcpy(&elf, valid.data(), sizeof(elf));
  // Sections of the test file: nothing, names, code, then ours in the order of writing, the index
  // last.
  auto with = [&](size_t section, auto change) {
    Bytes file = valid;
    Elf64_Shdr header;
    std::byte *bytes = &file[elf.e_shoff + section * sizeof(header)];
    memcpy(&header, bytes, sizeof(header));
    change(header);
    memcpy(bytes, &header, sizeof(header));
    sign(file);
    return errorOf(file);
  };
  Elf64_Shdr manifest;
  memcpy(&manifest, &valid[elf.e_shoff + 3 * sizeof(manifest)], sizeof(manifest));
  EXPECT_NE(with(3, [](auto &h) { h.sh_offset += 16; }).find("disagree about"), std::string::npos);
  EXPECT_NE(with(3, [](auto &h) { h.sh_size -= 1; }).find("disagree about"), std::string::npos);
  EXPECT_NE(with(3, [](auto &h) { h.sh_size = ~0ull; }).find("lies outside"), std::string::npos);
  EXPECT_NE(with(3, [](auto &h) { h.sh_name = ~0u; }).find("disagree about"), std::string::npos);
  EXPECT_NE(with(2, [&](auto &h) { h.sh_name = manifest.sh_name; }).find("two sections"),
            std::string::npos);
  EXPECT_NE(with(1, [](auto &h) { h.sh_offset = ~0ull; }).find("names of the sections"),
            std::string::npos);
  // A section that is not ours takes a name of our kind.
  Bytes file = valid;
  std::string_view text = asText(file);
  size_t name = text.rfind(".text.k");
  memcpy(&file[name], ".flame.", 7);
  sign(file);
  EXPECT_NE(errorOf(file).find("that the index does not list"), std::string::npos);
}

TEST(HostileArtefactTest, NothingHidesBetweenTheSections) {
  ArtefactContents contents = testContents();
  contents.genome = "<flame name='x'/>"; // 17 bytes: 15 of padding follow
  Bytes file = toBytes(*writeArtefact(contents));
  Result<Artefact> artefact = Artefact::parse(file, "edge.cubin");
  const ArtefactSection &genome = sectionOf(*artefact, kGenomeName);
  file[genome.offset + genome.size + 3] = std::byte(1);
  EXPECT_NE(errorOf(file).find("stray bytes in front of section"), std::string::npos);

  // A section that shrinks by sixteen zero bytes leaves too large a gap, even a clean one.
  contents.genome = std::string(32, '\0');
  file = toBytes(*writeArtefact(contents));
  size_t entries = indexOffset(file) + sizeof(IndexHeader);
  for (size_t i = 0;; ++i) {
    IndexEntry entry;
    std::byte *bytes = &file[entries + i * sizeof(entry)];
    memcpy(&entry, bytes, sizeof(entry));
    if (std::string_view(entry.name) != kGenomeName)
      continue;
    entry.size = 16;
    memcpy(bytes, &entry, sizeof(entry));
    break;
  }
  sign(file);
  EXPECT_NE(errorOf(file).find("stray bytes in front of section"), std::string::npos);
}

TEST(HostileArtefactTest, TheTailReachesTheEndOfTheFile) {
  Bytes file = testFile();
  size_t index = indexOffset(file);
  IndexHeader header;
  memcpy(&header, &file[index], sizeof(header));
  std::byte *last = &file[index + sizeof(header) + (header.entries - 1) * sizeof(IndexEntry)];
  IndexEntry entry;
  memcpy(&entry, last, sizeof(entry));
  entry.size -= 1;
  memcpy(last, &entry, sizeof(entry));
  sign(file);
  EXPECT_NE(errorOf(file).find("stray bytes at the end"), std::string::npos);
}

TEST(HostileArtefactTest, EveryPromisedTargetMustBeThere) {
  Bytes file = testFile();
  Result<Artefact> artefact = Artefact::parse(file, "edge.cubin");
  std::string_view text = asText(file);
  size_t at = text.find("\"sm_80\"", sectionOf(*artefact, kManifestName).offset);
  memcpy(&file[at], "\"sm_86\"", 7);
  sign(file);
  EXPECT_NE(errorOf(file).find("the code for sm_86 is missing"), std::string::npos);

  // Code that is there but is no cubin.
  for (const char *name : {".flame.cubin.sm_80", ".flame.generic.sm_80", ".flame.generic.sm_90"}) {
    file = testFile();
    file[sectionOf(*artefact, name).offset] = std::byte('x');
    sign(file);
    EXPECT_NE(errorOf(file).find("is missing or no cubin"), std::string::npos) << name;
  }
}

TEST(HostileArtefactTest, SignedRandomDamageNeverCrashes) {
  const Bytes valid = testFile();
  std::mt19937 random(7);
  size_t index = indexOffset(valid);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    Bytes file = valid;
    // Mostly behind the cubin, where our own sections are; the magic stays, or signing would not
    // find the index.
    for (unsigned n = random() % 3 + 1; n > 0; --n) {
      size_t at = random() % 8 == 0 ? random() % 512 : 300 + random() % (file.size() - 300);
      if (at >= index && at < index + 16)
        continue;
      file[at] = random() % 2 ? std::byte(random()) : std::byte(random() % 2 ? 0xff : 0);
    }
    sign(file);
    Result<Artefact> artefact = Artefact::parse(std::move(file), "edge.cubin");
    if (!artefact)
      continue;
    ++accepted;
    for (const abi::Track &track : artefact->tracks())
      ASSERT_LE(uint64_t(track.firstKnot) + track.knotCount, artefact->knots().size());
    ASSERT_EQ(artefact->palette().size(), artefact->paletteTimes().size() * abi::kPaletteSize);
  }
  EXPECT_GT(accepted, 100) << "changed texts and colours are legal when signed";
}

} // namespace flame::rt
