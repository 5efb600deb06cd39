// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words for flamerun, one in a line, as the documents of farms hold them: chains of filters, ranges
// of frames, rates, shards. And words for shells that are made of them.

#include "runtime/plan/FilterChain.h"
#include "tools/flame-farm/Engines.h"
#include "tools/flamerun/Options.h"

#include "tests/fuzz/Fuzz.h"

#include <CLI/CLI.hpp>

#include <algorithm>

using namespace flame;
using namespace flame::fuzz;

static void requireRoundTrip(const std::string &chain) {
  const auto read = rt::FilterChain::parse(chain);
  if (!read)
    return require(!read.error().text().empty(), "what is refused is explained");
  const auto again = rt::FilterChain::parse(read->text());
  require(again && again->text() == read->text(), "a chain that was written is read again",
          read->text());
}

namespace {

/// The options of flamerun, declared once: that takes much longer than reading words.
struct CommandLine {
  CLI::App app{"", "flamerun"};
  Arguments arguments;

  CommandLine() { declareOptions(app, arguments); }
};

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text = textOf(data, size);
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find('\0') == line.npos && !line.starts_with("--profile"))
      words.emplace_back(line);
  }
  for (const std::string &word : words) {
    requireRoundTrip(word);
    const std::string quoted = shellQuoted(word);
    require(quoted.size() >= word.size(), "nothing is lost by quoting", quoted);
  }
  std::ranges::reverse(words);
  static CommandLine commandLine;
  commandLine.arguments = Arguments();
  try {
    commandLine.app.parse(words);
  } catch (const CLI::Error &) {
    return 0;
  }
  const auto options = readOptions(commandLine.arguments);
  require(options || !options.error().text().empty(), "what is refused is explained");
  return 0;
}
