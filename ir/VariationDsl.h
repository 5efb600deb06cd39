// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The expression language in which the bodies of variations are written: ordinary C++ operators on
// the types Real, Int, Bool and Point record what is computed instead of (only) computing it.
//
// In:  a backend B. It has a type B::Node, the value of any expression, a conversion from double
//      to it, B::apply(Op, Node, Node = {}, Node = {}), which performs or records an operation, and
//      B::loop(LibraryLoop, std::span<const Node>), which calls a function of the library.
// Out: Real<B>, Int<B>, Bool<B>, Point<B> and the functions on them. VariationOracle.cpp uses them
//      with doubles, VariationBuilder.cpp with MLIR values.
// Invariant: nothing here branches on a value. Bool does not convert to bool, so `if`, `?:`, `&&`
//      and loops on it do not compile with any backend, not even where the value is known. Choose
//      with select(), combine with & | !, and repeat with repeat<N>().

#ifndef FLAME_IR_VARIATIONDSL_H
#define FLAME_IR_VARIATIONDSL_H

#include "runtime/shared/math/Loop.h"

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace flame::dsl {

/// The operations of the language. fold() defines their meaning.
// clang-format off
enum class Op : uint8_t {
  // Real to Real.
  Neg, Abs, Floor, Ceil, Trunc, Rint, Sqrt, Rsqrt, Exp, Exp2, Log, Log2, Log10,
  Sin, Cos, Tan, Asin, Acos, Sinh, Cosh, Tanh,
  // Two Reals to Real. Min and Max of a NaN are NaN.
  Add, Sub, Mul, Div, Pow, Atan2, Fmod, CopySign, Min, Max,
  // Two Reals to Bool.
  Less, LessEqual, Equal, NotEqual,
  // Int, 32 bits, wrapping. There are no shifts and no division.
  IntAdd, IntSub, IntMul, IntAnd, IntLess, IntLessEqual, IntEqual, IntNotEqual,
  // Bool.
  And, Or, Not,
  // Conversions. ToInt truncates; beyond the range of Int it saturates, and NaN
  // becomes kIntMinimum.
  ToInt, ToReal,
  // Bool and two values of one type.
  SelectReal, SelectInt, SelectBool,
};
// clang-format on

enum class Type : uint8_t { Real, Int, Bool };

/// Number of operands of `op`, 1 to 3.
unsigned arity(Op op);

/// The type of operand `index` of `op`.
Type operandType(Op op, unsigned index);

/// The range of ToInt: all values are exact in Int and in single precision.
inline constexpr double kIntMinimum = -2147483648.0, kIntMaximum = 2147483520.0;

/// The value of an operation in double precision; Bools are 0 and 1, Ints are exact.
double fold(Op op, double a, double b = 0, double c = 0);

template <class B> class Int;
template <class B> class Real;

/// A truth value. Deliberately not convertible to bool.
template <class B> class Bool {
public:
  explicit Bool(typename B::Node node) : node(node) {}

  friend Bool operator&(Bool a, Bool b) { return Bool(B::apply(Op::And, a.node, b.node)); }
  friend Bool operator|(Bool a, Bool b) { return Bool(B::apply(Op::Or, a.node, b.node)); }
  friend Bool operator!(Bool a) { return Bool(B::apply(Op::Not, a.node)); }

  /// `a` if `condition` holds, else `b`. Both are evaluated.
  friend Real<B> select(Bool condition, Real<B> a, Real<B> b) {
    return Real<B>::of(B::apply(Op::SelectReal, condition.node, a.node, b.node));
  }
  template <std::same_as<Int<B>> I> friend I select(Bool condition, I a, I b) {
    return I::of(B::apply(Op::SelectInt, condition.node, a.node, b.node));
  }
  friend Bool select(Bool condition, Bool a, Bool b) {
    return Bool(B::apply(Op::SelectBool, condition.node, a.node, b.node));
  }

  typename B::Node node;
};

/// A real number: double precision in the oracle, single precision in compiled flames.
template <class B> class Real {
public:
  Real(double literal) : node(literal) {}
  static Real of(typename B::Node node) { return Real(node, 0); }

  friend Real operator-(Real a) { return unary(Op::Neg, a); }
  friend Real operator+(Real a, Real b) { return binary(Op::Add, a, b); }
  friend Real operator-(Real a, Real b) { return binary(Op::Sub, a, b); }
  friend Real operator*(Real a, Real b) { return binary(Op::Mul, a, b); }
  friend Real operator/(Real a, Real b) { return binary(Op::Div, a, b); }

  friend Bool<B> operator<(Real a, Real b) { return compare(Op::Less, a, b); }
  friend Bool<B> operator<=(Real a, Real b) { return compare(Op::LessEqual, a, b); }
  friend Bool<B> operator>(Real a, Real b) { return compare(Op::Less, b, a); }
  friend Bool<B> operator>=(Real a, Real b) { return compare(Op::LessEqual, b, a); }
  friend Bool<B> operator==(Real a, Real b) { return compare(Op::Equal, a, b); }
  friend Bool<B> operator!=(Real a, Real b) { return compare(Op::NotEqual, a, b); }

  friend Real abs(Real a) { return unary(Op::Abs, a); }
  friend Real floor(Real a) { return unary(Op::Floor, a); }
  friend Real ceil(Real a) { return unary(Op::Ceil, a); }
  friend Real trunc(Real a) { return unary(Op::Trunc, a); }
  /// Nearest integer, ties to even.
  friend Real rint(Real a) { return unary(Op::Rint, a); }
  friend Real sqrt(Real a) { return unary(Op::Sqrt, a); }
  /// 1 / sqrt(a).
  friend Real rsqrt(Real a) { return unary(Op::Rsqrt, a); }
  friend Real exp(Real a) { return unary(Op::Exp, a); }
  friend Real exp2(Real a) { return unary(Op::Exp2, a); }
  friend Real log(Real a) { return unary(Op::Log, a); }
  friend Real log2(Real a) { return unary(Op::Log2, a); }
  friend Real log10(Real a) { return unary(Op::Log10, a); }
  friend Real sin(Real a) { return unary(Op::Sin, a); }
  friend Real cos(Real a) { return unary(Op::Cos, a); }
  friend Real tan(Real a) { return unary(Op::Tan, a); }
  friend Real asin(Real a) { return unary(Op::Asin, a); }
  friend Real acos(Real a) { return unary(Op::Acos, a); }
  friend Real sinh(Real a) { return unary(Op::Sinh, a); }
  friend Real cosh(Real a) { return unary(Op::Cosh, a); }
  friend Real tanh(Real a) { return unary(Op::Tanh, a); }
  friend Real pow(Real a, Real b) { return binary(Op::Pow, a, b); }
  friend Real atan2(Real y, Real x) { return binary(Op::Atan2, y, x); }
  /// Remainder with the sign of `a`.
  friend Real fmod(Real a, Real b) { return binary(Op::Fmod, a, b); }
  friend Real copysign(Real magnitude, Real sign) { return binary(Op::CopySign, magnitude, sign); }
  friend Real min(Real a, Real b) { return binary(Op::Min, a, b); }
  friend Real max(Real a, Real b) { return binary(Op::Max, a, b); }

  /// `a` without its fraction; saturates.
  friend Int<B> toInt(Real a) { return Int<B>::of(B::apply(Op::ToInt, a.node)); }

  typename B::Node node;

private:
  Real(typename B::Node node, int) : node(node) {}
  static Real unary(Op op, Real a) { return of(B::apply(op, a.node)); }
  static Real binary(Op op, Real a, Real b) { return of(B::apply(op, a.node, b.node)); }
  static Bool<B> compare(Op op, Real a, Real b) { return Bool<B>(B::apply(op, a.node, b.node)); }
};

/// A 32-bit integer, wrapping.
template <class B> class Int {
public:
  template <std::same_as<int> I> Int(I literal) : node(static_cast<double>(literal)) {}
  static Int of(typename B::Node node) { return Int(node, 0); }

  friend Int operator+(Int a, Int b) { return of(B::apply(Op::IntAdd, a.node, b.node)); }
  friend Int operator-(Int a, Int b) { return of(B::apply(Op::IntSub, a.node, b.node)); }
  friend Int operator*(Int a, Int b) { return of(B::apply(Op::IntMul, a.node, b.node)); }
  friend Int operator&(Int a, Int b) { return of(B::apply(Op::IntAnd, a.node, b.node)); }

  friend Bool<B> operator<(Int a, Int b) { return compare(Op::IntLess, a, b); }
  friend Bool<B> operator<=(Int a, Int b) { return compare(Op::IntLessEqual, a, b); }
  friend Bool<B> operator>(Int a, Int b) { return compare(Op::IntLess, b, a); }
  friend Bool<B> operator>=(Int a, Int b) { return compare(Op::IntLessEqual, b, a); }
  friend Bool<B> operator==(Int a, Int b) { return compare(Op::IntEqual, a, b); }
  friend Bool<B> operator!=(Int a, Int b) { return compare(Op::IntNotEqual, a, b); }

  friend Real<B> toReal(Int a) { return Real<B>::of(B::apply(Op::ToReal, a.node)); }

  typename B::Node node;

private:
  Int(typename B::Node node, int) : node(node) {}
  static Bool<B> compare(Op op, Int a, Int b) { return Bool<B>(B::apply(op, a.node, b.node)); }
};

/// A point or vector of the plane; as a complex number, x + iy.
template <class B> struct Point {
  Real<B> x, y;

  friend Point operator-(Point a) { return {-a.x, -a.y}; }
  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend Point operator*(Real<B> k, Point a) { return {k * a.x, k * a.y}; }
  friend Point operator*(Point a, Real<B> k) { return {a.x * k, a.y * k}; }
  /// Multiplies by the reciprocal: one division for both coordinates.
  friend Point operator/(Point a, Real<B> k) { return (1 / k) * a; }

  friend Point select(Bool<B> condition, Point a, Point b) {
    return {select(condition, a.x, b.x), select(condition, a.y, b.y)};
  }
};

/// The six coefficients of an affine: x' = a x + b y + c, y' = d x + e y + f.
template <class B> struct Affine {
  Real<B> a, b, c, d, e, f;
};

/// The inputs of a body. `params` and `draws` point to as many values as the table says.
template <class B> struct Inputs {
  Point<B> p;
  Real<B> weight;
  const Real<B> *params;
  const Real<B> *draws;
  Affine<B> affine;
  Real<B> color;
  Point<B> q = {0, 0}; ///< only for colours: the sum including the contribution
  Real<B> z = 0;       ///< in 3D
  Point<B> origin = {0, 0};
  Real<B> originZ = 0; ///< in 3D
};

/// A body of the table, and one that sets colour or z, instantiated for one backend.
template <class B> using Body = Point<B> (*)(const Inputs<B> &);
template <class B> using RealBody = Real<B> (*)(const Inputs<B> &);

/// Returns `color`, the colour that a body set, or `before` if it is NaN. Each colour is blended
/// with the previous one, so a NaN would persist.
template <class B> Real<B> finiteColor(Real<B> color, Real<B> before) {
  return select(abs(color) < 1e10, color, before);
}

/// Applies `step(state, i)` for i = 0 ... N-1, always N times, fully unrolled.
template <unsigned N, class State, class Step> State repeat(State state, Step step) {
  for (unsigned i = 0; i < N; ++i)
    state = step(state, i);
  return state;
}

/// Calls a library function that contains a loop; takes as many Reals as the function has operands.
template <LibraryLoop loop, class B, size_t N> Real<B> loops(const Real<B> (&operands)[N]) {
  constexpr size_t counts[] = {
#define FLAME_LOOP(Name, name, operands) operands,
#include "runtime/shared/math/Loops.def"
  };
  static_assert(N == counts[static_cast<size_t>(loop)], "as many operands as the function has");
  typename B::Node nodes[N] = {};
  for (size_t i = 0; i < N; ++i)
    nodes[i] = operands[i].node;
  return Real<B>::of(B::loop(loop, nodes));
}

/// The region and limits of the search for a number whose orbit leaves the circle of radius 2. The
/// members are those of EscapeSearch in runtime/shared/math/Escape.h, in order.
template <class B> struct EscapeSearch {
  Real<B> left, width, low, height, iterations, least, inside;
};

/// The number of the try that succeeds.
template <class B> Real<B> seekEscape(Real<B> seedA, Real<B> seedB, const EscapeSearch<B> &search) {
  return loops<LibraryLoop::SeekEscape, B>({seedA, seedB, search.left, search.width, search.low,
                                            search.height, search.iterations, search.least,
                                            search.inside});
}

/// Cellular noise at a point in 3D. Calls the function in runtime/shared/math/CellNoise.h, which
/// defines the arguments.
template <class B>
Real<B> cellNoise(Point<B> p, Real<B> z, Real<B> seed, Real<B> metric, Real<B> value) {
  return loops<LibraryLoop::CellNoise, B>({p.x, p.y, z, seed, metric, value});
}

/// The kind of smooth noise: the arguments of latticeNoise in runtime/shared/math/LatticeNoise.h
/// after the point, in order.
template <class B> struct LatticeNoise {
  Real<B> seed, kind, octaveKind, octaves, gain, lacunarity;
};

/// Smooth noise at a point in 3D, by a library call.
template <class B> Real<B> latticeNoise(Point<B> p, Real<B> z, const LatticeNoise<B> &noise) {
  return loops<LibraryLoop::LatticeNoise, B>({p.x, p.y, z, noise.seed, noise.kind, noise.octaveKind,
                                              noise.octaves, noise.gain, noise.lacunarity});
}

/// The search for noise within limits. The members are those of NoiseSearch in
/// runtime/shared/math/NoiseSearch.h, in order.
template <class B> struct NoiseSearch {
  Real<B> shape, map, edge, scale, octaves, amps, freqs, z, low, high, most;
};

/// The number of the try that succeeds or, with `wanted` 1, the noise there, by a library call.
template <class B>
Real<B> seekNoise(Real<B> seedA, Real<B> seedB, Real<B> wanted, const NoiseSearch<B> &search) {
  return loops<LibraryLoop::SeekNoise, B>(
      {seedA, seedB, wanted, search.shape, search.map, search.edge, search.scale, search.octaves,
       search.amps, search.freqs, search.z, search.low, search.high, search.most});
}

/// table[index]; an index out of range selects the nearest entry.
template <class B, size_t N> Real<B> lookup(const double (&table)[N], Int<B> index) {
  Real<B> value = table[N - 1];
  for (int i = static_cast<int>(N) - 2; i >= 0; --i)
    value = select(index <= i, Real<B>(table[i]), value);
  return value;
}

} // namespace flame::dsl

#endif // FLAME_IR_VARIATIONDSL_H
