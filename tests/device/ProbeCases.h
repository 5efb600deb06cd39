// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device shall make of single applications of xforms. No LLVM here: cases are computed where
// the compiler is and checked where the GPU is; between the two they are JSON.

#ifndef FLAME_TESTS_DEVICE_PROBECASES_H
#define FLAME_TESTS_DEVICE_PROBECASES_H

#include "abi/DirectRgb.h"
#include "abi/ProbeAbi.h"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace flame::test {

/// One application of one xform and what it gives.
struct ProbeCase {
  std::string name; ///< of the variation
  abi::Probe probe = {};
  double x = 0, y = 0;     ///< expected
  double allowed = 0;      ///< distance from that
  double color = 0;        ///< expected; 0 and 1 are the same, where colours repeat
  double allowedColor = 0; ///< distance from that
  double visibility = 1;   ///< expected
  double sensitivity = 0;  ///< how far the result moves with the rounding of the inputs
  bool isSample = false;   ///< a known value of the record, not a random point

  /// How far a colour is from the expected one: coordinates repeat, codes do not (abi/DirectRgb.h).
  double colorError(float found) const {
    return std::abs(color >= abi::kFirstDirectRgb ? found - color
                                                  : std::remainder(found - color, 1));
  }
};

std::string writeCases(const std::vector<ProbeCase> &cases);
/// Throws nlohmann::json::exception on text that writeCases did not write.
std::vector<ProbeCase> readCases(std::string_view json);

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_PROBECASES_H
