// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies of all variations, instantiated with MLIR values. A node of an expression is either a
// value or a literal. An operation on literals only is folded in double precision; any other emits
// one operation. A literal does not know the builder, which comes from the other operands.

#include "ir/VariationBuilder.h"

#include "ir/ExtraShapes.h"
#include "ir/VariationDsl.h"
#include "ir/VariationMath.h"
#include "ir/language/UserVariation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <span>

namespace flame {

namespace dsl {

#include "ir/Variations.bodies.inc"

} // namespace dsl

namespace {

using dsl::Op;
using mlir::Value;
using mlir::arith::CmpFPredicate;
using mlir::arith::CmpIPredicate;
using mlir::arith::FastMathFlags;

/// The insertion point of operations.
struct Site {
  mlir::OpBuilder &builder;
  mlir::Location location;
};

/// A value of the expression language: a literal exactly if `site` is null.
struct Node {
  Node(double literal = 0) : literal(literal) {}
  Node(const Site &site, Value value) : site(&site), value(value) {}

  const Site *site = nullptr;
  Value value;
  double literal = 0;
};

/// Records operations.
struct BuilderBackend {
  using Node = flame::Node;
  static Node apply(Op op, const Node &a, const Node &b = 0, const Node &c = 0);
  static Node loop(LibraryLoop loop, std::span<const Node> operands);
};

} // namespace

/// For operations whose rounding and sign of zero do not matter.
static constexpr FastMathFlags kArithmetic = FastMathFlags::contract | FastMathFlags::nsz;
static constexpr FastMathFlags kDivision = kArithmetic | FastMathFlags::arcp;
/// The sign of a zero matters to atan2, so functions preserve it.
static constexpr FastMathFlags kFunction = FastMathFlags::contract | FastMathFlags::afn;
static constexpr FastMathFlags kExact = FastMathFlags::none;

// clang-format off
/// Emits an operation that takes Reals and returns one. `b` is null for operations of one operand.
static Value emitReal(Op op, const Site &site, Value a, Value b) {
  using namespace mlir::arith;
  using namespace mlir::math;
  mlir::OpBuilder &builder = site.builder;
  mlir::Location loc = site.location;
  switch (op) {
  case Op::Neg: return NegFOp::create(builder, loc, a, kArithmetic);
  case Op::Abs: return AbsFOp::create(builder, loc, a, kExact);
  case Op::Floor: return FloorOp::create(builder, loc, a, kExact);
  case Op::Ceil: return CeilOp::create(builder, loc, a, kExact);
  case Op::Trunc: return TruncOp::create(builder, loc, a, kExact);
  case Op::Rint: return RoundEvenOp::create(builder, loc, a, kExact);
  case Op::Sqrt: return SqrtOp::create(builder, loc, a, kFunction);
  case Op::Rsqrt: return RsqrtOp::create(builder, loc, a, kFunction);
  case Op::Exp: return ExpOp::create(builder, loc, a, kFunction);
  case Op::Exp2: return Exp2Op::create(builder, loc, a, kFunction);
  case Op::Log: return LogOp::create(builder, loc, a, kFunction);
  case Op::Log2: return Log2Op::create(builder, loc, a, kFunction);
  case Op::Log10: return Log10Op::create(builder, loc, a, kFunction);
  case Op::Sin: return SinOp::create(builder, loc, a, kFunction);
  case Op::Cos: return CosOp::create(builder, loc, a, kFunction);
  case Op::Tan: return TanOp::create(builder, loc, a, kFunction);
  case Op::Asin: return AsinOp::create(builder, loc, a, kFunction);
  case Op::Acos: return AcosOp::create(builder, loc, a, kFunction);
  case Op::Sinh: return SinhOp::create(builder, loc, a, kFunction);
  case Op::Cosh: return CoshOp::create(builder, loc, a, kFunction);
  case Op::Tanh: return TanhOp::create(builder, loc, a, kFunction);
  case Op::Add: return AddFOp::create(builder, loc, a, b, kArithmetic);
  case Op::Sub: return SubFOp::create(builder, loc, a, b, kArithmetic);
  case Op::Mul: return MulFOp::create(builder, loc, a, b, kArithmetic);
  case Op::Div: return DivFOp::create(builder, loc, a, b, kDivision);
  case Op::Pow: return PowFOp::create(builder, loc, a, b, kFunction);
  case Op::Atan2: return Atan2Op::create(builder, loc, a, b, kFunction);
  case Op::Fmod: return RemFOp::create(builder, loc, a, b, kExact);
  case Op::CopySign: return CopySignOp::create(builder, loc, a, b, kExact);
  case Op::Min: return MinimumFOp::create(builder, loc, a, b, FastMathFlags::nsz);
  case Op::Max: return MaximumFOp::create(builder, loc, a, b, FastMathFlags::nsz);
  default: llvm_unreachable("not an operation on Reals alone");
  }
}

static Value constant(const Site &site, mlir::TypedAttr value) {
  return mlir::arith::ConstantOp::create(site.builder, site.location, value);
}

/// Truncation defined for every operand; FPToSI alone is poison beyond the range. A NaN becomes the
/// minimum, because MaxNum ignores it.
static Value emitToInt(const Site &site, Value real) {
  using namespace mlir::arith;
  mlir::OpBuilder &builder = site.builder;
  mlir::Location loc = site.location;
  Value minimum = constant(site, builder.getF32FloatAttr(dsl::kIntMinimum));
  Value maximum = constant(site, builder.getF32FloatAttr(dsl::kIntMaximum));
  Value limited =
      MinNumFOp::create(builder, loc, MaxNumFOp::create(builder, loc, real, minimum), maximum);
  return FPToSIOp::create(builder, loc, builder.getI32Type(), limited);
}

/// Emits any other operation.
static Value emitOther(Op op, const Site &site, Value a, Value b, Value c) {
  using namespace mlir::arith;
  mlir::OpBuilder &builder = site.builder;
  mlir::Location loc = site.location;
  switch (op) {
  case Op::Less: return CmpFOp::create(builder, loc, CmpFPredicate::OLT, a, b);
  case Op::LessEqual: return CmpFOp::create(builder, loc, CmpFPredicate::OLE, a, b);
  case Op::Equal: return CmpFOp::create(builder, loc, CmpFPredicate::OEQ, a, b);
  case Op::NotEqual: return CmpFOp::create(builder, loc, CmpFPredicate::UNE, a, b);
  case Op::IntAdd: return AddIOp::create(builder, loc, a, b);
  case Op::IntSub: return SubIOp::create(builder, loc, a, b);
  case Op::IntMul: return MulIOp::create(builder, loc, a, b);
  case Op::And:
  case Op::IntAnd: return AndIOp::create(builder, loc, a, b);
  case Op::Or: return OrIOp::create(builder, loc, a, b);
  case Op::Not: return XOrIOp::create(builder, loc, a, constant(site, builder.getBoolAttr(true)));
  case Op::IntLess: return CmpIOp::create(builder, loc, CmpIPredicate::slt, a, b);
  case Op::IntLessEqual: return CmpIOp::create(builder, loc, CmpIPredicate::sle, a, b);
  case Op::IntEqual: return CmpIOp::create(builder, loc, CmpIPredicate::eq, a, b);
  case Op::IntNotEqual: return CmpIOp::create(builder, loc, CmpIPredicate::ne, a, b);
  case Op::ToInt: return emitToInt(site, a);
  case Op::ToReal: return SIToFPOp::create(builder, loc, builder.getF32Type(), a);
  case Op::SelectReal:
  case Op::SelectInt:
  case Op::SelectBool: return SelectOp::create(builder, loc, a, b, c);
  default: llvm_unreachable("an operation on Reals alone");
  }
}
/// The value of a node as an operand of type `type`.
static Value materialize(const Node &node, dsl::Type type, const Site &site) {
  if (node.site)
    return node.value;
  mlir::OpBuilder &builder = site.builder;
  mlir::TypedAttr attribute;
  switch (type) {
  case dsl::Type::Real: attribute = builder.getF32FloatAttr(node.literal); break;
  case dsl::Type::Int: attribute = builder.getI32IntegerAttr(node.literal); break;
  case dsl::Type::Bool: attribute = builder.getBoolAttr(node.literal != 0); break;
  }
  return constant(site, attribute);
}
// clang-format on

Node BuilderBackend::apply(Op op, const Node &a, const Node &b, const Node &c) {
  const Site *site = a.site ? a.site : b.site ? b.site : c.site;
  if (!site)
    return dsl::fold(op, a.literal, b.literal, c.literal);
  const Node *nodes[] = {&a, &b, &c};
  Value operands[3];
  for (unsigned i = 0; i < dsl::arity(op); ++i)
    operands[i] = materialize(*nodes[i], dsl::operandType(op, i), *site);
  if (op <= Op::Max)
    return {*site, emitReal(op, *site, operands[0], operands[1])};
  return {*site, emitOther(op, *site, operands[0], operands[1], operands[2])};
}

/// Calls a library function on Reals and declares it in the module. At least one operand must be a
/// value.
static Node callLibrary(llvm::StringRef name, llvm::ArrayRef<Node> operands) {
  const auto *known = llvm::find_if(operands, [](const Node &node) { return node.site; });
  assert(known != operands.end() && "points and draws are values");
  const Site &site = *known->site;
  mlir::OpBuilder &builder = site.builder;
  const auto values = llvm::map_to_vector<9>(
      operands, [&](const Node &node) { return materialize(node, dsl::Type::Real, site); });
  mlir::Operation *around = builder.getInsertionBlock()->getParentOp();
  mlir::ModuleOp module = around ? around->getParentOfType<mlir::ModuleOp>() : mlir::ModuleOp();
  if (module && !module.lookupSymbol(name)) {
    mlir::OpBuilder atTop = mlir::OpBuilder::atBlockBegin(module.getBody());
    const llvm::SmallVector<mlir::Type, 9> reals(values.size(), builder.getF32Type());
    mlir::func::FuncOp::create(atTop, site.location, name,
                               builder.getFunctionType(reals, {builder.getF32Type()}))
        .setPrivate();
  }
  auto call = mlir::func::CallOp::create(builder, site.location, name,
                                         mlir::TypeRange{builder.getF32Type()}, values);
  return {site, call.getResult(0)};
}

Node BuilderBackend::loop(LibraryLoop loop, std::span<const Node> operands) {
  constexpr llvm::StringLiteral kNames[] = {
#define FLAME_LOOP(Name, name, operands) "flame_math_" #name,
#include "runtime/shared/math/Loops.def"
  };
  return callLibrary(kNames[static_cast<size_t>(loop)],
                     llvm::ArrayRef(operands.data(), operands.size()));
}

using Reals = llvm::SmallVector<dsl::Real<BuilderBackend>, 12>;

static Reals wrap(const Site &site, mlir::ValueRange values) {
  return llvm::map_to_vector<12>(
      values, [&](Value value) { return dsl::Real<BuilderBackend>::of(Node(site, value)); });
}

namespace {
/// Converts the arguments to types of the expression language.
struct BuilderInputs {
  BuilderInputs(const Site &site, const VariationInfo &variation, const BuildArgs &args)
      : params(wrap(site, args.params)), draws(wrap(site, args.draws)),
        affine(wrap(site, args.affine)),
        point(wrap(site, {args.x, args.y, args.weight, args.color, args.z ? args.z : args.x})),
        origin(wrap(site, args.origin)) {
    assert(args.params.size() == variation.params.size() && "one value for each parameter");
    assert(args.draws.size() == variation.draws.size() && "one value for each draw");
    assert((args.affine.size() == 6 || !variation.usesAffine) && "the affine has six values");
    assert((args.origin.size() == (args.z ? 3 : 2) || !variation.usesOrigin) && "a point");
    affine.resize(6, 0); // invisible to a body that does not use the affine
    origin.resize(3, 0); // likewise for the origin
  }

