// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Dice.h"

namespace flame {

size_t Dice::below(size_t count) {
  // Numbers beyond it would favour small results.
  const uint64_t limit = UINT64_MAX - UINT64_MAX % count;
  uint64_t number;
  do
    number = engine();
  while (number >= limit);
  return number % count;
}

double Dice::fraction() {
  constexpr int kDigits = 53;
  return static_cast<double>(engine() >> (64 - kDigits)) /
         static_cast<double>(uint64_t(1) << kDigits);
}

} // namespace flame
