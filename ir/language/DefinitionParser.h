// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses one definition of a variation: head, parameters, draws and statements. Statements are
// recorded on the variation's tape as they are read.

#ifndef FLAME_IR_LANGUAGE_DEFINITIONPARSER_H
#define FLAME_IR_LANGUAGE_DEFINITIONPARSER_H

#include "ir/language/ExpressionParser.h"
#include "ir/language/UserVariation.h"

#include <memory>

namespace flame {

class DefinitionParser : ExpressionParser {
public:
  /// `tokens` are those of `text` only. The variation keeps `text` as `source`.
  DefinitionParser(llvm::StringRef text, std::string source, llvm::ArrayRef<Token> tokens,
                   DefinitionError &error);

  /// The variation; null after an error.
  std::unique_ptr<const UserVariation> run();

private:
  DefinitionParser(std::unique_ptr<UserVariation> variation, llvm::StringRef text,
                   llvm::ArrayRef<Token> tokens, DefinitionError &error);

  /// A result, and the token that sets it.
  struct Output {
    Value value;
    Token at;
  };

  // The head.
  bool readHead();
  bool readParam();
  bool readDraw();
  bool readTable();
  std::optional<Token> readNewName();
  bool isFreeName(const Token &name);
  bool isFreeAttribute(const Token &at, llvm::StringRef name);

  // Statements.
  bool readStatements(bool isInLoop);
  bool readStatement(bool isInLoop);
  bool readDeclaration(bool isVariable);
  bool readAssignment();
  bool readOutput();
  bool readRepeat();
  bool readFlame(bool isInLoop);

  // The end.
  bool finish();
  bool checkSum();
  bool readDirectRgb();
  bool describe();
  bool checkFinite();

  std::unique_ptr<UserVariation> made;
  Token nameToken = {Token::End, {}};
  llvm::StringMap<Output> outputs; ///< by name, without the sign
  size_t reread = 0;               ///< tokens read by loops, counted once per iteration
};

} // namespace flame

#endif // FLAME_IR_LANGUAGE_DEFINITIONPARSER_H
