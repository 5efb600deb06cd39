// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Libraries of palettes, which flames name by a number. The length of the input chooses the number
// and the way in which it is named.

#include "compiler/genome/xml/GenomeReader.h"

#include "tests/fuzz/InputFile.h"

#include <algorithm>

using namespace flame;
using namespace flame::fuzz;

static bool isColor(const PaletteColor &color) {
  return std::ranges::all_of(std::initializer_list<double>{color.red, color.green, color.blue},
                             [](double value) { return value >= 0 && value <= 1; });
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const InputFile library(textOf(data, size));
  ReaderOptions options;
  options.paletteLibrary = library.path();
  options.lenient = size % 3 == 0;
  const std::string number = std::to_string(size / 2 % 4);
  const std::string xform = "<xform weight=\"1\" linear=\"1\" coefs=\"1 0 0 1 0 0\"/>";
  Source source(size % 2 == 0
                    ? "<flame palette=\"" + number + "\" hue=\"0.3\">" + xform + "</flame>"
                    : "<flame>" + xform + "<palette index0=\"" + number +
                          "\" index1=\"1\" hue0=\"0.1\" hue1=\"0.9\" blend=\"0.5\"/></flame>");
  const auto genomes = readGenomes(source.buffer, source.diags, options);
  if (!genomes || source.diags.hasErrors()) {
    require(!source.messages.empty(), "what is refused is explained");
    return 0;
  }
  for (const Genome &genome : *genomes)
    require(std::ranges::all_of(genome.palette, isColor), "colours are within their range");
  return 0;
}
