// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification, folding and printing of the operations of the flame dialect. Names and parameters
// of variations are verified against the generated table, so passes need not check them.

#include "ir/FlameDialect.h"

#include "abi/Abi.h"
#include "ir/language/UserVariation.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace flame;

#include "ir/FlameDialect.cpp.inc"
#include "ir/FlameEnums.cpp.inc"

void FlameDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "ir/FlameOps.cpp.inc"
      >();
}

//===-- slots ---------------------------------------------------------------------------------===//

std::optional<unsigned> ParamSlotOp::getOffset(unsigned position) {
  if (!getOffsets() || (*getOffsets())[position] == kNoOffset)
    return std::nullopt;
  return (*getOffsets())[position];
}

LogicalResult ParamSlotOp::verify() {
  if (size() == 0)
    return emitOpError("expects at least one number");
  if (!getOffsets())
    return success();
  if (getOffsets()->size() != size())
    return emitOpError("expects ") << size() << " offsets, found " << getOffsets()->size();
  if (llvm::any_of(*getOffsets(), [](int32_t offset) { return offset < kNoOffset; }))
    return emitOpError("expects no negative offset");
  return success();
}

/// One track, or several in brackets.
static ParseResult parseTracks(OpAsmParser &parser, ArrayAttr &tracks) {
  SmallVector<Attribute> parsed;
  auto parseOne = [&]() -> ParseResult {
    TrackAttr track;
    if (parseTrack(parser, track))
      return failure();
    parsed.push_back(track);
    return success();
  };
  if (failed(parser.parseOptionalLSquare())) {
    if (parseOne())
      return failure();
  } else if (parser.parseCommaSeparatedList(parseOne) || parser.parseRSquare()) {
    return failure();
  }
  tracks = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

static void printTracks(OpAsmPrinter &printer, ArrayAttr tracks) {
  if (tracks.size() != 1)
    printer << '[';
  llvm::interleaveComma(tracks.getAsRange<TrackAttr>(), printer,
                        [&](TrackAttr track) { printTrack(printer, track); });
  if (tracks.size() != 1)
    printer << ']';
}

/// `OFFSET` of the first of `size` consecutive numbers, or `[OFFSET, _, ...]`.
static ParseResult parseOffsets(OpAsmParser &parser, DenseI32ArrayAttr &offsets, size_t size) {
  SmallVector<int32_t> parsed;
  auto parseOne = [&]() -> ParseResult {
    int32_t &offset = parsed.emplace_back(ParamSlotOp::kNoOffset);
    return succeeded(parser.parseOptionalKeyword("_")) ? success() : parser.parseInteger(offset);
  };
  if (succeeded(parser.parseOptionalLSquare())) {
    if (parser.parseCommaSeparatedList(parseOne) || parser.parseRSquare())
      return failure();
  } else {
    if (parser.parseInteger(parsed.emplace_back()))
      return failure();
    while (parsed.size() < size)
      parsed.push_back(parsed.back() + 1);
  }
  offsets = parser.getBuilder().getDenseI32ArrayAttr(parsed);
  return success();
}

static void printOffsets(OpAsmPrinter &printer, ArrayRef<int32_t> all) {
  const bool isRun = llvm::all_of(llvm::enumerate(all), [&](auto pair) {
    return pair.value() >= 0 && pair.value() == all[0] + int32_t(pair.index());
  });
  if (isRun) {
    printer << all[0];
    return;
  }
  printer << '[';
  llvm::interleaveComma(all, printer, [&](int32_t offset) {
    if (offset == ParamSlotOp::kNoOffset)
      printer << '_';
    else
      printer << offset;
  });
  printer << ']';
}

/// `[= TRACKS] [at OFFSETS]`. Parsed by hand, because the number of offsets that one stands for
/// depends on the tracks.
static OptionalParseResult parseTracksAndOffsets(OpAsmParser &parser, ArrayAttr &tracks,
                                                 DenseI32ArrayAttr &offsets) {
  if (succeeded(parser.parseOptionalEqual()) && failed(parseTracks(parser, tracks)))
    return failure();
  if (failed(parser.parseOptionalKeyword("at")))
    return tracks ? OptionalParseResult(success()) : std::nullopt;
  return parseOffsets(parser, offsets, tracks ? tracks.size() : 1);
}

static void printTracksAndOffsets(OpAsmPrinter &printer, Operation *, ArrayAttr tracks,
                                  DenseI32ArrayAttr offsets) {
  if (tracks) {
    printer << "= ";
    printTracks(printer, tracks);
  }
  if (offsets) {
    printer << (tracks ? " at " : "at ");
    printOffsets(printer, offsets);
  }
}

//===-- references to slots -------------------------------------------------------------------===//

/// The slot that `op` names, if it is a slot with `size` numbers.
static ParamSlotOp findSlot(Operation *op, FlatSymbolRefAttr name, SymbolTableCollection &symbols,
                            std::optional<unsigned> size = std::nullopt) {
  auto slot = symbols.lookupNearestSymbolFrom<ParamSlotOp>(op, name);
  if (!slot) {
    op->emitOpError("names ") << name << ", which is no slot";
    return {};
  }
  if (!size || slot.size() == *size)
    return slot;
  op->emitOpError("expects ") << *size << (*size == 1 ? " number" : " numbers") << " in " << name
                              << ", found " << slot.size();
  return {};
}

static LogicalResult verifyElement(Operation *op, ElementAttr element,
                                   SymbolTableCollection &symbols) {
  if (!element.getIndex())
    return success(findSlot(op, element.getSlot(), symbols, 1));
  ParamSlotOp slot = findSlot(op, element.getSlot(), symbols);
  if (!slot)
    return failure();
  if (slot.size() == 1 || *element.getIndex() >= slot.size())
    return op->emitOpError("reads number ")
           << *element.getIndex() << " of " << element.getSlot() << ", which holds " << slot.size();
  return success();
}

LogicalResult ParamOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyElement(*this, getElement(), symbols);
}

