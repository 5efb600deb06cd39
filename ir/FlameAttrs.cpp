// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification, parsing and printing of the attributes of the flame dialect. Numbers are printed
// with the fewest digits that identify them.

#include "ir/FlameDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

#include <charconv>
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace flame;

#define GET_ATTRDEF_CLASSES
#include "ir/FlameAttrs.cpp.inc"

void FlameDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/FlameAttrs.cpp.inc"
      >();
}

LogicalResult FlameDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() != kLayoutName)
    return op->emitError("'") << attribute.getName().strref() << "' is no attribute of a flame";
  if (!isa<ModuleOp>(op) || !isa<LayoutAttr>(attribute.getValue()))
    return op->emitError("'") << kLayoutName << "' is a #flame.layout on a module";
  return success();
}

//===-- tracks --------------------------------------------------------------------------------===//

static uint64_t bitsOf(double number) { return llvm::bit_cast<uint64_t>(number); }

llvm::hash_code flame::hash_value(const TrackKnot &knot) {
  return llvm::hash_combine(bitsOf(knot.time), bitsOf(knot.value), bitsOf(knot.slopeIn),
                            bitsOf(knot.slopeOut));
}

bool flame::haveSameBits(ArrayRef<TrackKnot> left, ArrayRef<TrackKnot> right) {
  return left.size() == right.size() &&
         std::memcmp(left.data(), right.data(), left.size() * sizeof(TrackKnot)) == 0;
}

TrackAttr TrackAttr::get(MLIRContext *context, const Track &track) {
  if (!track.isConstant())
    return get(context, track.domain, ArrayRef<TrackKnot>(track.knots));
  const TrackKnot constant = {0, track.start(), 0, 0};
  return get(context, TrackDomain::Linear, ArrayRef<TrackKnot>(constant));
}

Track TrackAttr::getTrack() const {
  Track track;
  track.domain = getDomain();
  track.knots = getKnots().vec();
  return track;
}

LogicalResult TrackAttr::verify(function_ref<InFlightDiagnostic()> emitError, TrackDomain,
                                ArrayRef<TrackKnot> knots) {
  if (knots.empty())
    return emitError() << "expected at least one knot";
  for (auto [index, knot] : llvm::enumerate(knots)) {
    for (double number : {knot.time, knot.value, knot.slopeIn, knot.slopeOut})
      if (!std::isfinite(number))
        return emitError() << "expected finite numbers";
    if (std::abs(knot.time) > Track::kMaxKnotTime)
      return emitError() << "expected times from " << -int(Track::kMaxKnotTime) << " to "
                         << int(Track::kMaxKnotTime);
    if (index > 0 && !(knots[index - 1].time < knot.time))
      return emitError() << "expected knots in ascending time";
  }
  return success();
}

/// Prints the fewest digits that read back as the same number, with the decimal point that MLIR
/// requires.
static void printNumber(raw_ostream &stream, double number) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof(digits), number);
  const StringRef text(digits, end - digits),
      whole = text.take_until([](char c) { return c == 'e'; });
  stream << whole << (whole.contains('.') ? "" : ".0") << text.drop_front(whole.size());
}

/// `[slope NUMBER [| NUMBER]]`
static ParseResult parseSlopes(AsmParser &parser, TrackKnot &knot) {
  if (failed(parser.parseOptionalKeyword("slope")))
    return success();
  if (parser.parseFloat(knot.slopeIn))
    return failure();
  knot.slopeOut = knot.slopeIn;
  return succeeded(parser.parseOptionalVerticalBar()) ? parser.parseFloat(knot.slopeOut)
                                                      : ParseResult(success());
}

/// `NUMBER`, or `DOMAIN TIME: VALUE ..., TIME: VALUE ...`
static ParseResult parseTrackBody(AsmParser &parser, Track &track) {
  const SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return parser.parseFloat(track.knots[0].value);
  const auto *domain = llvm::find(kTrackDomainKeywords, word);
  if (domain == std::end(kTrackDomainKeywords))
    return parser.emitError(loc, "expected a number, 'linear' or 'magnitude'");
  track.domain = TrackDomain(domain - kTrackDomainKeywords);
  track.knots.clear();
  return parser.parseCommaSeparatedList([&]() -> ParseResult {
    TrackKnot &knot = track.knots.emplace_back();
    return failure(parser.parseFloat(knot.time) || parser.parseColon() ||
                   parser.parseFloat(knot.value) || parseSlopes(parser, knot));
  });
}

