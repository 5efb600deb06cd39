// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of flame-genome.

#ifndef FLAME_TOOLS_FLAME_GENOME_ARGUMENTS_H
#define FLAME_TOOLS_FLAME_GENOME_ARGUMENTS_H

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flame {

/// The values of the command line. Their syntax is checked; names are looked up where they are
/// used.
struct GenomeArguments {
  std::string command;
  std::vector<std::string> inputs;
  std::string flame, output = "-", palettes;
  std::vector<std::string> warnings, variationFiles;
  bool lenient = false;
  uint64_t seed = 0;
  unsigned count = 1;

  std::string family = "any", size;
  std::vector<std::string> variations;
  std::optional<unsigned> xforms;
  std::optional<int> symmetry;

  std::string mutation, crossing;
  double strength = 1, turns = 0;
  std::optional<double> share;
  std::vector<unsigned> lockedXforms;
  bool lockColors = false, reframe = false, keepPalette = false;
  unsigned tries = 100, strips = 2;
};

/// Declares all options on `app`. Parsing sets `arguments.command`.
void declareArguments(CLI::App &app, GenomeArguments &arguments);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_GENOME_ARGUMENTS_H
