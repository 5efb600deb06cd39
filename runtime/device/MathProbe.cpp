// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test kernel that evaluates one function of the maths library, selected by its number in
// MathFunctions.def, on arrays of arguments on the GPU. Not part of any flame.

#include "runtime/shared/Math.h"

/// Computes out[i] = function(a[i], b[i]) for i < n; functions of one argument ignore `b`. An
/// unknown `function` writes NaN. Launch: any number of threads and blocks.
FLAME_KERNEL void flame_math_probe(const float *a, const float *b, float *out, uint32_t n,
                                   uint32_t function) {
  using namespace flame;
  const uint32_t stride = __nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
  const uint32_t first =
      __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
  for (uint32_t i = first; i < n; i += stride) {
    float value = __builtin_nanf("");
    switch (static_cast<math::Function>(function)) {
#define FLAME_MATH_UNARY(name)                                                                     \
  case math::Function::name:                                                                       \
    value = math::name(a[i]);                                                                      \
    break;
#define FLAME_MATH_BINARY(name)                                                                    \
  case math::Function::name:                                                                       \
    value = math::name(a[i], b[i]);                                                                \
    break;
#include "runtime/shared/MathFunctions.def"
    }
    out[i] = value;
  }
}
