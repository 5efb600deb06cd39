// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hash of contents: what artefacts hold must stay what it is.

#include "support/ContentHash.h"

#include <gtest/gtest.h>

namespace flame::rt {
namespace {

TEST(ContentHashTest, IsXxh3) {
  // The empty input of XXH3_128bits, by its specification.
  EXPECT_EQ(contentHash("").hex(), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(contentHash("").low, 0x6001c324468d497full);
}

TEST(ContentHashTest, HexKeepsLeadingZeros) {
  EXPECT_EQ((ContentHash{0xa, 0xb}).hex(), "000000000000000b000000000000000a");
}

TEST(ContentHashTest, DependsOnEveryPartAndWhereItEnds) {
  const ContentHash hash = hashOfParts({"a", "bc"});
  EXPECT_EQ(hash, hashOfParts({"a", "bc"}));
  EXPECT_NE(hash, hashOfParts({"ab", "c"}));
  EXPECT_NE(hash, hashOfParts({"abc"}));
  EXPECT_NE(hash, hashOfParts({"a", "bc", ""}));
  EXPECT_NE(hash, hashOfParts({"bc", "a"}));
}

} // namespace
} // namespace flame::rt
