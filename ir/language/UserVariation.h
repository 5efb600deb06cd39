// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// User-defined variations, written as text (docs/how-to/user-variations.md). They have the same
// description as those of the table, so all code for variations also handles them.
//
// In: a text with one or more definitions. Out: variations that live as long as the program. Equal
// texts give the same object, whatever the reader or thread, so that variations can be compared by
// address as those of the table. Line ends do not matter.

#ifndef FLAME_IR_LANGUAGE_USERVARIATION_H
#define FLAME_IR_LANGUAGE_USERVARIATION_H

#include "ir/VariationTable.h"
#include "ir/language/Tape.h"
#include "ir/language/Tokens.h"

#include "llvm/ADT/StringMap.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace flame {

class UserVariation {
public:
  /// Limits on the length of a text and the number of definitions in it. Larger ones are not
  /// written by hand.
  static constexpr size_t kMaxText = size_t(1) << 16, kMaxDefinitions = 256;
  static constexpr size_t kMaxParams = 64, kMaxDraws = 16;
  /// Maximum memory of all definitions in a program, in bytes. Definitions are never freed.
  static constexpr size_t kMaxMemory = size_t(1) << 28;

  const VariationInfo &info() const { return description; }
  /// The definition as written, with '\n' line ends.
  llvm::StringRef text() const { return source; }
  /// The embedded flame, in XML, whose points the variation sees as x, y, z and color. Empty: it
  /// sees the current point.
  llvm::StringRef flame() const { return flameText; }
  /// Memory in bytes.
  size_t memory() const {
    return sizeof(*this) + source.size() + flameText.size() +
           tape.all().size() * sizeof(Tape::Step);
  }

  /// The number of operations of its body.
  size_t operationCount() const { return tape.all().size(); }

  /// The contribution, already multiplied by the weight. In a planar flame z is 0.
  template <class B> dsl::Point<B> body(const dsl::Inputs<B> &inputs, bool hasDepth) const {
    const auto values = tape.run<B>({x, y}, inputs, hasDepth);
    return {dsl::Real<B>::of(values[0]), dsl::Real<B>::of(values[1])};
  }
  /// Optional results: only for a variation that defines them.
  template <class B> dsl::Real<B> depth(const dsl::Inputs<B> &inputs) const {
    return one<B>(*z, inputs, true);
  }
  template <class B> dsl::Real<B> color(const dsl::Inputs<B> &inputs, bool hasDepth) const {
    return one<B>(*newColor, inputs, hasDepth);
  }
  template <class B> dsl::Real<B> share(const dsl::Inputs<B> &inputs, bool hasDepth) const {
    return one<B>(*shown, inputs, hasDepth);
  }

  UserVariation(const UserVariation &) = delete; // the description points into it
  UserVariation &operator=(const UserVariation &) = delete;

private:
  friend class DefinitionParser;
  UserVariation() = default;

  template <class B>
  dsl::Real<B> one(const TapeNode &output, const dsl::Inputs<B> &inputs, bool hasDepth) const {
    return dsl::Real<B>::of(tape.run<B>({output}, inputs, hasDepth).front());
  }

  std::string source, flameText;
  VariationInfo description = {};
  std::deque<std::string> names; ///< names that the description points to
  std::vector<VariationParam> params;
  std::vector<Draw> draws;
  Tape tape;
  TapeNode x, y;
  std::optional<TapeNode> z, newColor, shown;
};

/// The definitions of `text`, in order. Nothing, and an error that points into `text`, if one of
/// them is invalid.
std::optional<std::vector<const UserVariation *>> readUserVariations(llvm::StringRef text,
                                                                     DefinitionError &error);

/// The variations that a flame may name: those of the table and user-defined ones.
class VariationScope {
public:
  /// Adds a definition. If its name, or that of a parameter, is already taken, adds nothing and
  /// returns that name.
  std::optional<std::string> add(const UserVariation &variation);

  llvm::ArrayRef<const UserVariation *> userDefined() const { return variations; }
  /// Like findVariation and findVariationParam, including user-defined variations.
  const VariationInfo *find(llvm::StringRef nameOrAlias) const;
  std::optional<std::pair<const VariationInfo *, unsigned>>
  findParam(llvm::StringRef nameOrAlias) const;

private:
  std::vector<const UserVariation *> variations;
  /// The variation, or the position of one of its parameters, for each lower-case name.
  llvm::StringMap<std::pair<const VariationInfo *, std::optional<unsigned>>> names;
};

} // namespace flame

#endif // FLAME_IR_LANGUAGE_USERVARIATION_H
