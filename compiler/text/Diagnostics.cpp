// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rendering follows llvm::SMDiagnostic, with two additions. A source line that is too long for a
// terminal is cut to a window around the caret, because genomes are often one line of many thousand
// characters. Bytes that could confuse a terminal are replaced, because genomes travel by copy and
// paste.

#include "compiler/text/Diagnostics.h"

#include "compiler/text/Errors.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace flame {

static constexpr WarningInfo kWarnings[] = {
#define FLAME_WARNING(id, name, doc) {name, doc},
#include "compiler/text/Warnings.def"
};

llvm::ArrayRef<WarningInfo> warningTable() { return kWarnings; }

static std::optional<unsigned> findWarning(llvm::StringRef name) {
  for (unsigned i = 0; i < std::size(kWarnings); ++i)
    if (kWarnings[i].name == name)
      return i;
  return std::nullopt;
}

//===-- words ---------------------------------------------------------------------------------===//

std::optional<llvm::StringRef> closestWord(llvm::StringRef word,
                                           llvm::ArrayRef<llvm::StringRef> candidates) {
  // A third of the letters may be wrong; a longer candidate always costs its extra letters.
  unsigned allowed = std::min<size_t>(3, (word.size() + 2) / 3);
  std::string lower = word.lower();
  std::optional<llvm::StringRef> best;
  for (llvm::StringRef candidate : candidates) {
    unsigned distance = llvm::StringRef(lower).edit_distance(candidate.lower(), true, allowed);
    if (distance > allowed || distance >= candidate.size())
      continue;
    best = candidate;
    if (distance == 0)
      break;
    allowed = distance - 1;
  }
  return best;
}

/// The length of the UTF-8 sequence at the front of `text`, or 0 if there is none.
static size_t utf8Length(llvm::StringRef text) {
  auto first = static_cast<unsigned char>(text.front());
  size_t length = llvm::getNumBytesForUTF8(first);
  if (length > text.size())
    return 0;
  auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data());
  return llvm::isLegalUTF8Sequence(begin, begin + length) ? length : 0;
}

std::string quoted(llvm::StringRef word) {
  constexpr size_t kLongest = 60;
  std::string out = "'";
  while (!word.empty() && out.size() <= kLongest) {
    auto first = static_cast<unsigned char>(word.front());
    size_t length = utf8Length(word);
    if (length != 0 && first >= 0x20 && first != 0x7f) {
      out += word.take_front(length);
      word = word.drop_front(length);
      continue;
    }
    out += "\\x";
    out += llvm::toHex(word.take_front(1), /*LowerCase=*/true);
    word = word.drop_front(1);
  }
  return out + (word.empty() ? "'" : "...'");
}

//===-- rendering -----------------------------------------------------------------------------===//

/// Replaces bytes that a terminal would interpret. Keeps the length, so that columns stay valid.
static std::string printableLine(llvm::StringRef line) {
  std::string out;
  out.reserve(line.size());
  while (!line.empty()) {
    auto first = static_cast<unsigned char>(line.front());
    size_t length = utf8Length(line);
    bool harmless = length != 0 && first != 0x7f && (first >= 0x20 || first == '\t');
    out += harmless ? line.take_front(length) : llvm::StringRef("?");
    line = line.drop_front(harmless ? length : 1);
  }
  return out;
}

/// `diagnostic` with a source line that fits and accordingly shifted ranges.
static llvm::SMDiagnostic fitToTerminal(const llvm::SMDiagnostic &diagnostic) {
  constexpr unsigned kWidth = Diagnostics::kMaxLineLength, kLead = kWidth / 3;
  const llvm::StringRef line = diagnostic.getLineContents();
  unsigned begin = 0, end = line.size();
  if (line.size() > kWidth) {
    unsigned column = std::min<size_t>(diagnostic.getColumnNo(), line.size());
    begin = column > kLead ? column - kLead : 0;
    end = std::min<size_t>(begin + kWidth, line.size());
    // Does not split a character. Invalid bytes may be split; a long run of them must not widen the
    // window.
    auto isContinuation = [&](unsigned at) { return (line[at] & 0xc0) == 0x80; };
    constexpr int kMost = 3;
    for (int i = 0; i < kMost && begin > 0 && isContinuation(begin); ++i)
      --begin;
    for (int i = 0; i < kMost && end < line.size() && isContinuation(end); ++i)
      ++end;
  }
  llvm::StringRef before = begin > 0 ? "..." : "", after = end < line.size() ? "..." : "";
  std::string window = (before + printableLine(line.slice(begin, end)) + after).str();
  int shift = static_cast<int>(before.size()) - static_cast<int>(begin);

  llvm::SmallVector<std::pair<unsigned, unsigned>> ranges;
  for (auto [from, to] : diagnostic.getRanges())
    if (from < end && to > begin)
      ranges.emplace_back(std::max(from, begin) + shift, std::min(to, end) + shift);
  // SMDiagnostic has one column for both the text and the caret; print() restores the true one in
  // the text.
  return llvm::SMDiagnostic(*diagnostic.getSourceMgr(), diagnostic.getLoc(),
                            diagnostic.getFilename(), diagnostic.getLineNo(),
                            diagnostic.getColumnNo() + shift, diagnostic.getKind(),
                            diagnostic.getMessage(), window, ranges);
}

