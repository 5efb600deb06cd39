// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "artefact/Sha256.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace flame::rt {

static std::string hashOf(std::string_view text) { return sha256(std::as_bytes(std::span(text))); }

TEST(Sha256Test, IsThatOfTheStandard) {
  EXPECT_EQ(hashOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hashOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hashOf(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Test, IsTheSameByEveryInstruction) {
  std::vector<std::byte> bytes;
  for (unsigned i = 0; i < 300; ++i) {
    EXPECT_EQ(sha256(bytes), sha256(bytes, HashInstructions::Portable)) << i << " bytes";
    bytes.push_back(std::byte(i * 37 + i / 7));
  }
}

} // namespace flame::rt
