// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place among the words of a definition, which parsers move on, and the complaint that ends them.

#ifndef FLAME_IR_LANGUAGE_TOKENREADER_H
#define FLAME_IR_LANGUAGE_TOKENREADER_H

#include "ir/language/Tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

namespace flame {

class TokenReader {
protected:
  /// `tokens` are those of `text` alone.
  TokenReader(llvm::StringRef text, llvm::ArrayRef<Token> tokens, DefinitionError &error)
      : error(error), tokens(tokens), end{Token::End, text.take_back(0)} {}

  const Token &here() const { return position < tokens.size() ? tokens[position] : end; }
  bool skip(llvm::StringRef word);
  bool expect(llvm::StringRef word);
  bool endStatement();
  void skipEmptyStatements();
  std::optional<double> readNumber(llvm::StringRef what);
  std::string readDoc();

  /// Says what is wrong with `at` and returns false. The first complaint is the one that is told.
  bool fail(const Token &at, const llvm::Twine &message, const llvm::Twine &note = "");
  /// How complaints name a token.
  static std::string spell(const Token &token);

  DefinitionError &error;
  size_t position = 0;

private:
  llvm::ArrayRef<Token> tokens;
  Token end;
  bool failed = false;
};

} // namespace flame

#endif // FLAME_IR_LANGUAGE_TOKENREADER_H
