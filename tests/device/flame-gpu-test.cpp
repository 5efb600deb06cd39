// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-gpu-test DIR [--small] [GoogleTest options]: runs on a GPU what flame-gpu-prepare compiled
// into DIR. Every test is skipped where there is no GPU. With --small, tests of launches and of
// several GPUs, which sanitizers.sh runs, have few samples.

#include "tests/device/GpuFixture.h"

#include <cstdio>
#include <cstring>

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv); // takes its own options out of the list
  flame::test::isSmall = argc == 3 && std::strcmp(argv[2], "--small") == 0;
  if (argc != (flame::test::isSmall ? 3 : 2) || argv[1][0] == '-') {
    std::fputs("usage: flame-gpu-test DIR [--small] [--gtest_filter=...]\n", stderr);
    return 2;
  }
  flame::test::preparedFolder = argv[1];
  return RUN_ALL_TESTS();
}
