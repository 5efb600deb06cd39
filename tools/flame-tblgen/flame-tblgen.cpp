// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns records into C++ and prose: those of ir/Variations.td (Variations.cpp), those of ir/Filters.td (Filters.cpp), and
// those of ir/Settings.td (Settings.cpp reads them; GenomeSettings.cpp, AnimationSettings.cpp, FrameSettings.cpp and
// SettingDocs.cpp make something of them).
// Each product has an option, listed at the top of the file that makes it.
//
// The records are checked once, for all generators; a bad record is an error at its location in the .td file.

#include "llvm/Support/CommandLine.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(
      argc, argv, "turns tables of variations, settings and filters into C++ and prose\n");
  return TableGenMain(argv[0], TableGenMainFn());
}
