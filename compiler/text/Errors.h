// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors that do not concern the text of a genome. The compiler passes them as llvm::Error with an
// rt::Error inside, whose kind determines the exit code of `main`. An error from LLVM itself, or
// one without a kind, is an internal error.

#ifndef FLAME_COMPILER_TEXT_ERRORS_H
#define FLAME_COMPILER_TEXT_ERRORS_H

#include "support/Result.h"

#include "llvm/Support/Error.h"

#include <string>

namespace flame {

/// An rt::Error inside an llvm::Error.
class KindError : public llvm::ErrorInfo<KindError> {
public:
  static char ID;

  explicit KindError(rt::Error error) : error(std::move(error)) {}
  const rt::Error &get() const { return error; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  rt::Error error;
};

llvm::Error makeError(rt::Error error);
inline llvm::Error makeError(rt::ErrorKind kind, std::string message, std::string note = {}) {
  return makeError(rt::Error(kind, std::move(message), std::move(note)));
}

/// Returns the rt::Error inside, or one of kind Internal with the same text. Joined errors give all
/// texts, one per line, with the most severe kind and the first note.
rt::Error toError(llvm::Error error);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_ERRORS_H
