// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of a text that defines variations. An end of line ends a statement, but not within parentheses or behind an
// operator; so does a semicolon. '#' begins a comment.

#ifndef FLAME_IR_LANGUAGE_TOKENS_H
#define FLAME_IR_LANGUAGE_TOKENS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace flame {

/// What is wrong with a text, and where.
struct DefinitionError {
  std::string message;
  std::string note;                  ///< a remedy; may be empty
  llvm::StringRef at;                ///< the part of the text that is meant
  std::vector<std::string> intended; ///< names that `at` may have been meant for
};

struct Token {
  enum Kind : uint8_t {
    Name,   ///< a word, with dots: affine.a
    Output, ///< x'
    Number,
    String, ///< with its quotes
    Flame, ///< what stands behind the word `flame` at the beginning of a statement: an element of XML, as it is
    Sign,  ///< an operator or a bracket
    EndOfStatement,
    End
  };

  Kind kind;
  llvm::StringRef text; ///< a part of the source

  bool is(llvm::StringRef word) const { return (kind == Name || kind == Sign) && text == word; }
};

/// The words of `text`, the last one an End; nothing, and an error, where it has a character that means nothing.
std::optional<std::vector<Token>> tokenize(llvm::StringRef text, DefinitionError &error);

/// `text` with the ends of lines that the table of definitions has. A carriage return that ends none separates words.
std::string withPlainLines(llvm::StringRef text);

} // namespace flame

#endif // FLAME_IR_LANGUAGE_TOKENS_H
