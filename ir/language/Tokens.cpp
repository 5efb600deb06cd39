// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/language/Tokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace flame {

/// Longer signs before their prefixes.
static constexpr llvm::StringLiteral kSigns[] = {"<=", ">=", "==", "!=", "&&", "||", "+", "-", "*",
                                                 "/",  "%",  "^",  "<",  ">",  "=",  "!", "?", ":",
                                                 "(",  ")",  "[",  "]",  "{",  "}",  ","};

static bool isWordStart(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool isWord(char c) { return llvm::isAlnum(c) || c == '_'; }

static llvm::StringRef takeName(llvm::StringRef text) {
  size_t end = 0;
  while (end < text.size() && (isWord(text[end]) || (text[end] == '.' && end + 1 < text.size() &&
                                                     isWordStart(text[end + 1]))))
    ++end;
  return text.take_front(end);
}

static llvm::StringRef takeNumber(llvm::StringRef text) {
  size_t end = 0;
  auto takeDigits = [&] {
    while (end < text.size() && llvm::isDigit(text[end]))
      ++end;
  };
  takeDigits();
  if (end < text.size() && text[end] == '.') {
    ++end;
    takeDigits();
  }
  if (end < text.size() && llvm::toLower(text[end]) == 'e') {
    size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+'))
      ++exponent;
    if (exponent < text.size() && llvm::isDigit(text[exponent])) {
      end = exponent;
      takeDigits();
    }
  }
  return text.take_front(end);
}

/// True if an expression continues after `token`, even on the next line.
static bool goesOn(const Token &token) {
  static constexpr llvm::StringLiteral kEnds[] = {")", "]", "{", "}"};
  return (token.kind == Token::Sign && !llvm::is_contained(kEnds, token.text)) || token.is("and") ||
         token.is("or") || token.is("not");
}

namespace {
class Tokenizer {
public:
  Tokenizer(llvm::StringRef text, DefinitionError &error) : rest(text), error(error) {}

  std::optional<std::vector<Token>> run() {
    while (!rest.empty())
      if (!takeOne())
        return std::nullopt;
    add(Token::EndOfStatement, rest.take_front(0));
    add(Token::End, rest.take_front(0));
    return std::move(tokens);
  }

private:
  bool takeOne() {
    const char c = rest.front();
    if (c == '#') {
      rest = rest.drop_while([](char c) { return c != '\n'; });
    } else if (c == '\n' || c == ';') {
      if (c == ';' || (open == 0 && (tokens.empty() || !goesOn(tokens.back()))))
        add(Token::EndOfStatement, rest.take_front(1));
      rest = rest.drop_front();
    } else if (llvm::isSpace(c)) {
      rest = rest.drop_front();
    } else if (isWordStart(c)) {
      const llvm::StringRef name = takeName(rest);
      const bool isOutput = rest.drop_front(name.size()).starts_with("'");
      const bool isFirst = tokens.empty() || tokens.back().kind == Token::EndOfStatement;
      take(isOutput ? Token::Output : Token::Name, name.size() + (isOutput ? 1 : 0));
      if (isFirst && name == "flame")
        return takeFlame();
    } else if (llvm::isDigit(c) || (c == '.' && rest.size() > 1 && llvm::isDigit(rest[1]))) {
      take(Token::Number, takeNumber(rest).size());
    } else if (c == '"') {
      return takeString();
    } else {
      return takeSign();
    }
    return true;
  }

  /// A flame cannot nest in another one except as hexadecimal digits in an attribute, so the first
  /// end tag is its end.
  bool takeFlame() {
    constexpr llvm::StringLiteral kBegin("<flame"), kEnd("</flame>");
    rest = rest.ltrim();
    const size_t end = rest.find(kEnd);
    if (!rest.starts_with(kBegin) || end == llvm::StringRef::npos)
      return fail(rest.take_until([](char c) { return llvm::isSpace(c); }),
                  "expected an element '<flame ...> ... </flame>'");
    take(Token::Flame, end + kEnd.size());
    return true;
  }

  bool takeString() {
    const size_t end = rest.find_first_of("\"\n", 1);
    if (end == llvm::StringRef::npos || rest[end] == '\n')
      return fail(rest.take_front(1), "the quotation mark has no partner on its line");
    take(Token::String, end + 1);
    return true;
  }

  bool takeSign() {
    for (llvm::StringRef sign : kSigns) {
      if (!rest.starts_with(sign))
        continue;
      if (sign == "(" || sign == "[")
        ++open;
      else if ((sign == ")" || sign == "]") && open > 0)
        --open;
      take(Token::Sign, sign.size());
      return true;
    }
    return fail(rest.take_front(1), "this character means nothing here");
  }

  void take(Token::Kind kind, size_t size) {
    add(kind, rest.take_front(size));
    rest = rest.drop_front(size);
  }
  void add(Token::Kind kind, llvm::StringRef text) { tokens.push_back({kind, text}); }
  bool fail(llvm::StringRef at, llvm::StringRef message) {
    error = {message.str(), "", at, {}};
    return false;
  }

  llvm::StringRef rest;
  DefinitionError &error;
  std::vector<Token> tokens;
  unsigned open = 0; ///< open parentheses and square brackets
};
} // namespace

std::optional<std::vector<Token>> tokenize(llvm::StringRef text, DefinitionError &error) {
  return Tokenizer(text, error).run();
}

std::string withPlainLines(llvm::StringRef text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r')
      plain += text[i];
    else if (!text.drop_front(i + 1).starts_with("\n"))
      plain += ' ';
  return plain;
}

} // namespace flame
