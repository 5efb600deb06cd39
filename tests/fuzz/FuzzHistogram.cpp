// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histogram files of other machines. Half of the mutants are signed: their checksums are right, as
// far as there is a file.

#include "runtime/output/HistogramFile.h"

#include "tests/fuzz/Fuzz.h"

#include <cstring>
#include <sstream>

using namespace flame;
using namespace flame::fuzz;

/// Buckets of all passes that a mutant may ask for: more only take longer.
static constexpr uint64_t kMostBuckets = 1 << 18;

static std::string signedFile(std::string file) {
  rt::HistogramPrefix prefix;
  if (file.size() < sizeof prefix)
    return file;
  memcpy(&prefix, file.data(), sizeof prefix);
  size_t at = sizeof prefix;
  prefix.hash = rt::contentHash(std::string_view(file).substr(at, prefix.headerBytes));
  memcpy(file.data(), &prefix, sizeof prefix);
  rt::ContentHash hash = prefix.hash;
  at += prefix.headerBytes;
  for (rt::HistogramGroup group; at < file.size() && file.size() - at >= sizeof group;
       at += sizeof group + group.bytes) {
    memcpy(&group, file.data() + at, sizeof group);
    hash = group.hash =
        rt::hashOfParts({{reinterpret_cast<const char *>(&hash), sizeof hash},
                         std::string_view(file).substr(at + sizeof group, group.bytes)});
    memcpy(file.data() + at, &group, sizeof group);
  }
  return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string file(textOf(data, size));
  if (size % 2 == 0)
    file = signedFile(std::move(file));
  auto reader = rt::HistogramReader::read(std::make_unique<std::istringstream>(file), "input");
  if (!reader) {
    require(!reader.error().text().empty(), "what is refused is explained");
    return 0;
  }
  const rt::HistogramPart &part = reader->header().part;
  const std::string written = rt::writeHistogramHeader(reader->header());
  const auto again = rt::readHistogramHeader(written);
  require(bool(again), "a header that was written is read again", written);
  require(rt::writeHistogramHeader(*again) == written, "writing is stable", written);
  if (part.buckets() * part.passes.size() > kMostBuckets)
    return 0;
  std::vector<rt::PassHistogram> sums = part.passes;
  for (rt::PassHistogram &sum : sums)
    sum.cells.resize(part.buckets());
  (void)reader->addTo(sums);
  return 0;
}
