// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts between llvm::Error and rt::Error.

#include "compiler/text/Errors.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <optional>

namespace flame {

char KindError::ID = 0;

void KindError::log(llvm::raw_ostream &os) const { os << error.str(); }

std::error_code KindError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

llvm::Error makeError(rt::Error error) { return llvm::make_error<KindError>(std::move(error)); }

rt::Error toError(llvm::Error error) {
  std::optional<rt::Error> all;
  auto add = [&](const rt::Error &next) {
    all = !all ? next
               : rt::Error(std::max(all->kind(), next.kind()), all->text() + "\n" + next.text(),
                           all->note().empty() ? next.note() : all->note());
  };
  llvm::handleAllErrors(
      std::move(error), [&](const KindError &known) { add(known.get()); },
      [&](const llvm::ErrorInfoBase &other) {
        add(rt::Error(rt::ErrorKind::Internal, other.message()));
      });
  assert(all && "success is no error");
  return *std::move(all);
}

} // namespace flame
