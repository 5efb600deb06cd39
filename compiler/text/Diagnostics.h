// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages to the author of the genome. Every message has a severity and a location in a source
// buffer; a warning also has a name that switches it off. A message is printed at once, with the
// source line and a caret under its range.
//
// The engine installs itself as the handler of its SourceMgr. Reports from MLIR through a
// SourceMgrDiagnosticHandler over the same SourceMgr are therefore rendered, counted and limited
// here as well, so a pass can point at an attribute of the genome just as the reader does.
//
// Invariant: a function that returns failure has already reported the reason. The converse does not
// hold: reading continues after an error, so one run reports all errors, up to the limit.

#ifndef FLAME_COMPILER_TEXT_DIAGNOSTICS_H
#define FLAME_COMPILER_TEXT_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/SourceMgr.h"

#include <bitset>
#include <optional>
#include <string>

namespace flame {

/// The warnings, in the order of Warnings.def.
enum class Warning : unsigned {
#define FLAME_WARNING(id, name, doc) id,
#include "compiler/text/Warnings.def"
};

/// The name behind -W, and a description of the warning.
struct WarningInfo {
  llvm::StringLiteral name;
  llvm::StringLiteral doc;
};

/// One row per Warning, indexed by the enumerator.
llvm::ArrayRef<WarningInfo> warningTable();

/// Renders and counts messages. The SourceMgr must outlive the engine.
class Diagnostics {
public:
  /// Number of errors printed before the engine falls silent.
  static constexpr unsigned kErrorLimit = 20;
  /// Number of times that a warning of one name is printed.
  static constexpr unsigned kWarningLimit = 20;
  /// Longer source lines are cut to a window around the caret, in columns.
  static constexpr unsigned kMaxLineLength = 120;

  /// The result of a report. Accepts notes and converts to a failure of the caller's result type.
  class [[nodiscard]] Reported {
  public:
    /// Adds a note that points at `range`. Printed only if the message itself was.
    Reported &note(llvm::SMRange range, const llvm::Twine &message);
    /// Adds a note without a location, such as advice about the command line.
    Reported &note(const llvm::Twine &message);
    /// For a caller that continues after the report.
    void ignore() const {}

    operator llvm::LogicalResult() const { return llvm::failure(); }
    template <class T> operator llvm::FailureOr<T>() const { return llvm::failure(); }
    template <class T> operator std::optional<T>() const { return std::nullopt; }

  private:
    friend class Diagnostics;
    Reported(Diagnostics &diags, bool printed) : diags(diags), printed(printed) {}

    Diagnostics &diags;
    bool printed;
  };

  /// Prints to `os`, in colour if that is a terminal; without `os`, to standard error. Acts as the
  /// handler of `sources` until destroyed.
  explicit Diagnostics(llvm::SourceMgr &sources);
  Diagnostics(llvm::SourceMgr &sources, llvm::raw_ostream &os);
  ~Diagnostics();
  Diagnostics(const Diagnostics &) = delete;
  Diagnostics &operator=(const Diagnostics &) = delete;

  /// Reports invalid input; no output will be made. `range` may be empty (a point) but not invalid.
  Reported error(llvm::SMRange range, const llvm::Twine &message);
  /// Reports an error about a whole file, or about the command line if `file` is empty.
  Reported errorInFile(llvm::StringRef file, const llvm::Twine &message);
  /// Reports input that is accepted but probably unintended.
  Reported warning(Warning warning, llvm::SMRange range, const llvm::Twine &message);
  /// Prints advice if `category` matches the expression given to `setRemarks`.
  Reported remark(llvm::StringRef category, llvm::SMRange range, const llvm::Twine &message);

  /// Applies the text after -W on the command line: `NAME`, `no-NAME`, `error`, `error=NAME`,
  /// `no-error`, `no-error=NAME`. Fails for an unknown name and suggests a known one.
  llvm::Error setWarningFlag(llvm::StringRef flag);
  /// Selects the categories of remarks to print. Fails if `pattern` is not a regular expression.
  llvm::Error setRemarks(llvm::StringRef pattern);

  llvm::SourceMgr &sources() { return sourceMgr; }
  /// Errors so far, printed or not.
  unsigned errorCount() const { return errors; }
  /// Warnings so far, except those switched off.
  unsigned warningCount() const { return warnings; }
  bool hasErrors() const { return errors != 0; }
  /// True once the limit is reached. Further errors would not be printed.
  bool errorLimitReached() const { return errors > kErrorLimit; }

private:
  static void handle(const llvm::SMDiagnostic &diagnostic, void *engine);
  static constexpr unsigned kWarningCount = 0
#define FLAME_WARNING(id, name, doc) +1
#include "compiler/text/Warnings.def"
      ;

  Reported report(llvm::SourceMgr::DiagKind kind, llvm::SMRange range, const llvm::Twine &message);
  /// Counts the message and prints it unless a limit is reached. Returns whether it was printed.
  bool emit(const llvm::SMDiagnostic &diagnostic);
  void print(const llvm::SMDiagnostic &diagnostic);

  llvm::SourceMgr &sourceMgr;
  llvm::raw_ostream &os;
  unsigned errors = 0, warnings = 0;
  unsigned warningsOf[kWarningCount] = {};
  std::bitset<kWarningCount> disabled, asError;
  std::optional<llvm::Regex> remarks;
  /// True if the last message other than a note was printed. Decides whether to print the notes
  /// that MLIR sends after it.
  bool lastPrinted = true;
};

/// Returns the candidate that `word` most likely misspells, ignoring case; nothing if none is
/// close. Of several equally close candidates, returns the first.
std::optional<llvm::StringRef> closestWord(llvm::StringRef word,
                                           llvm::ArrayRef<llvm::StringRef> candidates);

/// Returns `word` in single quotes for a message: cut to 60 characters, with control characters and
/// bytes that are not UTF-8 escaped.
std::string quoted(llvm::StringRef word);
/// The same for a std::string; without it the compiler would pick std::quoted.
inline std::string quoted(const std::string &word) { return quoted(llvm::StringRef(word)); }
inline std::string quoted(const char *word) { return quoted(llvm::StringRef(word)); }

} // namespace flame

#endif // FLAME_COMPILER_TEXT_DIAGNOSTICS_H
