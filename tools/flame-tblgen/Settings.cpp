// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/flame-tblgen/Settings.h"

#include "tools/flame-tblgen/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"

#include <map>
#include <set>

using namespace llvm;

namespace flame::tblgen {

//===-- names and values ----------------------------------------------------------------------===//

std::string camelCase(StringRef name, bool startsUpper) {
  std::string result;
  bool isUpper = startsUpper;
  for (char c : name) {
    if (c != '_')
      result += isUpper ? toUpper(c) : c;
    isUpper = c == '_';
  }
  return result;
}

std::string Words::function() const {
  return toLower(enumName().front()) + enumName().drop_front().str() + "Keywords";
}

std::string Setting::member() const { return camelCase(name()); }

std::string Setting::type() const {
  switch (kind) {
  case Number:
    return "double";
  case Count:
    return "int";
  case Color:
    return "std::array<double, 3>";
  case Keyword:
    return words().enumName().str();
  case Points:
    return "std::vector<double>";
  }
  llvm_unreachable("all kinds are listed");
}

std::string Setting::defaultValue() const {
  if (kind == Color || kind == Points)
    return ("{" + text("Default") + "}").str();
  if (kind == Keyword)
    return (words().enumName() + "::" + camelCase(text("Default"), /*startsUpper=*/true)).str();
  return text("Default").str();
}

std::string limitsOf(const Record *range) {
  const StringRef low = range->getValueAsString("Minimum"),
                  high = range->getValueAsString("Maximum");
  if (range->getValueAsBit("AboveZero"))
    return high.empty() ? "kPositive" : ("Limits{0, " + high + ", /*aboveZero=*/true}").str();
  if (low.empty() && high.empty())
    return "Limits()";
  if (high.empty())
    return low == "0" ? "kNotNegative" : ("Limits{" + low + "}").str();
  return ("Limits{" + (low.empty() ? "-kMaxMagnitude" : low) + ", " + high + "}").str();
}

std::string boundsOf(const Record *range) {
  const StringRef low = range->getValueAsString("Minimum"),
                  high = range->getValueAsString("Maximum");
  const StringRef lowest = range->getValueAsBit("AboveZero") ? "kSmallest"
                           : low.empty()                     ? "-kAnything"
                                                             : low;
  return (lowest + ", " + (high.empty() ? "kAnything" : high)).str();
}

std::string valuesOf(const Record *range) {
  const StringRef low = range->getValueAsString("Minimum"),
                  high = range->getValueAsString("Maximum");
  const bool isOpen = range->getValueAsBit("AboveZero");
  if (low.empty() && high.empty())
    return "any";
  if (high.empty())
    return isOpen ? "above 0" : ("at least " + low).str();
  if (low.empty())
    return ("at most " + high).str();
  return isOpen ? ("above 0, at most " + high).str() : (low + " to " + high).str();
}

//===-- checking ------------------------------------------------------------------------------===//

[[noreturn]] static void refuse(const Setting &setting, const Twine &why) {
  PrintFatalError(setting.record->getLoc(), "setting '" + setting.name() + "' " + why);
}

static double readNumber(const Setting &setting, StringRef word, StringRef what) {
  double value;
  if (!to_float(word.trim(), value))
    refuse(setting, "needs a number as " + what + ", got '" + word.trim() + "'");
  return value;
}

/// Returns an end of a range, or nothing if it is open.
static std::optional<double> readBound(const Setting &setting, const Record *range,
                                       StringRef field) {
  const StringRef word = range->getValueAsString(field);
  if (word.empty())
    return std::nullopt;
  return readNumber(setting, word, field.lower());
}

static void checkWithin(const Setting &setting, const Record *range, StringRef word,
                        StringRef what) {
  const double value = readNumber(setting, word, what);
  const std::optional<double> low = readBound(setting, range, "Minimum"),
                              high = readBound(setting, range, "Maximum");
  if (low && high && *low >= *high)
    refuse(setting, "has a minimum that is not below the maximum");
  const bool isBelow = low && (range->getValueAsBit("AboveZero") ? value <= 0 : value < *low);
  if (isBelow || (high && value > *high))
    refuse(setting, "has the " + what + " " + word + ", which is out of range");
}

static void checkDefault(const Setting &setting) {
  const StringRef value = setting.text("Default");
  if (setting.kind == Setting::Keyword) {
    if (!is_contained(setting.words().words(), value))
      refuse(setting, "has the default '" + value + "', which is none of its words");
    return;
  }
  if (setting.kind == Setting::Points) {
    if (!value.empty())
      refuse(setting, "has a default, and points have none");
    return;
  }
  SmallVector<StringRef> numbers;
  value.split(numbers, ',');
  const size_t wanted = setting.kind == Setting::Color ? 3 : 1;
  if (numbers.size() != wanted)
    refuse(setting, "needs a default of " + Twine(wanted) + (wanted == 1 ? " number" : " numbers") +
                        ", got '" + value + "'");
  for (StringRef number : numbers)
    checkWithin(setting, setting.range(), number.trim(), "default");
}

static void checkCount(const Setting &setting) {
  const Record *range = setting.range();
  if (range->getValueAsString("Minimum") != "1" || range->getValueAsString("Maximum").empty())
    refuse(setting, "is a count, which starts at 1 and needs a maximum");
  unsigned ignored;
  for (StringRef word : {setting.text("Default"), range->getValueAsString("Maximum")})
    if (word.getAsInteger(10, ignored))
      refuse(setting, "is a count, which '" + word + "' is not");
}

/// Checks flags and formats that only some kinds of settings may have.
static void checkFeatures(const Setting &setting) {
  const bool isNumber = setting.kind == Setting::Number;
  if (setting.is("animated") && !isNumber && setting.kind != Setting::Color)
    refuse(setting, "cannot be animated: only numbers and colours are");
  if (setting.kind == Setting::Color && setting.is("travels") && !setting.is("animated"))
    refuse(setting, "must be animated, as every colour that travels");
  if (setting.is("animated") && !setting.is("travels"))
    refuse(setting, "is animated, so animations must have it");
  if (!setting.isInXml() && !setting.is("travels"))
    refuse(setting, "is in no format");
  if ((setting.is("lenient") || setting.cuburn() || setting.factor()) && !isNumber)
    refuse(setting, "is no number, so it is not lenient, and neither cuburn's documents nor "
                    "profiles have it");
  if ((setting.is("optional") || setting.is("sparse")) && !isNumber &&
      setting.kind != Setting::Keyword)
    refuse(setting, "is neither number nor word, so it is always written");
  if (setting.factor() && !setting.is("travels"))
    refuse(setting, "has a factor, so artefacts must have it");
  if (const Record *cuburn = setting.cuburn()) {
    checkWithin(setting, cuburn->getValueAsDef("Limits"), cuburn->getValueAsString("Default"),
                "default of cuburn");
    readNumber(setting, cuburn->getValueAsString("Period"), "period");
  }
  if (const Record *factor = setting.factor()) {
    readNumber(setting, factor->getValueAsString("Minimum"), "minimum of the factor");
    if (factor->getValueAsString("Path").count('.') != 1)
      refuse(setting, "needs a factor of the form 'filter.key'");
  }
}

Setting readSetting(const Record *record) {
  const Record *kind = record->getValueAsDef("Kind");
  static constexpr std::pair<StringLiteral, Setting::Kind> kKinds[] = {{"Number", Setting::Number},
                                                                       {"Count", Setting::Count},
                                                                       {"Color", Setting::Color},
                                                                       {"Points", Setting::Points}};
  Setting setting = {record, Setting::Keyword};
  for (auto [name, value] : kKinds)
    if (kind->getName() == name)
      setting.kind = value;
  if (setting.text("Summary").empty() || setting.text("Summary").ends_with("."))
    refuse(setting, "needs a summary, without a full stop");
  if (setting.kind == Setting::Count)
    checkCount(setting);
  checkDefault(setting);
  checkFeatures(setting);
  return setting;
}

/// Whether two neighbours share an attribute.
static bool shareAttribute(const Setting &a, const Setting &b) {
  return a.isInXml() && b.isInXml() && a.attributes().front() == b.attributes().front();
}

/// Checks that every name has one meaning. At most two neighbours of the same kind may share an
/// attribute.
static void checkNames(ArrayRef<Setting> settings) {
  std::set<std::string> names, keys, attributes, paths;
  auto add = [](std::set<std::string> &taken, const Setting &setting, StringRef name,
                StringRef what) {
    if (!taken.insert(name.str()).second)
      refuse(setting, "has the " + what + " '" + name + "', which another one has already");
  };
  for (const auto &[index, setting] : enumerate(settings)) {
    add(names, setting, setting.name(), "name");
    if (setting.is("travels"))
      add(keys, setting, setting.text("json"), "key");
    if (const Record *cuburn = setting.cuburn())
      add(paths, setting, cuburn->getValueAsString("Path"), "path");
    if (index > 0 && shareAttribute(settings[index - 1], setting)) {
      if (setting.kind != settings[index - 1].kind || setting.kind > Setting::Count ||
          (index > 1 && shareAttribute(settings[index - 2], setting)))
        refuse(setting, "cannot share its attribute: two numbers or two counts can");
      continue;
    }
    for (StringRef attribute : setting.attributes())
      add(attributes, setting, attribute, "attribute");
  }
}

//===-- lists ---------------------------------------------------------------------------------===//

std::vector<const Record *> inFileOrder(const RecordKeeper &records, StringRef className) {
  ArrayRef<const Record *> all = records.getAllDerivedDefinitions(className);
  std::vector<const Record *> result(all.begin(), all.end());
  llvm::sort(result, LessRecordByID());
  return result;
}

std::vector<Words> readWords(const RecordKeeper &records) {
  std::vector<Words> result;
  for (const Record *record : inFileOrder(records, "Keyword"))
    result.push_back({record});
  return result;
}

std::vector<Setting> readSettings(const RecordKeeper &records) {
  std::vector<Setting> settings;
  for (const Record *record : inFileOrder(records, "Setting"))
    settings.push_back(readSetting(record));
  checkNames(settings);
  return settings;
}

/// Returns the settings in the order of a record of class Order: each head followed by the settings
/// after it in the file.
static std::vector<Setting> inOrder(const RecordKeeper &records, StringRef orderName) {
  const Record *order = records.getDef(orderName);
  if (!order)
    PrintFatalError("there is no order '" + orderName + "'");
  std::map<const Record *, std::vector<Setting>> runs;
  std::vector<const Record *> heads = order->getValueAsListOfDefs("Heads");
  for (const Record *head : heads)
    if (!runs.insert({head, {}}).second)
      PrintFatalError(order->getLoc(), "'" + head->getName() + "' is listed twice");
  const Record *head = nullptr;
  for (const Setting &setting : readSettings(records)) {
    if (runs.contains(setting.record))
      head = setting.record;
    if (!head)
      PrintFatalError(order->getLoc(), "the first setting of the file must be a head");
    runs[head].push_back(setting);
  }
  std::vector<Setting> result;
  for (const Record *record : heads)
    append_range(result, runs[record]);
  return result;
}

std::vector<Setting> settingsOfXml(const RecordKeeper &records) {
  std::vector<Setting> settings = inOrder(records, "XmlOrder");
  erase_if(settings, [](const Setting &setting) { return !setting.isInXml(); });
  return settings;
}

std::vector<Setting> settingsOfAnimations(const RecordKeeper &records) {
  std::vector<Setting> settings = inOrder(records, "AnimationOrder");
  erase_if(settings, [](const Setting &setting) { return !setting.is("travels"); });
  return settings;
}

std::vector<Setting> settingsOfManifests(const RecordKeeper &records) {
  std::vector<Setting> settings = readSettings(records);
  erase_if(settings, [](const Setting &setting) { return !setting.is("travels"); });
  return settings;
}

//===-- C++ -----------------------------------------------------------------------------------===//

void emitSection(raw_ostream &out, StringRef macro, function_ref<void()> emit) {
  out << "#ifdef " << macro << "\n#undef " << macro << "\n";
  emit();
  out << "#endif // " << macro << "\n\n";
}

void emitMember(raw_ostream &out, const Setting &setting, StringRef type, StringRef defaultValue) {
  const StringRef summary = setting.text("Summary"), unit = setting.text("unit");
  out << "  /// " << toUpper(summary.front()) << summary.drop_front();
  if (!unit.empty())
    out << "; in " << unit;
  out << ".\n  " << type << " " << setting.member() << " = " << defaultValue << ";\n";
}

} // namespace flame::tblgen
