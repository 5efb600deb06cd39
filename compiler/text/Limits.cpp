// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/text/Limits.h"

#include "compiler/text/NumberParsing.h"

namespace flame {

std::string Limits::complaint(double number) const {
  if (aboveZero && number <= 0)
    return "must be above 0";
  if (number < (aboveZero ? kMinMagnitude : minimum))
    return "must be at least " + spellNumber(aboveZero ? kMinMagnitude : minimum);
  if (number > maximum)
    return "must be at most " + spellNumber(maximum);
  return {};
}

} // namespace flame
