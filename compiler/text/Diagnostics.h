// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages to the person who wrote the genome. Every message has a severity, a location in a source
// buffer and, if it is a warning, a name that switches it off; it is printed at once, with the
// source line and a caret under the words meant.
//
// The engine installs itself as the handler of the SourceMgr it is given. Whatever MLIR reports
// through a SourceMgrDiagnosticHandler over the same SourceMgr is therefore rendered, counted and
// limited here as well, and a pass complains at the attribute of the genome just as the reader
// does.
//
// Invariant: a function that returns failure has already reported why. The converse does not hold:
// reporting goes on after an error, so that one run shows everything that is wrong, up to the
// limit.

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

/// The name behind -W, and what the warning is about.
struct WarningInfo {
  llvm::StringLiteral name;
  llvm::StringLiteral doc;
};

/// One row per Warning, indexed by the enumerator.
llvm::ArrayRef<WarningInfo> warningTable();

/// Renders and counts messages. The SourceMgr must outlive the engine.
class Diagnostics {
public:
  /// Errors printed before the engine falls silent.
  static constexpr unsigned kErrorLimit = 20;
  /// Times that a warning of one name is printed.
  static constexpr unsigned kWarningLimit = 20;
  /// Source lines longer than this are cut to a window around the caret, in columns.
  static constexpr unsigned kMaxLineLength = 120;

  /// What a report returns: takes notes, and converts to a failure of the caller's result type.
  class [[nodiscard]] Reported {
  public:
    /// Adds a note that points at `range`. It is printed only if the message itself was.
    Reported &note(llvm::SMRange range, const llvm::Twine &message);
    /// Adds a note that points nowhere, such as a remedy that concerns the command line.
    Reported &note(const llvm::Twine &message);
    /// For a caller that goes on after the report.
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

  /// Prints to `os`, in colour if that is a terminal; without `os`, to standard error. Becomes the
  /// handler of `sources` until it is destroyed.
  explicit Diagnostics(llvm::SourceMgr &sources);
  Diagnostics(llvm::SourceMgr &sources, llvm::raw_ostream &os);
  ~Diagnostics();
  Diagnostics(const Diagnostics &) = delete;
  Diagnostics &operator=(const Diagnostics &) = delete;

  /// The input is wrong and no output will be made. `range` may be empty (a point) but not invalid.
  Reported error(llvm::SMRange range, const llvm::Twine &message);
  /// An error about a file as a whole, or about the command line if `file` is empty.
  Reported errorInFile(llvm::StringRef file, const llvm::Twine &message);
  /// The input is accepted but probably not meant this way.
  Reported warning(Warning warning, llvm::SMRange range, const llvm::Twine &message);
  /// Advice. Printed only if `category` matches the expression given to `setRemarks`.
  Reported remark(llvm::StringRef category, llvm::SMRange range, const llvm::Twine &message);

  /// Applies what follows -W on the command line: `NAME`, `no-NAME`, `error`, `error=NAME`,
  /// `no-error`, `no-error=NAME`. Fails on a name that does not exist and suggests one that does.
  llvm::Error setWarningFlag(llvm::StringRef flag);
  /// Selects the categories of remarks to print. Fails if `pattern` is no regular expression.
  llvm::Error setRemarks(llvm::StringRef pattern);

  llvm::SourceMgr &sources() { return sourceMgr; }
  /// Errors so far, printed or not.
  unsigned errorCount() const { return errors; }
  /// Warnings so far, without those that are switched off.
  unsigned warningCount() const { return warnings; }
  bool hasErrors() const { return errors != 0; }
  /// True once the limit is reached: further work would only find what nobody will see.
  bool errorLimitReached() const { return errors > kErrorLimit; }

private:
  static void handle(const llvm::SMDiagnostic &diagnostic, void *engine);
  static constexpr unsigned kWarningCount = 0
#define FLAME_WARNING(id, name, doc) +1
#include "compiler/text/Warnings.def"
      ;

  Reported report(llvm::SourceMgr::DiagKind kind, llvm::SMRange range, const llvm::Twine &message);
  /// Counts the message and prints it unless a limit forbids. Returns whether it was printed.
  bool emit(const llvm::SMDiagnostic &diagnostic);
  void print(const llvm::SMDiagnostic &diagnostic);

  llvm::SourceMgr &sourceMgr;
  llvm::raw_ostream &os;
  unsigned errors = 0, warnings = 0;
  unsigned warningsOf[kWarningCount] = {};
  std::bitset<kWarningCount> disabled, asError;
  std::optional<llvm::Regex> remarks;
  /// Whether the last message that was no note was printed; decides about the notes that MLIR sends
  /// after it.
  bool lastPrinted = true;
};

/// The candidate that `word` is most likely a misspelling of, ignoring case, or nothing if none is
/// close. Of several equally close ones the first is taken.
std::optional<llvm::StringRef> closestWord(llvm::StringRef word,
                                           llvm::ArrayRef<llvm::StringRef> candidates);

/// `word` in single quotes as it may stand in a message: control characters and bytes that are not
/// UTF-8 escaped, and cut to 60 characters.
std::string quoted(llvm::StringRef word);
/// The same for a std::string, for which the compiler would otherwise find std::quoted.
inline std::string quoted(const std::string &word) { return quoted(llvm::StringRef(word)); }
inline std::string quoted(const char *word) { return quoted(llvm::StringRef(word)); }

} // namespace flame

#endif // FLAME_COMPILER_TEXT_DIAGNOSTICS_H
