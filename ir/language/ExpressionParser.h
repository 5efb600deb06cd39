// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the expressions of a definition, and records their operations on its tape. It knows what names mean: those that every
// definition has, and those that statements declare.

#ifndef FLAME_IR_LANGUAGE_EXPRESSIONPARSER_H
#define FLAME_IR_LANGUAGE_EXPRESSIONPARSER_H

#include "ir/VariationTable.h"
#include "ir/language/Tape.h"
#include "ir/language/TokenReader.h"

#include "llvm/ADT/StringMap.h"

namespace flame {

class ExpressionParser : protected TokenReader {
protected:
  /// `defined` is the variation that is being defined.
  ExpressionParser(llvm::StringRef text, llvm::ArrayRef<Token> tokens, DefinitionError &error,
                   const VariationInfo &defined, Tape &tape)
      : TokenReader(text, tokens, error), defined(defined), tape(tape) {}

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

  Maybe readExpression();
  Maybe apply(const Token &at, dsl::Op op, llvm::ArrayRef<Value> operands);
  bool convert(const Token &at, Value &value, dsl::Type wanted);

  bool hasMeaning(llvm::StringRef name) const;
  void declare(const Token &name, const Value &value, bool isVariable);
  void declareTable(const Token &name, std::vector<double> entries);
  /// What was declared, but for tables; null: nothing by that name.
  Name *findDeclared(llvm::StringRef name);
  size_t declaredCount() const { return declared.size(); }
  /// Forgets all but the first `count` that were declared.
  void forgetBehind(size_t count);

  /// Goes into parentheses or a loop, which can be nested to some depth only; where they end, `leave` is to follow.
  bool enter(const Token &at);
  void leave() { --depth; }
  /// Complains of the number of steps.
  bool failOfLength(const Token &at);

private:
  // From the loosest to the tightest.
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
  std::vector<llvm::StringRef> declared; ///< the names, in order
  unsigned depth = 0;
};

} // namespace flame

#endif // FLAME_IR_LANGUAGE_EXPRESSIONPARSER_H
