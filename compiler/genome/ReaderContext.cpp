// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages name the attribute if the value alone does not tell which limit was violated, and point
// at the invalid number within a list.

#include "compiler/genome/ReaderContext.h"

#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace flame {

Diagnostics::Reported ReaderContext::reject(llvm::SMRange range, const llvm::Twine &message) {
  if (options.lenient)
    return diags.warning(Warning::Lenient, range, message);
  return fail(range, message);
}

Diagnostics::Reported ReaderContext::fail(llvm::SMRange range, const llvm::Twine &message) {
  failed = true;
  return diags.error(range, message);
}

llvm::SMRange valueRange(const XmlAttribute &attribute) {
  if (attribute.valueRange.Start != attribute.valueRange.End)
    return attribute.valueRange;
  const char *quote = attribute.valueRange.Start.getPointer() - 1;
  return {llvm::SMLoc::getFromPointer(quote), llvm::SMLoc::getFromPointer(quote + 2)};
}

/// Checks one number against its limits. Failure has been reported.
static bool isWithin(ReaderContext &context, const XmlAttribute &attribute, llvm::StringRef word,
                     double value, Limits limits) {
  llvm::SMRange range = attribute.rangeOf(word);
  std::string name = quoted(attribute.name);
  if (!std::isfinite(value)) {
    context.reject(range, name + " must be a finite number, got " + quoted(word)).ignore();
    return false;
  }
  const std::string complaint = limits.complaint(value);
  if (complaint.empty())
    return true;
  context.reject(range, name + " " + complaint + ", got " + word).ignore();
  return false;
}

/// Parses `word` as a finite number within limits. Failure has been reported.
static std::optional<double> readWord(ReaderContext &context, const XmlAttribute &attribute,
                                      llvm::StringRef word, Limits limits) {
  std::optional<double> value = parseDouble(word);
  if (!value) {
    auto report = context.reject(attribute.rangeOf(word), "expected a number, got " + quoted(word));
    if (word.contains(',') && parseDouble(word.substr(0, word.find(','))))
      report.note(word.count(',') == 1 ? "the decimal point is '.', whatever the locale"
                                       : "numbers are separated by blanks, not commas");
    return std::nullopt;
  }
  if (!isWithin(context, attribute, word, *value, limits))
    return std::nullopt;
  return value;
}

void readNumber(ReaderContext &context, const XmlAttribute &attribute, double &target,
                Limits limits) {
  if (attribute.value.empty()) {
    context.diags
        .warning(Warning::EmptyNumber, valueRange(attribute),
                 quoted(attribute.name) + " is empty; it counts as 0")
        .ignore();
    if (isWithin(context, attribute, "0", 0, limits))
      target = 0;
    return;
  }
  readNumbers(context, attribute, target, limits);
}

void readNumbers(ReaderContext &context, const XmlAttribute &attribute,
                 llvm::MutableArrayRef<double> targets, Limits limits) {
  auto values = readNumberList(context, attribute, targets.size(), targets.size(), limits);
  if (values)
    llvm::copy(*values, targets.begin());
}

std::optional<std::vector<double>> readNumberList(ReaderContext &context,
                                                  const XmlAttribute &attribute, size_t minimum,
                                                  size_t maximum, Limits limits) {
  llvm::SmallVector<llvm::StringRef, 8> words = splitWords(attribute.value);
  std::vector<double> values;
  for (llvm::StringRef word : words) {
    std::optional<double> value = readWord(context, attribute, word, limits);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  if (words.size() >= minimum && words.size() <= maximum)
    return values;
  std::string expected = std::to_string(minimum);
  if (minimum != maximum)
    expected += " to " + std::to_string(maximum);
  return context.reject(valueRange(attribute), quoted(attribute.name) + " needs " + expected +
                                                   (maximum == 1 ? " number" : " numbers") +
                                                   ", got " + llvm::Twine(words.size()));
}

void readInteger(ReaderContext &context, const XmlAttribute &attribute, int &target, int minimum,
                 int maximum) {
  llvm::SmallVector<llvm::StringRef, 8> words = splitWords(attribute.value);
  std::optional<int> value = words.size() == 1 ? parseInteger(words.front()) : std::nullopt;
  if (!value)
    return context
        .reject(valueRange(attribute),
                quoted(attribute.name) + " must be an integer, got " + quoted(attribute.value))
        .ignore();
  Limits limits = {static_cast<double>(minimum), static_cast<double>(maximum)};
  if (isWithin(context, attribute, words.front(), *value, limits))
    target = *value;
}

void readAffine(ReaderContext &context, const XmlAttribute &attribute, Affine &target) {
  double values[6];
  if (auto list = readNumberList(context, attribute, 6, 6)) {
    llvm::copy(*list, values);
    target = {values[0], values[1], values[2], values[3], values[4], values[5]};
  }
}

std::string listKeywords(llvm::ArrayRef<llvm::StringLiteral> keywords) {
  std::string list;
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (i > 0)
      list += i + 1 < keywords.size() ? ", " : " or ";
    list += quoted(keywords[i]);
  }
  return list;
}

std::optional<unsigned> readKeyword(ReaderContext &context, const XmlAttribute &attribute,
                                    llvm::ArrayRef<llvm::StringLiteral> keywords) {
  llvm::StringRef word = attribute.value.trim();
  for (unsigned i = 0; i < keywords.size(); ++i)
    if (keywords[i].equals_insensitive(word))
      return i;
  return context.diags.warning(Warning::Keyword, valueRange(attribute),
                               quoted(attribute.name) + " must be " + listKeywords(keywords) +
                                   ", got " + quoted(word));
}

} // namespace flame
