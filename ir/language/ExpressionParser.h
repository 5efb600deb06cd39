// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the expressions of a definition and records their operations on its tape. Resolves names:
// those that every definition has, and those declared by statements.

#ifndef FLAME_IR_LANGUAGE_EXPRESSIONPARSER_H
#define FLAME_IR_LANGUAGE_EXPRESSIONPARSER_H

#include "ir/VariationTable.h"
#include "ir/language/Tape.h"
#include "ir/language/TokenReader.h"

#include "llvm/ADT/StringMap.h"

namespace flame {

class ExpressionParser : protected TokenReader {
protected:
  /// `defined` is the variation under definition.
  ExpressionParser(llvm::StringRef text, llvm::ArrayRef<Token> tokens, DefinitionError &error,
                   const VariationInfo &defined, Tape &tape)
      : TokenReader(text, tokens, error), defined(defined), tape(tape) {}

  /// The value of an expression. A literal whole number converts to an integer where one is
  /// required.
  struct Value {
    dsl::Type type;
    TapeNode node;
  };
  using Maybe = std::optional<Value>;

  /// The meaning of a name.
  struct Name {
    Value value;
    bool isVariable; ///< declared by `var`
  };

  Maybe readExpression();
  Maybe apply(const Token &at, dsl::Op op, llvm::ArrayRef<Value> operands);
  bool convert(const Token &at, Value &value, dsl::Type wanted);

  bool hasMeaning(llvm::StringRef name) const;
  void declare(const Token &name, const Value &value, bool isVariable);
  void declareTable(const Token &name, std::vector<double> entries);
  /// A declared name other than a table; null if there is none.
  Name *findDeclared(llvm::StringRef name);
  size_t declaredCount() const { return declared.size(); }
  /// Removes all declarations except the first `count`.
  void forgetBehind(size_t count);

  /// Enters parentheses or a loop; fails if they are nested too deeply. Call `leave` at their end.
  bool enter(const Token &at);
  void leave() { --depth; }
  /// Reports too many steps.
  bool failOfLength(const Token &at);

private:
  // From the lowest to the highest precedence.
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

  Maybe arithmetic(const Token &at, Value a, Value b);
  Maybe compare(const Token &at, Value a, Value b);
  Maybe power(const Token &at, Value base, Value exponent);
  Maybe finished(const Token &at, Value value);
  bool agree(const Token &at, Value &a, Value &b);

  const VariationInfo &defined;
  Tape &tape;
  llvm::StringMap<Name> names;
  llvm::StringMap<std::vector<double>> tables;
  std::vector<llvm::StringRef> declared; ///< names in order of declaration
  unsigned depth = 0;
};

} // namespace flame

#endif // FLAME_IR_LANGUAGE_EXPRESSIONPARSER_H
