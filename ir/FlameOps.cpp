// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the operations of the flame dialect check, fold and print. Names and parameters of variations are verified
// against the generated table, so that no pass has to.

#include "ir/FlameDialect.h"
#include "ir/VariationTable.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace flame;

#include "ir/FlameDialect.cpp.inc"
#include "ir/FlameEnums.cpp.inc"

void FlameDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ir/FlameOps.cpp.inc"
      >();
}

//===-- slots and scene --------------------------------------------------------------------------===//

LogicalResult ParamSlotOp::verify() {
  if (!getLower() != !getUpper())
    return emitOpError("expects both ends of its range");
  if (getLower() && getLower()->compare(*getUpper()) == llvm::APFloat::cmpGreaterThan)
    return emitOpError("expects an ascending range");
  if (getValue() && getLower())
    return emitOpError("is either fixed or animated, not both");
  return success();
}

LogicalResult SelectionOp::verify() {
  if (getWeights().empty())
    return emitOpError("expects at least one xform");
  if (getChaos() && getChaos()->size() != getWeights().size() * getWeights().size())
    return emitOpError("expects ") << getWeights().size() * getWeights().size()
                                   << " xaos factors, found " << getChaos()->size();
  return success();
}

//===-- xforms -----------------------------------------------------------------------------------===//

void XformOp::build(OpBuilder &builder, OperationState &state, StringRef name, bool isFinal) {
  state.addAttribute(getSymNameAttrName(state.name), builder.getStringAttr(name));
  if (isFinal)
    state.addAttribute(getFinalAttrName(state.name), builder.getUnitAttr());
  Block *block = new Block;
  state.addRegion()->push_back(block);
  for (int i = 0; i < 3; ++i)
    block->addArgument(builder.getF32Type(), state.location);
}

/// `[final] @name(%x, %y, %color) attr-dict region`: by hand because the region's arguments are named in the header
/// and their types, always f32, are left out.
ParseResult XformOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalKeyword("final")))
    result.addAttribute(getFinalAttrName(result.name), parser.getBuilder().getUnitAttr());
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name), result.attributes) ||
      parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (OpAsmParser::Argument &argument : arguments)
    argument.type = parser.getBuilder().getF32Type();
  return parser.parseRegion(*result.addRegion(), arguments);
}

void XformOp::print(OpAsmPrinter &printer) {
  if (getFinal())
    printer << " final";
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(getBody().getArguments(), printer,
                        [&](BlockArgument argument) { printer.printOperand(argument); });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getSymNameAttrName().getValue(), getFinalAttrName().getValue()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult XformOp::verifyRegions() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 3 ||
      llvm::any_of(block.getArgumentTypes(), [](Type type) { return !type.isF32(); }))
    return emitOpError("expects three f32 arguments: x, y and color");
  if (!isa<YieldOp>(block.back()))
    return emitOpError("expects to end with flame.yield");
  return success();
}

SmallVector<StringRef> XformOp::getReadSlots() {
  llvm::SmallSetVector<StringRef, 16> slots;
  getBody().walk([&](ParamOp read) { slots.insert(read.getSlot()); });
  return slots.takeVector();
}

LogicalResult SameXformOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto body = symbols.lookupNearestSymbolFrom<XformOp>(*this, getBodyAttr());
  if (!body || body.getFinal())
    return emitOpError("expects a standard xform, found ") << getBodyAttr();
  const size_t expected = body.getReadSlots().size();
  if (getSlots().size() != expected)
    return emitOpError("expects ")
           << expected << " slots as @" << getBody() << " reads, found " << getSlots().size();
  return success();
}

//===-- inside an xform --------------------------------------------------------------------------===//

void VariationOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  const VariationInfo *info = findVariation(getName());
  if (!info || !info->draws.empty()) {
    effects.emplace_back(MemoryEffects::Read::get(), RngResource::get());
    effects.emplace_back(MemoryEffects::Write::get(), RngResource::get());
  }
}

LogicalResult VariationOp::verify() {
  const VariationInfo *info = findVariation(getName());
  if (!info)
    return emitOpError("names no variation of the table: \"") << getName() << '"';
  if (getParams().size() != info->params.size() || getParamNames().size() != info->params.size())
    return emitOpError() << '"' << getName() << "\" expects " << info->params.size()
                         << " parameters, found " << getParams().size();
  for (auto [attribute, param] : llvm::zip(getParamNames(), info->params))
    if (cast<StringAttr>(attribute).getValue() != param.shortName)
      return emitOpError() << '"' << getName() << "\" expects parameter '" << param.shortName
                           << "', found " << attribute;
  if (getAffine().size() != (info->usesAffine ? 6u : 0u))
    return emitOpError() << '"' << getName() << "\" expects "
                         << (info->usesAffine ? "the pre-affine" : "no affine");
  if (getSum().size() != (info->setsColor ? 2u : 0u) || bool(getColorOut()) != info->setsColor)
    return emitOpError() << '"' << getName() << "\" expects "
                         << (info->setsColor ? "a sum and returns a colour"
                                             : "no sum and returns no colour");
  return success();
}

/// `{power = %p, dist = %d}`: names are bare where they can be.
static ParseResult parseNamedParams(OpAsmParser &parser,
                                    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &params,
                                    ArrayAttr &names) {
  SmallVector<Attribute> parsed;
  auto parseOne = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseEqual() ||
        parser.parseOperand(params.emplace_back()))
      return failure();
    parsed.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalBraces, parseOne))
    return failure();
  names = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

static void printNamedParams(OpAsmPrinter &printer, Operation *, OperandRange params,
                             ArrayAttr names) {
  if (params.empty())
    return;
  printer << '{';
  llvm::interleaveComma(llvm::zip(names, params), printer, [&](auto pair) {
    printer.printKeywordOrString(cast<StringAttr>(std::get<0>(pair)).getValue());
    printer << " = " << std::get<1>(pair);
  });
  printer << '}';
}

#define GET_OP_CLASSES
#include "ir/FlameOps.cpp.inc"
