// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tokens of a text that defines variations. A line end or a semicolon ends a statement; a line
// end within parentheses or after an operator does not. '#' begins a comment.

#ifndef FLAME_IR_LANGUAGE_TOKENS_H
#define FLAME_IR_LANGUAGE_TOKENS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace flame {

/// An error in a text, and its place.
struct DefinitionError {
  std::string message;
  std::string note;                  ///< advice; may be empty
  llvm::StringRef at;                ///< the part of the text at fault
  std::vector<std::string> intended; ///< names that `at` may misspell
};

struct Token {
  enum Kind : uint8_t {
    Name,   ///< a word, possibly with dots: affine.a
    Output, ///< x'
    Number,
    String, ///< with its quotes
    Flame,  ///< The verbatim XML element after the word `flame` at the beginning of a statement.
    Sign,   ///< an operator or a bracket
    EndOfStatement,
    End
  };

  Kind kind;
  llvm::StringRef text; ///< a part of the source

  bool is(llvm::StringRef word) const { return (kind == Name || kind == Sign) && text == word; }
};

/// Splits `text` into tokens, the last one an End. Nothing, and an error, at an invalid character.
std::optional<std::vector<Token>> tokenize(llvm::StringRef text, DefinitionError &error);

/// `text` with '\n' line ends, as in the table of definitions. A carriage return inside a line
/// separates words.
std::string withPlainLines(llvm::StringRef text);

} // namespace flame

#endif // FLAME_IR_LANGUAGE_TOKENS_H
