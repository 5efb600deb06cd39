// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The artefact: what the compiler writes is what the runtime reads, the cubin inside is left as it
// was, and foreign or damaged files are errors with a name.

#include "artefact/TrustList.h"
#include "tests/unit/runtime/TemporaryDirectory.h"
#include "tests/unit/runtime/TestArtefact.h"

namespace flame::rt {

//===-- what is written is read ---------------------------------------------------------------===//

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
  EXPECT_EQ(artefact.tracks()[1].domain, abi::Domain::Log);
  ASSERT_EQ(artefact.knots().size(), 4u);
  EXPECT_EQ(artefact.knots()[2].value, -9);
  EXPECT_EQ(artefact.knots()[2].slopeIn, 3);
  EXPECT_EQ(artefact.knots()[2].slopeOut, -4);
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
  EXPECT_EQ(asText(blackwell->generic), std::string(".version 7.0 // generic\n") + '\0');

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

TEST(ArtefactTest, ChosenTextOutlivesItsChoice) {
  const Result<Artefact> artefact = Artefact::parse(testFile(), "edge.cubin");
  std::optional<CodeChoice> code = *artefact->chooseCode(10, 0);
  const CodeChoice copy = *code;
  code.reset();
  EXPECT_EQ(asText(copy.generic), std::string(".version 7.0 // generic\n") + '\0');
}

TEST(ArtefactTest, PackedTextIsCheckedBeforeItIsUnpacked) {
  const std::string wrong =
      "edge.cubin: section '.flame.generic.ptx.zst': it is missing or no packed text";
  ArtefactContents contents = testContents();
  contents.packedGenericPtx = ".version 7.0 // generic\n";
  EXPECT_EQ(errorOf(contents), wrong) << "plain text";
  // A frame of one block of zeros that claims to have more than any kernel.
  contents.packedGenericPtx = packText(std::string((1u << 26) + 1, '\0'));
  EXPECT_EQ(errorOf(contents), wrong) << "too much";
  contents.packedGenericPtx = packText(std::string(1000, '.'));
  contents.packedGenericPtx.pop_back();
  const Result<Artefact> artefact =
      Artefact::parse(toBytes(*writeArtefact(std::move(contents))), "edge.cubin");
  ASSERT_TRUE(artefact) << "it claims what is right";
  EXPECT_TRUE(artefact->chooseCode(9, 0)) << "and is not needed for machine code";
  const Result<CodeChoice> code = artefact->chooseCode(10, 0);
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().kind(), ErrorKind::Input);
  EXPECT_NE(code.error().text().find("its text cannot be unpacked"), std::string::npos);
}

TEST(ArtefactTest, WorksWithoutPtx) {
  ArtefactContents contents = testContents();
  contents.ptx.clear();
  contents.packedGenericPtx.clear();
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

//===-- foreign files -------------------------------------------------------------------------===//

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
  const uint32_t other = abi::kVersion + 1;
  file[indexOffset(file) + 8] = std::byte(other);
  EXPECT_NE(errorOf(file).find("the artefact has version " + std::to_string(other) +
                               ", this program reads version " + std::to_string(abi::kVersion)),
            std::string::npos);
}

//===-- damage --------------------------------------------------------------------------------===//

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

TEST(ArtefactTest, IsTrustedByAllOfItsBytes) {
  ArtefactContents other = testContents();
  other.genome += ' ';
  Result<Artefact> artefact = Artefact::parse(testFile(), "edge.cubin");
  ASSERT_TRUE(artefact);
  EXPECT_EQ(artefact->digest(), codeDigest(testFile()));
  EXPECT_NE(artefact->digest(), codeDigest(toBytes(*writeArtefact(other))));
}

} // namespace flame::rt
