// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The artefact: what the compiler writes is what the runtime reads, the cubin inside is left as it
// was, and whatever is wrong with a file - a flipped bit, a lost end, a hostile number - is an
// error with a name.

#include "compiler/ArtefactWriter.h"
#include "runtime/ArtefactHash.h"
#include "runtime/host/ArtefactReader.h"

#include "tests/unit/runtime/TemporaryDirectory.h"
#include "tests/unit/runtime/TestManifest.h"

#include <gtest/gtest.h>

#include <elf.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace flame::rt {

using namespace artefact;

//===-- Making files ------------------------------------------------------------------------===//

template <class T> static void put(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

/// An ELF file with the header of a cubin, one code section and program headers at its end, as
/// ptxas lays them out.
static std::string makeCubin(char filling) {
  const std::string names("\0.shstrtab\0.text.k\0", 19);
  const std::string code(100, filling);
  Elf64_Ehdr header{};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_machine = EM_CUDA;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 1;
  header.e_shoff = sizeof(header) + names.size() + code.size();
  Elf64_Shdr sections[3] = {};
  sections[1].sh_name = 1;
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = sizeof(header);
  sections[1].sh_size = names.size();
  sections[2].sh_name = 11;
  sections[2].sh_type = SHT_PROGBITS;
  sections[2].sh_offset = sizeof(header) + names.size();
  sections[2].sh_size = code.size();
  std::string bytes;
  put(bytes, header);
  bytes += names + code;
  put(bytes, sections);
  bytes += "program headers";
  return bytes;
}

static ArtefactContents testContents() {
  ArtefactContents contents;
  contents.manifest = testManifest();
  contents.code = {{"sm_90", makeCubin('9'), makeCubin('g')},
                   {"sm_80", makeCubin('8'), makeCubin('h')}};
  contents.ptx = ".version 7.0\n";
  contents.genericPtx = ".version 7.0 // generic\n";
  contents.ptxTarget = "sm_80";
  contents.tracks = {{12, 0, 1, abi::Domain::Linear}, {13, 1, 3, abi::Domain::PeriodicAngle}};
  contents.knots = {{0, 1.5f}, {0, 0}, {0.25f, -90}, {1, 180}};
  contents.palette.assign(2 * abi::kPaletteSize, {0.25f, 0.5f, 1, 1});
  contents.paletteTimes = {0, 0.5f};
  contents.animation = "{\"animation\": true}";
  contents.genome = "<flame/>";
  return contents;
}

using Bytes = std::vector<std::byte>;

static Bytes toBytes(const std::string &text) {
  auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

static Bytes testFile() { return toBytes(*writeArtefact(testContents())); }

/// The error of a file; empty if it is accepted.
static std::string errorOf(Bytes file) {
  Result<Artefact> artefact = Artefact::parse(std::move(file), "edge.cubin");
  return artefact ? "" : artefact.error().str();
}

static Bytes textBytes(std::string_view text) { return toBytes(std::string(text)); }

static std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

static const ArtefactSection &sectionOf(const Artefact &artefact, std::string_view name) {
  for (const ArtefactSection &section : artefact.sections())
    if (section.name == name)
      return section;
  ADD_FAILURE() << name;
  return artefact.sections().front();
}

static size_t indexOffset(const Bytes &file) {
  return asText(file).find(std::string_view(kIndexMagic, sizeof(kIndexMagic)));
}

/// Makes all hashes right again, as somebody would who changes a file on purpose.
static void sign(Bytes &file) {
  size_t at = indexOffset(file);
  IndexHeader header;
  memcpy(&header, &file[at], sizeof(header));
  for (uint32_t i = 0; i < std::min(header.entries, kMaxIndexEntries); ++i) {
    IndexEntry entry;
    std::byte *place = &file[at + sizeof(header) + i * sizeof(entry)];
    memcpy(&entry, place, sizeof(entry));
    if (entry.offset <= file.size() && entry.size <= file.size() - entry.offset)
      entry.hash = contentHash(std::span<const std::byte>(file).subspan(entry.offset, entry.size));
    memcpy(place, &entry, sizeof(entry));
  }
  header.hash = {};
  memcpy(&file[at], &header, sizeof(header));
  header.hash = contentHash(std::span<const std::byte>(file).subspan(
      at, sizeof(header) + std::min(header.entries, kMaxIndexEntries) * sizeof(IndexEntry)));
  memcpy(&file[at], &header, sizeof(header));
}

/// The error of contents that a compiler would not write.
static std::string errorOf(ArtefactContents contents) {
  Result<std::string> file = writeArtefact(std::move(contents));
  return file ? errorOf(toBytes(*file)) : file.error().str();
}

//===-- What is written is read -------------------------------------------------------------===//

TEST(ArtefactTest, SurvivesTheRoundTrip) {
  TemporaryDirectory directory;
  ArtefactContents contents = testContents();
  writeText(directory / "edge.cubin", *writeArtefact(contents));
  Result<Artefact> opened = Artefact::open(directory / "edge.cubin");
  ASSERT_TRUE(opened) << opened.error().str();
  Artefact artefact = *std::move(opened);
  EXPECT_EQ(artefact.manifest().name, "ember");
  EXPECT_EQ(artefact.manifest().targets, (std::vector<std::string>{"sm_90", "sm_80"}));
  ASSERT_EQ(artefact.tracks().size(), 2u);
  EXPECT_EQ(artefact.tracks()[1].offset, 13u);
  EXPECT_EQ(artefact.tracks()[1].domain, abi::Domain::PeriodicAngle);
  ASSERT_EQ(artefact.knots().size(), 4u);
  EXPECT_EQ(artefact.knots()[2].value, -90);
  EXPECT_EQ(artefact.palette().size(), 2u * abi::kPaletteSize);
  EXPECT_EQ(artefact.palette()[300].green, 0.5f);
  EXPECT_EQ(artefact.paletteTimes()[1], 0.5f);
  EXPECT_EQ(artefact.animation(), contents.animation);
  EXPECT_EQ(artefact.genome(), contents.genome);
}

TEST(ArtefactTest, EqualContentsGiveEqualBytes) { EXPECT_EQ(testFile(), testFile()); }

TEST(ArtefactTest, NothingInTheCubinMoves) {
  std::string cubin = makeCubin('9');
  std::string file = *writeArtefact(testContents());
  // Only e_shoff (40..47) and e_shnum (60..61) of the header may differ.
  for (size_t i = 0; i < cubin.size(); ++i)
    if ((i < 40 || i >= 48) && i != 60 && i != 61)
      ASSERT_EQ(file[i], cubin[i]) << "byte " << i;

  Elf64_Ehdr header;
  memcpy(&header, file.data(), sizeof(header));
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  memcpy(sections.data(), file.data() + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
  EXPECT_EQ(header.e_shoff + sections.size() * sizeof(Elf64_Shdr), file.size());
  EXPECT_EQ(sections[2].sh_name, 11u);
  EXPECT_EQ(sections[2].sh_offset, sizeof(header) + 19);
  const char *names = file.data() + sections[header.e_shstrndx].sh_offset;
  EXPECT_STREQ(names + sections[2].sh_name, ".text.k");
  EXPECT_STREQ(names + sections[3].sh_name, ".flame.manifest");
}

TEST(ArtefactTest, ChoosesTheBestCode) {
  ArtefactContents contents = testContents();
  contents.code.push_back({"sm_90a", makeCubin('a'), makeCubin('i')});
  Bytes file = toBytes(*writeArtefact(std::move(contents)));
  Result<Artefact> artefact = Artefact::parse(file, "edge.cubin");
  ASSERT_TRUE(artefact) << artefact.error().str();

  Result<CodeChoice> hopper = artefact->chooseCode(9, 0);
  ASSERT_TRUE(hopper);
  EXPECT_EQ(hopper->target, "sm_90a");
  EXPECT_EQ(asText(hopper->genome), makeCubin('a'));
  EXPECT_EQ(asText(hopper->generic), makeCubin('i'));

  Result<CodeChoice> ada = artefact->chooseCode(8, 9);
  ASSERT_TRUE(ada);
  EXPECT_EQ(ada->target, "sm_80");
  EXPECT_EQ(asText(ada->genome), makeCubin('8'));

  contents = testContents();
  contents.code.push_back({"sm_89", makeCubin('x'), makeCubin('y')});
  Result<Artefact> withAda = Artefact::parse(toBytes(*writeArtefact(contents)), "edge.cubin");
  EXPECT_EQ(withAda->chooseCode(8, 9)->target, "sm_89");
  EXPECT_EQ(withAda->chooseCode(8, 6)->target, "sm_80") << "not the newer one";

  Result<CodeChoice> blackwell = artefact->chooseCode(10, 0);
  ASSERT_TRUE(blackwell);
  EXPECT_TRUE(blackwell->isPtx);
  EXPECT_EQ(asText(blackwell->genome), std::string(".version 7.0\n") + '\0');

  Result<CodeChoice> turing = artefact->chooseCode(7, 5);
  ASSERT_FALSE(turing);
  EXPECT_EQ(turing.error().kind(), ErrorKind::Environment);
  EXPECT_EQ(turing.error().text(),
            "there is no code for sm_75, only for sm_90, sm_80, sm_90a, PTX for sm_80");
  EXPECT_NE(turing.error().note().find("--target=sm_75"), std::string::npos);
}

TEST(ArtefactTest, TheFileItselfIsTheCodeOfTheFirstTarget) {
  Bytes file = testFile();
  Result<Artefact> artefact = Artefact::parse(file, "edge.cubin");
  Result<CodeChoice> code = artefact->chooseCode(9, 0);
  ASSERT_TRUE(code);
  EXPECT_TRUE(std::ranges::equal(code->genome, file));
  EXPECT_EQ(asText(code->generic), makeCubin('g'));
}

TEST(ArtefactTest, WorksWithoutMachineCode) {
  ArtefactContents contents = testContents();
  contents.code.clear();
  Bytes file = toBytes(*writeArtefact(std::move(contents)));
  Result<Artefact> artefact = Artefact::parse(file, "edge.cubin");
  ASSERT_TRUE(artefact) << artefact.error().str();
  EXPECT_TRUE(artefact->manifest().targets.empty());
  Result<CodeChoice> code = artefact->chooseCode(9, 0);
  ASSERT_TRUE(code);
  EXPECT_TRUE(code->isPtx);
}

TEST(ArtefactTest, WorksWithoutPtx) {
  ArtefactContents contents = testContents();
  contents.ptx.clear();
  contents.genericPtx.clear();
  contents.ptxTarget.clear();
  EXPECT_EQ(errorOf(contents), "");
  contents.code.clear();
  EXPECT_EQ(errorOf(contents), "edge.cubin: the artefact contains no GPU code at all");
}

TEST(ArtefactTest, EmptyTextsAreFine) {
  ArtefactContents contents = testContents();
  contents.genome.clear();
  contents.animation.clear();
  contents.tracks.clear();
  contents.knots.clear();
  EXPECT_EQ(errorOf(contents), "");
}

TEST(ArtefactTest, TheWriterRefusesWhatIsNoCubin) {
  for (const char *bytes : {"", "not a cubin",
                            "\x7f"
                            "ELF"}) {
    ArtefactContents contents = testContents();
    contents.code[0].cubin = bytes;
    EXPECT_FALSE(writeArtefact(contents));
  }
  ArtefactContents contents = testContents();
  contents.code[0].cubin.resize(200);
  EXPECT_FALSE(writeArtefact(contents)) << "cut within its section table";
}

//===-- Foreign files -----------------------------------------------------------------------===//

TEST(ArtefactTest, SaysWhatAForeignFileIs) {
  EXPECT_EQ(errorOf(Bytes()), "edge.cubin: not an artefact of flamec: the file is empty");
  EXPECT_NE(errorOf(textBytes("  <flame name=\"x\">"))
                .find("XML text, perhaps a genome\nnote: compile it first"),
            std::string::npos);
  EXPECT_NE(errorOf(textBytes("{\"type\": \"node\"}")).find("JSON text"), std::string::npos);
  EXPECT_NE(errorOf(textBytes(".version 8.0\n.target sm_90\n")).find("the file is text"),
            std::string::npos);
  EXPECT_NE(errorOf(textBytes("\x89PNG\r\n\x1a\n")).find("does not begin as an ELF file"),
            std::string::npos);
  EXPECT_NE(errorOf(toBytes(makeCubin('x'))).find("GPU code without a section '.flame.index'"),
            std::string::npos);
  std::string object = makeCubin('x');
  object[18] = 62; // x86-64
  EXPECT_NE(errorOf(toBytes(object)).find("an ELF file, but not GPU code"), std::string::npos);
}

TEST(ArtefactTest, AMissingFileIsNamed) {
  TemporaryDirectory directory;
  Result<Artefact> missing = Artefact::open(directory / "none.cubin");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().text().find("none.cubin': No such file"), std::string::npos);
  EXPECT_FALSE(Artefact::open(directory.get()));
}

TEST(ArtefactTest, OtherVersionsAreRefused) {
  Bytes file = testFile();
  file[indexOffset(file) + 8] = std::byte(9);
  EXPECT_NE(errorOf(file).find("the artefact has version 9, this program reads version 1"),
            std::string::npos);
}

//===-- Damage ------------------------------------------------------------------------------===//

TEST(ArtefactTest, EveryFlippedBitIsReported) {
  const Bytes valid = testFile();
  ASSERT_EQ(errorOf(valid), "");
  Bytes file = valid;
  for (size_t i = 0; i < valid.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      file[i] ^= std::byte(1 << bit);
      ASSERT_NE(errorOf(file), "") << "byte " << i << ", bit " << bit;
      file[i] = valid[i];
    }
}

TEST(ArtefactTest, EveryOverwrittenByteInASectionNamesTheSection) {
  const Bytes valid = testFile();
  Result<Artefact> artefact = Artefact::parse(valid, "edge.cubin");
  ASSERT_TRUE(artefact);
  for (const ArtefactSection &section : artefact->sections()) {
    if (section.name == kHeadName || section.name == kTailName)
      continue; // these hold the way to the index: errors there may come from further up
    std::string expected = "edge.cubin: section '" + section.name +
                           "' is damaged: its bytes do not match their checksum\nnote: ";
    Bytes file = valid;
    for (size_t i = section.offset; i < section.offset + section.size; ++i) {
      file[i] ^= std::byte(0xff);
      std::string error = errorOf(file);
      ASSERT_TRUE(error.starts_with(expected)) << "byte " << i << ": " << error;
      file[i] = valid[i];
    }
  }
}

TEST(ArtefactTest, EveryTruncationIsReported) {
  const Bytes valid = testFile();
  for (size_t size = 0; size < valid.size(); ++size)
    ASSERT_NE(errorOf(Bytes(valid.begin(), valid.begin() + static_cast<ptrdiff_t>(size))), "")
        << size;
  std::string error = errorOf(Bytes(valid.begin(), valid.end() - 1));
  EXPECT_NE(error.find("the file is truncated"), std::string::npos) << error;
}

TEST(ArtefactTest, AppendedBytesAreReported) {
  Bytes file = testFile();
  file.push_back(std::byte(0));
  EXPECT_NE(errorOf(file).find("instead of"), std::string::npos);
}

//===-- Malice: hashes are right, contents are not ------------------------------------------===//

TEST(ArtefactTest, SigningIsNotWhatFails) {
  Bytes file = testFile();
  sign(file);
  EXPECT_EQ(file, testFile());
}

TEST(ArtefactTest, TracksMustStayInTheirTables) {
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
  EXPECT_NE(with({12, 0, 1, static_cast<abi::Domain>(3)}).find("unknown domain"),
            std::string::npos);
  EXPECT_EQ(with({51, 0, 1, abi::Domain::Magnitude}), "");
}

TEST(ArtefactTest, KnotsMustBeFiniteAndAscend) {
  auto with = [](abi::Knot knot) {
    ArtefactContents contents = testContents();
    contents.knots[2] = knot;
    return errorOf(contents);
  };
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_NE(with({nan, 0}).find("not a finite number"), std::string::npos);
  EXPECT_NE(with({0.5f, infinity}).find("not a finite number"), std::string::npos);
  EXPECT_NE(with({0, 1}).find("do not ascend"), std::string::npos);
  EXPECT_NE(with({1, 1}).find("do not ascend"), std::string::npos);
  EXPECT_EQ(with({0.75f, 1}), "");
}

TEST(ArtefactTest, PalettesMustBeColours) {
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
  EXPECT_NE(with([](auto &c) {
              c.paletteTimes = {0.5f, 0.5f};
            }).find("do not ascend"),
            std::string::npos);
  EXPECT_NE(with([](auto &c) { c.paletteTimes = {}, c.palette = {}; }).find("claims 0 rows"),
            std::string::npos);
}

TEST(ArtefactTest, CountsMustMatchTheLength) {
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

TEST(ArtefactTest, TheIndexMustFitTheFile) {
  const Bytes valid = testFile();
  size_t entries = indexOffset(valid) + sizeof(IndexHeader);
  auto with = [&](size_t entry, auto change) {
    Bytes file = valid;
    IndexEntry value;
    std::byte *place = &file[entries + entry * sizeof(IndexEntry)];
    memcpy(&value, place, sizeof(value));
    change(value);
    memcpy(place, &value, sizeof(value));
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

TEST(ArtefactTest, TheSectionTableMustAgreeWithTheIndex) {
  const Bytes valid = testFile();
  Elf64_Ehdr elf;
  memcpy(&elf, valid.data(), sizeof(elf));
  // Sections of the test file: nothing, names, code, then ours in the order of writing, the index
  // last.
  auto with = [&](size_t section, auto change) {
    Bytes file = valid;
    Elf64_Shdr header;
    std::byte *place = &file[elf.e_shoff + section * sizeof(header)];
    memcpy(&header, place, sizeof(header));
    change(header);
    memcpy(place, &header, sizeof(header));
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

TEST(ArtefactTest, NothingHidesBetweenTheSections) {
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
    std::byte *place = &file[entries + i * sizeof(entry)];
    memcpy(&entry, place, sizeof(entry));
    if (std::string_view(entry.name) != kGenomeName)
      continue;
    entry.size = 16;
    memcpy(place, &entry, sizeof(entry));
    break;
  }
  sign(file);
  EXPECT_NE(errorOf(file).find("stray bytes in front of section"), std::string::npos);
}

TEST(ArtefactTest, TheTailReachesTheEndOfTheFile) {
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

TEST(ArtefactTest, EveryPromisedTargetMustBeThere) {
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

TEST(ArtefactTest, SignedRandomDamageNeverCrashes) {
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