  dsl::Inputs<BuilderBackend> inputs() const {
    return {{point[0], point[1]},
            point[2],
            params.data(),
            draws.data(),
            {affine[0], affine[1], affine[2], affine[3], affine[4], affine[5]},
            point[3],
            {0, 0},
            point[4], // a planar body does not see z
            {origin[0], origin[1]},
            origin[2]};
  }

  Reals params, draws, affine, point, origin;
};
} // namespace

/// The planar body of `variation` or, with `hasDepth`, its 3D body.
static dsl::Point<BuilderBackend> evaluateBody(const VariationInfo &variation,
                                               const dsl::Inputs<BuilderBackend> &inputs,
                                               bool hasDepth) {
  if (variation.user)
    return variation.user->body(inputs, hasDepth);
  const size_t position = positionOf(variation);
  return (hasDepth && variation.hasSpace ? dsl::kSpaceBodies<BuilderBackend>
                                         : dsl::kBodies<BuilderBackend>)[position](inputs);
}

std::pair<Value, Value> buildVariation(mlir::OpBuilder &builder, mlir::Location location,
                                       const VariationInfo &variation, const BuildArgs &args) {
  Site site{builder, location};
  const BuilderInputs in(site, variation, args);
  const dsl::Point<BuilderBackend> result = evaluateBody(variation, in.inputs(), bool(args.z));
  return {materialize(result.x.node, dsl::Type::Real, site),
          materialize(result.y.node, dsl::Type::Real, site)};
}

Value buildVariationDepth(mlir::OpBuilder &builder, mlir::Location location,
                          const VariationInfo &variation, const BuildArgs &args) {
  assert(variation.hasDepth && args.z && "a variation that makes a z, in space");
  Site site{builder, location};
  const BuilderInputs in(site, variation, args);
  const dsl::Real<BuilderBackend> depth =
      variation.user ? variation.user->depth(in.inputs())
                     : dsl::kDepthBodies<BuilderBackend>[positionOf(variation)](in.inputs());
  return materialize(depth.node, dsl::Type::Real, site);
}

Value buildVariationShare(mlir::OpBuilder &builder, mlir::Location location,
                          const VariationInfo &variation, const BuildArgs &args) {
  assert(variation.hides && "a variation that hides points");
  Site site{builder, location};
  const BuilderInputs in(site, variation, args);
  const dsl::Real<BuilderBackend> share =
      variation.user ? variation.user->share(in.inputs(), bool(args.z))
                     : dsl::kShownBodies<BuilderBackend>[positionOf(variation)](in.inputs());
  return materialize(share.node, dsl::Type::Real, site);
}

Value buildVariationColor(mlir::OpBuilder &builder, mlir::Location location,
                          const VariationInfo &variation, const BuildArgs &args, Value sumX,
                          Value sumY) {
  assert(variation.setsColor && "a variation that sets the colour");
  Site site{builder, location};
  const BuilderInputs in(site, variation, args);
  dsl::Inputs<BuilderBackend> inputs = in.inputs();
  Reals sum = wrap(site, {sumX, sumY});
  inputs.q = {sum[0], sum[1]};
  const dsl::Real<BuilderBackend> color =
      variation.user ? variation.user->color(inputs, bool(args.z))
                     : dsl::kColorBodies<BuilderBackend>[positionOf(variation)](inputs);
  return materialize(dsl::finiteColor(color, inputs.color).node, dsl::Type::Real, site);
}

} // namespace flame
