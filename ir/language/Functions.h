// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the variation language, one row each.

#ifndef FLAME_IR_LANGUAGE_FUNCTIONS_H
#define FLAME_IR_LANGUAGE_FUNCTIONS_H

#include "ir/language/Tape.h"

#include "llvm/ADT/StringRef.h"

namespace flame {

struct LanguageFunction {
  llvm::StringLiteral name;
  llvm::ArrayRef<dsl::Type> operands;
  dsl::Type result;
  TapeNode (*build)(llvm::ArrayRef<TapeNode> operands);
  llvm::StringLiteral doc; ///< a noun phrase
};

/// All functions, sorted by name.
llvm::ArrayRef<LanguageFunction> languageFunctions();

/// The function called `name`, or null.
const LanguageFunction *findLanguageFunction(llvm::StringRef name);

} // namespace flame

#endif // FLAME_IR_LANGUAGE_FUNCTIONS_H