void Diagnostics::print(const llvm::SMDiagnostic &diagnostic) {
  if (diagnostic.getLineNo() <= 0 || diagnostic.getColumnNo() < 0 || !diagnostic.getSourceMgr()) {
    diagnostic.print(/*ProgName=*/nullptr, os, os.has_colors());
    return;
  }
  llvm::SMDiagnostic fitted = fitToTerminal(diagnostic);
  if (fitted.getColumnNo() == diagnostic.getColumnNo()) {
    fitted.print(/*ProgName=*/nullptr, os, os.has_colors());
    return;
  }
  // Print with the caret's column, then put the true column into the first line.
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream.enable_colors(os.has_colors());
  fitted.print(/*ProgName=*/nullptr, stream, os.has_colors());
  auto position = [](int line, int column) {
    return ":" + std::to_string(line) + ":" + std::to_string(column + 1) + ":";
  };
  std::string wrong = position(fitted.getLineNo(), fitted.getColumnNo());
  if (size_t at = text.find(wrong); at != std::string::npos)
    text.replace(at, wrong.size(), position(fitted.getLineNo(), diagnostic.getColumnNo()));
  os << text;
}

//===-- the engine ----------------------------------------------------------------------------===//

Diagnostics::Diagnostics(llvm::SourceMgr &sources) : Diagnostics(sources, llvm::errs()) {}

Diagnostics::Diagnostics(llvm::SourceMgr &sources, llvm::raw_ostream &os)
    : sourceMgr(sources), os(os) {
  sourceMgr.setDiagHandler(handle, this);
}

Diagnostics::~Diagnostics() {
  if (sourceMgr.getDiagContext() == this)
    sourceMgr.setDiagHandler(nullptr);
}

void Diagnostics::handle(const llvm::SMDiagnostic &diagnostic, void *engine) {
  static_cast<Diagnostics *>(engine)->emit(diagnostic);
}

bool Diagnostics::emit(const llvm::SMDiagnostic &diagnostic) {
  using llvm::SourceMgr;
  switch (diagnostic.getKind()) {
  case SourceMgr::DK_Error:
    ++errors;
    lastPrinted = !errorLimitReached();
    if (errors == kErrorLimit + 1)
      os << "error: more than " << kErrorLimit << " errors; the rest is not shown\n";
    break;
  case SourceMgr::DK_Warning:
    ++warnings;
    [[fallthrough]];
  case SourceMgr::DK_Remark:
    lastPrinted = !errorLimitReached();
    break;
  case SourceMgr::DK_Note:
    break;
  }
  if (lastPrinted)
    print(diagnostic);
  return lastPrinted;
}

Diagnostics::Reported Diagnostics::report(llvm::SourceMgr::DiagKind kind, llvm::SMRange range,
                                          const llvm::Twine &message) {
  return {*this, emit(sourceMgr.GetMessage(range.Start, kind, message, range))};
}

Diagnostics::Reported Diagnostics::error(llvm::SMRange range, const llvm::Twine &message) {
  return report(llvm::SourceMgr::DK_Error, range, message);
}

Diagnostics::Reported Diagnostics::errorInFile(llvm::StringRef file, const llvm::Twine &message) {
  return {*this, emit(llvm::SMDiagnostic(file, llvm::SourceMgr::DK_Error, message.str()))};
}

Diagnostics::Reported Diagnostics::warning(Warning warning, llvm::SMRange range,
                                           const llvm::Twine &message) {
  auto index = static_cast<unsigned>(warning);
  llvm::StringRef name = kWarnings[index].name;
  if (disabled[index])
    return {*this, false};
  if (asError[index])
    return error(range, message + " [-Werror=" + name + "]");
  if (++warningsOf[index] > kWarningLimit) {
    ++warnings;
    if (warningsOf[index] == kWarningLimit + 1)
      os << "warning: more than " << kWarningLimit << " of -W" << name
         << "; the rest is not shown\n";
    return {*this, false};
  }
  return report(llvm::SourceMgr::DK_Warning, range, message + " [-W" + name + "]");
}

Diagnostics::Reported Diagnostics::remark(llvm::StringRef category, llvm::SMRange range,
                                          const llvm::Twine &message) {
  if (!remarks || !remarks->match(category))
    return {*this, false};
  return report(llvm::SourceMgr::DK_Remark, range, message + " [" + category + "]");
}

Diagnostics::Reported &Diagnostics::Reported::note(llvm::SMRange range,
                                                   const llvm::Twine &message) {
  if (printed)
    diags.print(diags.sourceMgr.GetMessage(range.Start, llvm::SourceMgr::DK_Note, message, range));
  return *this;
}

Diagnostics::Reported &Diagnostics::Reported::note(const llvm::Twine &message) {
  if (printed)
    diags.print(llvm::SMDiagnostic("", llvm::SourceMgr::DK_Note, message.str()));
  return *this;
}

llvm::Error Diagnostics::setWarningFlag(llvm::StringRef flag) {
  llvm::StringRef name = flag;
  bool enable = !name.consume_front("no-");
  if (name == "error") {
    enable ? asError.set() : asError.reset();
    return llvm::Error::success();
  }
  bool isError = name.consume_front("error=");
  std::optional<unsigned> index = findWarning(name);
  if (!index) {
    llvm::SmallVector<llvm::StringRef> names;
    for (const WarningInfo &info : kWarnings)
      names.push_back(info.name);
    std::optional<llvm::StringRef> close = closestWord(name, names);
    return makeError(rt::ErrorKind::Usage,
                     "unknown warning " + quoted(name) +
                         (close ? "; did you mean " + quoted(*close) + "?" : ""));
  }
  if (isError)
    asError[*index] = enable;
  else
    disabled[*index] = !enable;
  return llvm::Error::success();
}

llvm::Error Diagnostics::setRemarks(llvm::StringRef pattern) {
  llvm::Regex regex(pattern);
  std::string reason;
  if (!regex.isValid(reason))
    return makeError(rt::ErrorKind::Usage,
                     quoted(pattern) + " is no regular expression: " + reason);
  remarks = std::move(regex);
  return llvm::Error::success();
}

} // namespace flame
