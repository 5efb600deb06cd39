// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decodes %XX, and '+' as a space. A '%' without two hexadecimal digits stands for itself.

#include "studio/server/Target.h"

#include <algorithm>

namespace flame::studio {

static int hexDigit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

static std::string decoded(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 &&
        hexDigit(text[i + 2]) >= 0) {
      result += char(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
      i += 2;
    } else {
      result += text[i] == '+' ? ' ' : text[i];
    }
  return result;
}

Request parseTarget(std::string_view target) {
  Request request;
  const size_t question = target.find('?');
  request.path = decoded(target.substr(0, question));
  std::string_view rest = question == target.npos ? "" : target.substr(question + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    const size_t equals = pair.find('=');
    request.parameters[decoded(pair.substr(0, equals))] =
        equals == pair.npos ? "" : decoded(pair.substr(equals + 1));
  }
  return request;
}

std::string_view cookieOf(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    std::string_view pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(pair.size() + 1, header.size()));
    while (pair.starts_with(' '))
      pair.remove_prefix(1);
    if (pair.starts_with(name) && pair.size() > name.size() && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
  }
  return {};
}

} // namespace flame::studio
