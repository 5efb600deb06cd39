// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/language/Functions.h"

#include "ir/ExtraMath.h"
#include "ir/VariationMath.h"

#include "llvm/ADT/STLExtras.h"

namespace flame {

namespace {
using Real = dsl::Real<TapeBackend>;
using Int = dsl::Int<TapeBackend>;
using Point = dsl::Point<TapeBackend>;
using Nodes = llvm::ArrayRef<TapeNode>;
} // namespace

static Real real(const TapeNode &node) { return Real::of(node); }
static Int whole(const TapeNode &node) { return Int::of(node); }

static constexpr dsl::Type kReal = dsl::Type::Real, kInt = dsl::Type::Int, kBool = dsl::Type::Bool;
static constexpr dsl::Type kReals[] = {kReal, kReal, kReal}, kInts[] = {kInt, kInt, kInt};
static constexpr llvm::ArrayRef<dsl::Type> kOne(kReals, 1), kTwo(kReals, 2), kThree(kReals, 3);
static constexpr llvm::ArrayRef<dsl::Type> kOneInt(kInts, 1), kThreeInts(kInts, 3);

// NOLINTBEGIN(readability-identifier-length): a and b are what the operands are called in the
// language
static constexpr LanguageFunction kFunctions[] = {
    {"abs", kOne, kReal, [](Nodes n) { return abs(real(n[0])).node; }, "|a|"},
    {"acos", kOne, kReal, [](Nodes n) { return acos(real(n[0])).node; }, "arc cosine"},
    {"asin", kOne, kReal, [](Nodes n) { return asin(real(n[0])).node; }, "arc sine"},
    {"atan", kOne, kReal, [](Nodes n) { return atan2(real(n[0]), Real(1)).node; }, "arc tangent"},
    {"atan2", kTwo, kReal, [](Nodes n) { return atan2(real(n[0]), real(n[1])).node; },
     "the angle of (b, a), in [-pi, pi]"},
    {"branch", kTwo, kReal, [](Nodes n) { return dsl::branch(real(n[0]), real(n[1])).node; },
     "trunc(|a| b): which of |a| branches the draw b chooses"},
    {"ceil", kOne, kReal, [](Nodes n) { return ceil(real(n[0])).node; },
     "the whole number not below a"},
    {"clamp", kThree, kReal,
     [](Nodes n) {
       return select(real(n[0]) < real(n[1]), real(n[1]),
                     select(real(n[0]) > real(n[2]), real(n[2]), real(n[0])))
           .node;
     },
     "a limited to [b, c]"},
    {"copysign", kTwo, kReal, [](Nodes n) { return copysign(real(n[0]), real(n[1])).node; },
     "|a| with the sign of b"},
    {"cos", kOne, kReal, [](Nodes n) { return cos(real(n[0])).node; }, "cosine"},
    {"cosh", kOne, kReal, [](Nodes n) { return cosh(real(n[0])).node; }, "hyperbolic cosine"},
    {"even", kOneInt, kBool, [](Nodes n) { return dsl::isEven(whole(n[0])).node; },
     "whether the integer a is even"},
    {"exp", kOne, kReal, [](Nodes n) { return exp(real(n[0])).node; }, "e to the power a"},
    {"exp2", kOne, kReal, [](Nodes n) { return exp2(real(n[0])).node; }, "2 to the power a"},
    {"floor", kOne, kReal, [](Nodes n) { return floor(real(n[0])).node; },
     "the whole number not above a"},
    {"fmod", kTwo, kReal, [](Nodes n) { return fmod(real(n[0]), real(n[1])).node; },
     "the remainder of a / b, with the sign of a; also a % b"},
    {"fraction", kOne, kReal, [](Nodes n) { return dsl::fraction(real(n[0])).node; },
     "a - floor(a)"},
    {"hashed", kThreeInts, kReal,
     [](Nodes n) { return dsl::hashed(whole(n[0]), whole(n[1]), whole(n[2])).node; },
     "a number in [0, 1) that belongs to three integers"},
    {"int", kOne, kInt, [](Nodes n) { return toInt(real(n[0])).node; },
     "a without its fraction, as an integer"},
    {"length", kTwo, kReal, [](Nodes n) { return dsl::length(Point{real(n[0]), real(n[1])}).node; },
     "sqrt(a^2 + b^2)"},
    {"log", kOne, kReal, [](Nodes n) { return log(real(n[0])).node; }, "natural logarithm"},
    {"log10", kOne, kReal, [](Nodes n) { return log10(real(n[0])).node; }, "decimal logarithm"},
    {"log2", kOne, kReal, [](Nodes n) { return log2(real(n[0])).node; }, "binary logarithm"},
    {"max", kTwo, kReal, [](Nodes n) { return max(real(n[0]), real(n[1])).node; },
     "the larger one"},
    {"min", kTwo, kReal, [](Nodes n) { return min(real(n[0]), real(n[1])).node; },
     "the smaller one"},
    {"phi", kTwo, kReal, [](Nodes n) { return dsl::phi(Point{real(n[0]), real(n[1])}).node; },
     "the angle of (a, b) from +x"},
    {"pow", kTwo, kReal, [](Nodes n) { return pow(real(n[0]), real(n[1])).node; },
     "a to the power b; also a ^ b"},
    {"real", kOneInt, kReal, [](Nodes n) { return toReal(whole(n[0])).node; },
     "the integer a as a real number"},
    {"rint", kOne, kReal, [](Nodes n) { return rint(real(n[0])).node; },
     "the nearest whole number, ties to even"},
    {"round", kOne, kReal, [](Nodes n) { return dsl::roundHalfUp(real(n[0])).node; },
     "the nearest whole number, halves upwards"},
    {"rsqrt", kOne, kReal, [](Nodes n) { return rsqrt(real(n[0])).node; }, "1 / sqrt(a)"},
    {"sign", kOne, kReal, [](Nodes n) { return dsl::signOf(real(n[0])).node; },
     "-1 below 0, else 1"},
    {"sin", kOne, kReal, [](Nodes n) { return sin(real(n[0])).node; }, "sine"},
    {"sinh", kOne, kReal, [](Nodes n) { return sinh(real(n[0])).node; }, "hyperbolic sine"},
    {"sqr", kOne, kReal, [](Nodes n) { return dsl::square(real(n[0])).node; }, "a^2"},
    {"sqrt", kOne, kReal, [](Nodes n) { return sqrt(real(n[0])).node; }, "square root"},
    {"tan", kOne, kReal, [](Nodes n) { return tan(real(n[0])).node; }, "tangent"},
    {"tanh", kOne, kReal, [](Nodes n) { return tanh(real(n[0])).node; }, "hyperbolic tangent"},
    {"theta", kTwo, kReal, [](Nodes n) { return dsl::theta(Point{real(n[0]), real(n[1])}).node; },
     "the angle of (a, b) from +y, clockwise"},
    {"trunc", kOne, kReal, [](Nodes n) { return trunc(real(n[0])).node; },
     "a without its fraction"},
    {"wedge", kThree, kReal,
     [](Nodes n) { return dsl::wedgeAngle(real(n[0]), real(n[1]), real(n[2])).node; },
     "the angle a moved into one of c wedges that leave gaps of b"},
    {"wrapped", kTwo, kReal, [](Nodes n) { return dsl::wrapped(real(n[0]), real(n[1])).node; },
     "a brought into [-b, b] by steps of 2 b"},
};
// NOLINTEND(readability-identifier-length)

llvm::ArrayRef<LanguageFunction> languageFunctions() { return kFunctions; }

const LanguageFunction *findLanguageFunction(llvm::StringRef name) {
  const auto *found =
      llvm::lower_bound(kFunctions, name, [](const LanguageFunction &row, llvm::StringRef name) {
        return row.name < name;
      });
  return found != std::end(kFunctions) && found->name == name ? found : nullptr;
}

} // namespace flame
