// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heads of requests to the studio, a line each: addresses and cookies. What an address says is what
// it was made of.

#include "studio/server/Target.h"

#include "tests/fuzz/Fuzz.h"

#include <algorithm>

using namespace flame;
using namespace flame::fuzz;
using namespace flame::studio;

/// A word with every character as %XX.
static std::string encoded(std::string_view word) {
  constexpr char kDigits[] = "0123456789aBcDeF";
  std::string text;
  for (const char c : word)
    text.append({'%', kDigits[uint8_t(c) >> 4], kDigits[uint8_t(c) & 15]});
  return text;
}

static void requireRoundTrip(const Request &request) {
  std::string target = encoded(request.path) + "?";
  for (const auto &[name, value] : request.parameters)
    target += encoded(name) + "=" + encoded(value) + "&";
  const Request again = parseTarget(target);
  require(again.path == request.path && again.parameters == request.parameters,
          "an address says what it was made of", target);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text = textOf(data, size);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    requireRoundTrip(parseTarget(line));
    const std::string_view cookie = cookieOf(line, "flame-studio-7414");
    require(cookie.find(';') == cookie.npos, "a cookie ends where the next one begins",
            std::string(line));
    if (line.find(';') == line.npos) {
      const std::string header = "a=b; flame-studio-7414=" + std::string(line) + "; c=d";
      require(cookieOf(header, "flame-studio-7414") == line, "a cookie is found among others",
              header);
    }
  }
  return 0;
}
