// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors that are not about the text of a genome. The compiler speaks of them as LLVM does, in llvm::Error; whose problem
// one is travels inside, so that `main` can exit with the code of its kind. An error that LLVM itself made, or that nobody
// gave a kind, is a bug of ours.

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

/// The error inside, or one of kind Internal with the same text. Of several joined ones: all texts, one in a line, with
/// the worst kind and the first note.
rt::Error toError(llvm::Error error);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_ERRORS_H