LogicalResult DefineOp::verifySymbolUses(SymbolTableCollection &symbols) {
  ParamSlotOp slot = findSlot(*this, getSlotAttr(), symbols, 1);
  if (slot && slot.getTracks())
    return emitOpError("defines ") << getSlotAttr() << ", which has a value";
  return success(slot);
}

LogicalResult CameraOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (FlatSymbolRefAttr name :
       {getCenterXAttr(), getCenterYAttr(), getScaleAttr(), getZoomAttr(), getRotateAttr()})
    if (!findSlot(*this, name, symbols, 1))
      return failure();
  return success();
}

//===-- scene ---------------------------------------------------------------------------------===//

LogicalResult SelectionOp::verify() {
  if (getWeights().empty())
    return emitOpError("expects at least one xform");
  if (getChaos() && getChaos()->size() != getWeights().size())
    return emitOpError("expects ")
           << getWeights().size() << " rows of xaos factors, found " << getChaos()->size();
  return success();
}

LogicalResult SelectionOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (FlatSymbolRefAttr weight : getWeights().getAsRange<FlatSymbolRefAttr>())
    if (!findSlot(*this, weight, symbols, 1))
      return failure();
  if (getChaos())
    for (FlatSymbolRefAttr row : getChaos()->getAsRange<FlatSymbolRefAttr>())
      if (!findSlot(*this, row, symbols, getWeights().size()))
        return failure();
  return success();
}

//===-- xforms --------------------------------------------------------------------------------===//

void XformOp::build(OpBuilder &builder, OperationState &state, StringRef name, bool isFinal,
                    bool isDeep) {
  state.addAttribute(getSymNameAttrName(state.name), builder.getStringAttr(name));
  if (isFinal)
    state.addAttribute(getFinalAttrName(state.name), builder.getUnitAttr());
  Block *block = new Block;
  state.addRegion()->push_back(block);
  for (int i = 0; i < (isDeep ? 4 : 3); ++i)
    block->addArgument(builder.getF32Type(), state.location);
}

/// `[final] @name(%x, %y, %color) attr-dict region`. Parsed by hand, because the header names the
/// region's arguments and omits their types, always f32.
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
  if ((block.getNumArguments() != 3 && block.getNumArguments() != 4) ||
      llvm::any_of(block.getArgumentTypes(), [](Type type) { return !type.isF32(); }))
    return emitOpError("expects three f32 arguments, x, y and color, or z behind them");
  auto yield = dyn_cast<YieldOp>(block.back());
  if (!yield)
    return emitOpError("expects to end with flame.yield");
  if (bool(yield.getZ()) != (isDeep() && !getFinal()))
    return emitOpError("expects to yield a z if it has one and is not final");
  return success();
}

SmallVector<ElementAttr> XformOp::getReadElements() {
  llvm::SmallSetVector<ElementAttr, 16> elements;
  getBody().walk([&](ParamOp read) { elements.insert(read.getElement()); });
  return elements.takeVector();
}

