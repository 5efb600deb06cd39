// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations that users define in a text (docs/how-to/user-variations.md): beside those of the table, with the same description,
// so that whatever knows variations knows them, too.
//
// In:  a text with one definition or more.
// Out: variations that live as long as the program. Equal texts give the same one, whoever reads them and in whatever
//      thread, so that variations are compared by address as those of the table are. How lines end is no difference.

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
  /// What is known of a longer text, or of more definitions in one, is that nobody wrote them.
  static constexpr size_t kMaxText = size_t(1) << 16, kMaxDefinitions = 256;
  static constexpr size_t kMaxParams = 64, kMaxDraws = 16;
  /// As much as all definitions of a program may take, in bytes: none of them is forgotten.
  static constexpr size_t kMaxMemory = size_t(1) << 28;

  const VariationInfo &info() const { return description; }
  /// The definition, as it was written, with '\n' at the ends of lines.
  llvm::StringRef text() const { return source; }
  /// The flame, in XML, whose points are what the variation sees as x, y, z and color; empty: it sees the point at hand.
  llvm::StringRef flame() const { return flameText; }
  /// What it takes, in bytes.
  size_t memory() const {
    return sizeof(*this) + source.size() + flameText.size() +
           tape.all().size() * sizeof(Tape::Step);
  }

  /// The contribution, already multiplied by the weight. In the plane z is 0.
  template <class B> dsl::Point<B> body(const dsl::Inputs<B> &inputs, bool hasDepth) const {
    const auto values = tape.run<B>({x, y}, inputs, hasDepth);
    return {dsl::Real<B>::of(values[0]), dsl::Real<B>::of(values[1])};
  }
  /// The same of what not every variation has.
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
  std::deque<std::string> names; ///< what the description points to
  std::vector<VariationParam> params;
  std::vector<Draw> draws;
  Tape tape;
  TapeNode x, y;
  std::optional<TapeNode> z, newColor, shown;
};

/// The definitions of `text`, in order; nothing, and an error that points into `text`, if one of them is none.
std::optional<std::vector<const UserVariation *>> readUserVariations(llvm::StringRef text,
                                                                     DefinitionError &error);

/// The variations that a flame may name: those of the table and user-defined ones.
class VariationScope {
public:
  /// Adds a definition. A name, of it or of one of its parameters, that another one has: nothing was added.
  std::optional<std::string> add(const UserVariation &variation);

  llvm::ArrayRef<const UserVariation *> userDefined() const { return variations; }
  /// As findVariation and findVariationParam, user-defined ones included.
  const VariationInfo *find(llvm::StringRef nameOrAlias) const;
  std::optional<std::pair<const VariationInfo *, unsigned>>
  findParam(llvm::StringRef nameOrAlias) const;

private:
  std::vector<const UserVariation *> variations;
  /// The variation, or the position of a parameter of it, that each name in small letters means.
  llvm::StringMap<std::pair<const VariationInfo *, std::optional<unsigned>>> names;
};

} // namespace flame

#endif // FLAME_IR_LANGUAGE_USERVARIATION_H
