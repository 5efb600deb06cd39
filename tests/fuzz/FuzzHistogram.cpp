// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histogram files of other machines. Half of the mutants get a header whose checksum is right.

#include "runtime/output/HistogramFile.h"

#include "tests/fuzz/Fuzz.h"

#include <cstring>
#include <sstream>

using namespace flame;
using namespace flame::fuzz;

/// Buckets of all passes that a mutant may ask for: more only take longer.
static constexpr uint64_t kMostBuckets = 1 << 18;

static std::string signedHeader(std::string file) {
  rt::HistogramPrefix prefix;
  if (file.size() < sizeof prefix)
    return file;
  memcpy(&prefix, file.data(), sizeof prefix);
  const std::string_view rest = std::string_view(file).substr(sizeof prefix);
  prefix.hash = rt::contentHash(rest.substr(0, prefix.headerBytes));
  memcpy(file.data(), &prefix, sizeof prefix);
  return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string file(textOf(data, size));
  if (size % 2 == 0)
    file = signedHeader(std::move(file));
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