LogicalResult SameXformOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto body = symbols.lookupNearestSymbolFrom<XformOp>(*this, getBodyAttr());
  if (!body || body.getFinal())
    return emitOpError("expects a standard xform, found ") << getBodyAttr();
  if (body->getBlock() != (*this)->getBlock() || !body->isBeforeInBlock(*this))
    return emitOpError("stands before ") << getBodyAttr() << ", whose body it has";
  const size_t expected = body.getReadElements().size();
  if (getElements().size() != expected)
    return emitOpError("expects ") << expected << " numbers as " << getBodyAttr()
                                   << " reads, found " << getElements().size();
  for (ElementAttr element : getElements().getAsRange<ElementAttr>())
    if (failed(verifyElement(*this, element, symbols)))
      return failure();
  return success();
}

/// Operations name a number without the brackets of its attribute.
static ParseResult parseElementName(OpAsmParser &parser, ElementAttr &element) {
  return parseElement(parser, element);
}

static void printElementName(OpAsmPrinter &printer, Operation *, ElementAttr element) {
  printElement(printer, element);
}

static ParseResult parseElements(OpAsmParser &parser, ArrayAttr &elements) {
  SmallVector<Attribute> parsed;
  auto parseOne = [&]() -> ParseResult {
    ElementAttr element;
    if (parseElement(parser, element))
      return failure();
    parsed.push_back(element);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  elements = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

static void printElements(OpAsmPrinter &printer, Operation *, ArrayAttr elements) {
  printer << '[';
  llvm::interleaveComma(elements.getAsRange<ElementAttr>(), printer,
                        [&](ElementAttr element) { printElement(printer, element); });
  printer << ']';
}

//===-- inside an xform -----------------------------------------------------------------------===//

/// Fails if there is no state with the number `number`.
static LogicalResult verifyXformState(Operation *op, uint32_t number) {
  if (number < abi::kMaxXformState)
    return success();
  return op->emitOpError("expects a number below ") << abi::kMaxXformState << ", found " << number;
}

LogicalResult RecallOp::verify() { return verifyXformState(*this, getNumber()); }

LogicalResult RememberOp::verify() { return verifyXformState(*this, getNumber()); }

const VariationInfo *UserVariationOp::getInfo() {
  DefinitionError error;
  const auto found = readUserVariations(getText(), error);
  return found && found->size() == 1 ? &found->front()->info() : nullptr;
}

LogicalResult UserVariationOp::verify() {
  DefinitionError error;
  const auto found = readUserVariations(getText(), error);
  if (!found)
    return emitOpError("defines no variation: ") << error.message << " at \"" << error.at << '"';
  if (found->size() != 1)
    return emitOpError("defines ") << found->size() << " variations, one is expected";
  const StringRef name = found->front()->info().name;
  for (auto other : (*this)->getBlock()->getOps<UserVariationOp>()) {
    if (other == *this)
      return success();
    if (const VariationInfo *info = other.getInfo(); info && info->name.equals_insensitive(name))
      return emitOpError("defines \"") << name << "\", which is defined before";
  }
  return success();
}

const VariationInfo *VariationOp::getInfo() {
  if (const VariationInfo *info = findVariation(getName()))
    return info;
  // Definitions stand beside the xform, whatever operation contains its module.
  Operation *xform = (*this)->getParentOp();
  if (!xform || !xform->getBlock())
    return nullptr;
  for (auto definition : xform->getBlock()->getOps<UserVariationOp>())
    if (const VariationInfo *info = definition.getInfo();
        info && info->name.equals_insensitive(getName()))
      return info;
  return nullptr;
}

void VariationOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  const VariationInfo *info = getInfo();
  if (!info || !info->draws.empty()) {
    effects.emplace_back(MemoryEffects::Read::get(), RngResource::get());
    effects.emplace_back(MemoryEffects::Write::get(), RngResource::get());
  }
}

LogicalResult VariationOp::verify() {
  const VariationInfo *info = getInfo();
  if (!info)
    return emitOpError("names no variation of the table or of the flame: \"") << getName() << '"';
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
  const size_t coordinates = getZ() ? 3 : 2;
  if (getOrigin().size() != (info->usesOrigin ? coordinates : 0))
    return emitOpError() << '"' << getName() << "\" expects "
                         << (info->usesOrigin ? "the point before the sum" : "no other point");
  if (bool(getShownOut()) != info->hides)
    return emitOpError() << '"' << getName() << "\" expects "
                         << (info->hides ? "to say what is shown" : "not to say what is shown");
  if (bool(getZ()) != bool(getZOut()) || (getZ() && !info->hasSpace && !info->hasDepth))
    return emitOpError() << '"' << getName() << "\" expects no z, or to return one";
  return success();
}

/// `{power = %p, dist = %d}`: names are bare where possible.
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
