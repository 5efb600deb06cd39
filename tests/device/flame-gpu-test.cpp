// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-gpu-test DIR [GoogleTest options]: runs on a GPU what flame-gpu-prepare compiled into DIR. Every test is
// skipped where there is no GPU.

#include "tests/device/GpuFixture.h"

#include <cstdio>

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv); // takes its own options out of the list
  if (argc != 2 || argv[1][0] == '-') {
    std::fputs("usage: flame-gpu-test DIR [--gtest_filter=...]\n", stderr);
    return 2;
  }
  flame::test::preparedFolder = argv[1];
  return RUN_ALL_TESTS();
}