Attribute TrackAttr::parse(AsmParser &parser, Type) {
  TrackAttr track;
  return succeeded(parseTrack(parser, track)) ? track : TrackAttr();
}

static void printKnot(raw_ostream &stream, const TrackKnot &knot) {
  stream << ' ';
  printNumber(stream, knot.time);
  stream << ": ";
  printNumber(stream, knot.value);
  if (bitsOf(knot.slopeIn) == 0 && bitsOf(knot.slopeOut) == 0)
    return;
  stream << " slope ";
  printNumber(stream, knot.slopeIn);
  if (bitsOf(knot.slopeIn) == bitsOf(knot.slopeOut))
    return;
  stream << " | ";
  printNumber(stream, knot.slopeOut);
}

void TrackAttr::print(AsmPrinter &printer) const {
  raw_ostream &stream = printer.getStream();
  stream << '<';
  if (isConstant()) {
    printNumber(stream, getKnots()[0].value);
  } else {
    stream << kTrackDomainKeywords[unsigned(getDomain())];
    llvm::interleave(
        getKnots(), stream, [&](const TrackKnot &knot) { printKnot(stream, knot); }, ",");
  }
  stream << '>';
}

ParseResult flame::parseTrack(AsmParser &parser, TrackAttr &track) {
  const SMLoc loc = parser.getCurrentLocation();
  const bool isCurve = succeeded(parser.parseOptionalLess());
  Track parsed;
  if (isCurve ? failed(parseTrackBody(parser, parsed)) || failed(parser.parseGreater())
              : failed(parser.parseFloat(parsed.knots[0].value)))
    return failure();
  if (failed(TrackAttr::verify([&] { return parser.emitError(loc); }, parsed.domain, parsed.knots)))
    return failure();
  track = TrackAttr::get(parser.getContext(), parsed);
  return success();
}

void flame::printTrack(AsmPrinter &printer, TrackAttr track) {
  if (track.isConstant())
    printNumber(printer.getStream(), track.getKnots()[0].value);
  else
    printer.printStrippedAttrOrType(track);
}

//===-- elements ------------------------------------------------------------------------------===//

ParseResult flame::parseElement(AsmParser &parser, ElementAttr &element) {
  StringAttr name;
  std::optional<unsigned> index;
  if (parser.parseSymbolName(name))
    return failure();
  if (succeeded(parser.parseOptionalLSquare()))
    if (parser.parseInteger(index.emplace()) || parser.parseRSquare())
      return failure();
  element = ElementAttr::get(parser.getContext(), FlatSymbolRefAttr::get(name), index);
  return success();
}

void flame::printElement(AsmPrinter &printer, ElementAttr element) {
  printer << element.getSlot();
  if (element.getIndex())
    printer << '[' << *element.getIndex() << ']';
}

Attribute ElementAttr::parse(AsmParser &parser, Type) {
  ElementAttr element;
  if (parser.parseLess() || parseElement(parser, element) || parser.parseGreater())
    return {};
  return element;
}

void ElementAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printElement(printer, *this);
  printer << '>';
}

//===-- layout --------------------------------------------------------------------------------===//

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError, unsigned,
                                 unsigned xaosOffset, unsigned slotsOffset, unsigned sharedFloats,
                                 unsigned weightsOffset, unsigned chaosOffset, unsigned viewOffset,
                                 unsigned blockFloats) {
  const unsigned sections[] = {xaosOffset,    slotsOffset, sharedFloats,
                               weightsOffset, viewOffset,  blockFloats};
  if (!llvm::is_sorted(sections) || chaosOffset > viewOffset)
    return emitError() << "expected the sections of the block in ascending order";
  return success();
}
