// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histogram files: what is written is read again, and nothing else is.

#include "tests/unit/runtime/TestHistogram.h"

#include "runtime/output/HistogramSink.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <sstream>

namespace flame::rt {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string testFile() {
  const TemporaryDirectory directory;
  const RenderedFrame frame = testPart();
  EXPECT_TRUE(writeHistogram(directory / "a.fhist", testHeader(), frame.part->passes));
  return readText(directory / "a.fhist");
}

/// What reading and adding up `file` fails with; empty if it does not.
std::string errorOf(const std::string &file) {
  auto reader = HistogramReader::read(std::make_unique<std::istringstream>(file), "x");
  if (!reader)
    return reader.error().text();
  std::vector<PassHistogram> sums = emptyPasses(reader->header().part);
  const Status added = reader->addTo(sums);
  return added ? "" : added.error().text();
}

bool sameCells(const std::vector<abi::WideCell> &a, const std::vector<abi::WideCell> &b) {
  return a.size() == b.size() && memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

TEST(HistogramFileTest, AddsWhatWasWritten) {
  const RenderedFrame frame = testPart();
  const std::string file = testFile();
  std::vector<PassHistogram> sums = emptyPasses(*frame.part);
  for (int time = 0; time < 2; ++time) {
    auto reader = HistogramReader::read(std::make_unique<std::istringstream>(file), "x");
    ASSERT_TRUE(reader) << reader.error().text();
    EXPECT_EQ(writeHistogramHeader(reader->header()), writeHistogramHeader(testHeader()));
    ASSERT_TRUE(reader->addTo(sums));
    if (time == 0) {
      EXPECT_TRUE(sameCells(sums[0].cells, frame.part->passes[0].cells));
      EXPECT_TRUE(sameCells(sums[1].cells, frame.part->passes[1].cells));
    }
  }
  EXPECT_EQ(sums[1].samples, 2002u);
  EXPECT_EQ(sums[0].cells[14].red, 2 * 14 * 255u);
  EXPECT_EQ(sums[0].cells.back().red, uint64_t(-10)) << "sums below 0 stay what they are";
}

TEST(HistogramFileTest, TakesAFewBytesForABucket) {
  EXPECT_LT(testFile().size(), 2 * testPart().part->buckets() * 6);
}

TEST(HistogramFileTest, KeepsRequestsToTheLastDigit) {
  const auto read = readHistogramHeader(writeHistogramHeader(testHeader()));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_THAT(requestDifference(read->request, testRequest()), IsEmpty());
  EXPECT_EQ(read->request.time, std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(read->request.seed, UINT64_MAX);
  EXPECT_FALSE(read->request.height);
  EXPECT_EQ(read->shard, (Shard{2, 3}));
}

TEST(HistogramFileTest, NamesWhatDiffers) {
  FrameRequest request = testRequest();
  request.seed = 1;
  EXPECT_EQ(requestDifference(request, testRequest()), "seed is 1 instead of 18446744073709551615");
  request = testRequest();
  request.height = 3;
  EXPECT_EQ(requestDifference(request, testRequest()), "height is 3 instead of absent");
  EXPECT_EQ(requestDifference(testRequest(), request), "height is absent instead of 3");
  request = testRequest();
  request.shard = Shard{3, 3};
  EXPECT_EQ(requestDifference(request, testRequest()), "");
}

TEST(HistogramFileTest, EveryByteCounts) {
  const std::string file = testFile();
  ASSERT_EQ(errorOf(file), "");
  for (size_t at = 0; at < file.size(); at += at < 900 ? 1 : 1997) {
    std::string copy = file;
    copy[at] = char(copy[at] ^ 0x10);
    EXPECT_NE(errorOf(copy), "") << "byte " << at;
  }
}

TEST(HistogramFileTest, EveryLengthButOneIsWrong) {
  const std::string file = testFile();
  for (size_t size = 0; size < file.size(); size += size < 900 ? 1 : 1997)
    EXPECT_NE(errorOf(file.substr(0, size)), "") << size << " bytes";
  EXPECT_THAT(errorOf(file + "a"), HasSubstr("there is more in the file than its header says"));
}

TEST(HistogramFileTest, GroupsStayWhereTheyAre) {
  const std::string file = testFile();
  HistogramPrefix prefix;
  memcpy(&prefix, file.data(), sizeof prefix);
  const size_t groups = sizeof prefix + prefix.headerBytes;
  const size_t half = (file.size() - groups) / 2; // a pass, and they have nearly the same cells
  HistogramGroup first, third;
  memcpy(&first, file.data() + groups, sizeof first);
  size_t at = groups + sizeof first + first.bytes;
  HistogramGroup second;
  memcpy(&second, file.data() + at, sizeof second);
  at += sizeof second + second.bytes;
  memcpy(&third, file.data() + at, sizeof third);
  ASSERT_NEAR(double(at - groups), double(half), 64);
  ASSERT_EQ(first.buckets, third.buckets);
  const std::string swapped =
      file.substr(0, groups) + file.substr(at) + file.substr(groups, at - groups);
  EXPECT_THAT(errorOf(swapped), HasSubstr("do not match their checksum"));
}

TEST(HistogramFileTest, ErrorsSayWhere) {
  const std::string file = testFile();
  EXPECT_THAT(errorOf(""), StartsWith("x: not a histogram of flamerun"));
  EXPECT_THAT(errorOf("<flame/>           "), StartsWith("x: not a histogram of flamerun"));
  EXPECT_THAT(errorOf(file.substr(0, file.size() - 1)), HasSubstr(": the file is truncated"));
  EXPECT_THAT(errorOf(file.substr(0, 100)), StartsWith("x: byte 32: the file is truncated"));
  std::string newer = file;
  newer[8] = 9;
  EXPECT_THAT(errorOf(newer), HasSubstr("has version 9, this program reads version 1"));
}

/// The error of a header whose value at `pointer` was replaced; empty if it was accepted.
std::string errorWith(const char *pointer, const Json &value) {
  Json json = Json::parse(writeHistogramHeader(testHeader()));
  json[Json::json_pointer(pointer)] = value;
  const auto read = readHistogramHeader(json.dump());
  return read ? "" : read.error().text();
}

TEST(HistogramFileTest, HeadersAreChecked) {
  EXPECT_EQ(errorWith("/blocks", 12), "") << "as many as there must be";
  EXPECT_THAT(errorWith("/blocks", 11), StartsWith("ranges: "));
  EXPECT_THAT(errorWith("/blocks", 0), StartsWith("blocks: expected a whole number"));
  EXPECT_THAT(errorWith("/ranges", {{0, 1}, {1, 2}}), StartsWith("ranges: "));
  EXPECT_THAT(errorWith("/ranges", {{4, 5}, {1, 2}}), StartsWith("ranges: "));
  EXPECT_THAT(errorWith("/ranges", {{4, 4}}), StartsWith("ranges: "));
  EXPECT_EQ(errorWith("/ranges", Json::array()), "") << "a shard without a block";
  EXPECT_THAT(errorWith("/grid", {60000, 70000}), StartsWith("grid: expected fewer buckets"));
  EXPECT_THAT(errorWith("/grid", {0, 1}), StartsWith("grid: "));
  EXPECT_THAT(errorWith("/shard", {4, 3}), StartsWith("shard: "));
  EXPECT_THAT(errorWith("/shard", {1, 2, 3}), StartsWith("shard: "));
  EXPECT_THAT(errorWith("/passes", Json::array()), StartsWith("passes: "));
  EXPECT_THAT(errorWith("/passes/0/samples", -1), StartsWith("passes.samples: "));
  EXPECT_THAT(errorWith("/passes/0/schedule", "auto"), StartsWith("passes.schedule: "));
  EXPECT_THAT(errorWith("/device", "tpu"), StartsWith("device: expected 'cpu' or 'gpu'"));
  EXPECT_THAT(errorWith("/request/quality", 0), StartsWith("request.quality: "));
  EXPECT_THAT(errorWith("/request/jitter", nullptr), StartsWith("request.jitter: "));
  EXPECT_THAT(errorWith("/request", 1), StartsWith("request: expected an object"));
  EXPECT_THAT(errorWith("/artefact", std::string(1000, 'a')), StartsWith("artefact: "));
}

TEST(HistogramFileTest, NestingIsNoDanger) {
  std::string deep = "{\"program\":";
  deep.append(200000, '[');
  deep.append(200000, ']');
  EXPECT_FALSE(readHistogramHeader(deep + "}"));
}

TEST(HistogramFileTest, NobodyGetsMemoryForBucketsThatAreNotThere) {
  HistogramHeader header = testHeader();
  header.part.gridWidth = 60000;
  header.part.gridHeight = 60000;
  const std::string text = writeHistogramHeader(header);
  HistogramPrefix prefix = {{}, kHistogramVersion, uint32_t(text.size()), contentHash(text)};
  memcpy(prefix.magic, kHistogramMagic, sizeof prefix.magic);
  std::string file(reinterpret_cast<const char *>(&prefix), sizeof prefix);
  file += text + std::string(10000, 'a');
  const auto reader = HistogramReader::read(std::make_unique<std::istringstream>(file), "x");
  ASSERT_FALSE(reader);
  EXPECT_THAT(reader.error().text(), HasSubstr("the file is truncated"));
}

//===-- the sink ------------------------------------------------------------------------------===//

/// Whether the sink keeps what is there.
bool keeps(const std::filesystem::path &path, const FrameJob &job, Existing existing) {
  auto sink = HistogramSink::create(path, job, "an artefact", existing);
  return (*(*sink)->findExisting())[0];
}

TEST(HistogramSinkTest, KeepsTheShardThatIsThere) {
  const TemporaryDirectory directory;
  const std::filesystem::path path = directory / "a.fhist";
  FrameJob job{12, testRequest()};
  {
    auto sink = HistogramSink::create(path, job, "an artefact", Existing::KeepSame);
    ASSERT_TRUE(sink);
    EXPECT_FALSE((*(*sink)->findExisting())[0]);
    ASSERT_TRUE((*sink)->put(0, testPart()));
    EXPECT_FALSE(HistogramSink::create(path, job, "an artefact", Existing::Replace)) << "locked";
  }
  EXPECT_TRUE(keeps(path, job, Existing::KeepSame));
  EXPECT_FALSE(keeps(path, job, Existing::Replace));
  FrameJob other = job;
  other.request.shard = Shard{1, 3};
  EXPECT_FALSE(keeps(path, other, Existing::KeepSame));
  EXPECT_TRUE(keeps(path, other, Existing::KeepAny));
  other = job;
  other.request.seed = 3;
  EXPECT_FALSE(keeps(path, other, Existing::KeepSame));
  std::string damaged = readText(path);
  damaged[damaged.size() - 9] ^= 1;
  writeText(path, damaged);
  EXPECT_FALSE(keeps(path, job, Existing::KeepSame)) << "a damaged shard is made again";
}

} // namespace
} // namespace flame::rt
