// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A position in the tokens of a definition, advanced by parsers, and the first error.

#ifndef FLAME_IR_LANGUAGE_TOKENREADER_H
#define FLAME_IR_LANGUAGE_TOKENREADER_H

#include "ir/language/Tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

namespace flame {

class TokenReader {
protected:
  /// `tokens` are those of `text` only.
  TokenReader(llvm::StringRef text, llvm::ArrayRef<Token> tokens, DefinitionError &error)
      : error(error), tokens(tokens), end{Token::End, text.take_back(0)} {}

  const Token &here() const { return position < tokens.size() ? tokens[position] : end; }
  bool skip(llvm::StringRef word);
  bool expect(llvm::StringRef word);
  bool endStatement();
  void skipEmptyStatements();
  std::optional<double> readNumber(llvm::StringRef what);
  std::string readDoc();

  /// Records an error at `at` and returns false. Only the first error is kept.
  bool fail(const Token &at, const llvm::Twine &message, const llvm::Twine &note = "");
  /// The spelling of a token in messages.
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
