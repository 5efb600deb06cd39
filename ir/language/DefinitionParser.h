// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads one definition of a variation: its head, its parameters and draws, and the statements, which it records on the
// tape of the variation as it goes.

#ifndef FLAME_IR_LANGUAGE_DEFINITIONPARSER_H
#define FLAME_IR_LANGUAGE_DEFINITIONPARSER_H

#include "ir/language/UserVariation.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

#include <memory>

namespace flame {

class DefinitionParser {
public:
  /// `tokens` are those of `text` alone, which the variation keeps as `source`.
  DefinitionParser(llvm::StringRef text, std::string source, llvm::ArrayRef<Token> tokens,
                   DefinitionError &error)
      : text(text), source(std::move(source)), tokens(tokens), error(error) {}

  /// The variation; null, and an error, if the text defines none.
  std::unique_ptr<const UserVariation> run();

private:
  /// A value of an expression. A whole literal stands for an integer where one is wanted.
  struct Value {
    dsl::Type type;
    TapeNode node;
  };
  using Maybe = std::optional<Value>;

  /// What a name means.
  struct Name {
    Value value;
    bool isVariable; ///< declared by `var`
  };

  /// A result, and the word that sets it.
  struct Output {
    Value value;
    Token at;
  };

  // Tokens.
  const Token &here() const { return position < tokens.size() ? tokens[position] : end; }
  bool skip(llvm::StringRef word);
  bool expect(llvm::StringRef word);
  bool endStatement();
  void skipEmptyStatements();
  std::optional<double> readNumber(llvm::StringRef what);
  std::string readDoc();
  /// Says what is wrong with `at` and returns false. The first complaint is the one that is told.
  bool fail(const Token &at, const llvm::Twine &message, const llvm::Twine &note = "");

  // The head.
  bool readHead();
  bool readParam();
  bool readDraw();
  bool readTable();
  bool isFreeName(const Token &name);
  bool isFreeAttribute(const Token &at, llvm::StringRef name);

  // Statements.
  bool readStatements(bool isInLoop);
  bool readStatement(bool isInLoop);
  bool readDeclaration(bool isVariable);
  void declare(const Token &name, const Value &value, bool isVariable);
  bool readAssignment();
  bool readOutput();
  bool readRepeat();
  bool readFlame(bool isInLoop);

  // Expressions, from the loosest to the tightest.
  Maybe readExpression();
  Maybe readChoice();
  Maybe readOr();
  Maybe readAnd();
  Maybe readNot();
  Maybe readComparison();
  Maybe readSum();
  Maybe readProduct();
  Maybe readSigned();
  Maybe readPower();
  Maybe readPrimary();
  Maybe readCall(const Token &name);
  Maybe readEntry(const Token &name, llvm::ArrayRef<double> entries);
  Maybe readName(const Token &name);
  Maybe apply(const Token &at, dsl::Op op, llvm::ArrayRef<Value> operands);
  Maybe arithmetic(const Token &at, Value a, Value b);
  Maybe compare(const Token &at, Value a, Value b);
  Maybe power(const Token &at, Value base, Value exponent);
  Maybe finished(const Token &at, Value value);
  bool agree(const Token &at, Value &a, Value &b);
  bool convert(const Token &at, Value &value, dsl::Type wanted);

  // The end.
  bool finish();
  bool checkSum();
  bool readShownColor();
  bool describe();
  bool checkHoles();

  llvm::StringRef text;
  std::string source;
  llvm::ArrayRef<Token> tokens;
  DefinitionError &error;
  Token end = {Token::End, {}}, nameToken = end;
  size_t position = 0;
  std::unique_ptr<UserVariation> made;
  llvm::StringMap<Name> names;
  llvm::StringMap<std::vector<double>> tables;
  std::vector<llvm::StringRef> declared; ///< the names, in order
  llvm::StringMap<Output> outputs;       ///< by their names, without the sign
  unsigned depth = 0;                    ///< of parentheses and loops
  size_t reread = 0;                     ///< words that loops read, as often as they did
  bool failed = false;
};

} // namespace flame

#endif // FLAME_IR_LANGUAGE_DEFINITIONPARSER_H
