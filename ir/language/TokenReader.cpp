// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The End token is located at the end of the text, so errors about missing text point there.

#include "ir/language/TokenReader.h"

#include <cmath>

namespace flame {

bool TokenReader::skip(llvm::StringRef word) {
  if (!here().is(word))
    return false;
  ++position;
  return true;
}

std::string TokenReader::spell(const Token &token) {
  if (token.kind == Token::EndOfStatement || token.kind == Token::End)
    return "the end of the line";
  constexpr size_t kMaxShown = 60;
  return ("'" + token.text.take_front(kMaxShown) + "'").str();
}

bool TokenReader::expect(llvm::StringRef word) {
  return skip(word) || fail(here(), "expected '" + word + "', found " + spell(here()));
}

bool TokenReader::endStatement() {
  if (here().kind == Token::EndOfStatement) {
    ++position;
    return true;
  }
  if (here().is("}") || here().kind == Token::End)
    return true;
  return fail(here(), "expected the end of the line, found " + spell(here()));
}

void TokenReader::skipEmptyStatements() {
  while (here().kind == Token::EndOfStatement)
    ++position;
}

bool TokenReader::fail(const Token &at, const llvm::Twine &message, const llvm::Twine &note) {
  if (!failed)
    error = {message.str(), note.str(), at.text, {}};
  failed = true;
  return false;
}

std::optional<double> TokenReader::readNumber(llvm::StringRef what) {
  const bool isNegative = skip("-");
  double value = 0;
  if (here().kind != Token::Number || here().text.getAsDouble(value) || !std::isfinite(value)) {
    fail(here(), "expected " + what + ", found " + spell(here()));
    return std::nullopt;
  }
  ++position;
  return isNegative ? -value : value;
}

std::string TokenReader::readDoc() {
  if (here().kind != Token::String)
    return "";
  return tokens[position++].text.drop_front().drop_back().str();
}

} // namespace flame
