// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A visitor of the same fields and limits as the JSON reader and writer.

#include "compiler/animation/CheckAnimation.h"

#include "compiler/animation/AnimationFields.h"
#include "compiler/animation/InnerAnimation.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"

namespace flame {

namespace {
/// Checks the numbers of one object at `path`.
class LimitChecker {
public:
  LimitChecker(std::string path, std::string &found) : path(std::move(path)), found(found) {}

  void text(llvm::StringRef, const std::string &) {}
  void flag(llvm::StringRef, bool) {}
  template <class Enum> void keyword(llvm::StringRef, Enum, llvm::ArrayRef<llvm::StringLiteral>) {}
  template <class Enum>
  void keywordUnless(llvm::StringRef, Enum, llvm::ArrayRef<llvm::StringLiteral>, Enum) {}
  void palettes(llvm::StringRef, const std::vector<std::pair<double, Palette>> &) {}
  void integer(llvm::StringRef key, int field, unsigned maximum) {
    check(key, field, {0, double(maximum)});
  }
  void number(llvm::StringRef key, double field, Limits limits) { check(key, field, limits); }
  void track(llvm::StringRef key, const Track &field, Limits limits = {}) {
    for (const TrackKnot &knot : field.knots) {
      check(key, knot.value, limits);
      check(key, knot.slopeIn, kSlopes);
      check(key, knot.slopeOut, kSlopes);
    }
  }
  void trackUnless(llvm::StringRef key, const Track &field, Limits limits, double) {
    track(key, field, limits);
  }
  void numberUnless(llvm::StringRef key, double field, Limits limits, double) {
    number(key, field, limits);
  }
  void points(llvm::StringRef key, const std::vector<double> &field) {
    for (auto [index, number] : llvm::enumerate(field))
      check(below(key, index), number, Limits());
  }
  template <class Tracks> void tracks(llvm::StringRef key, const Tracks &fields) {
    for (auto [index, field] : llvm::enumerate(fields))
      track(below(key, index), field);
  }
  void factor(llvm::StringRef key, const Track &field) {
    track(key, field, field.isConstant() ? kNotNegative : Limits());
  }
  void chaos(llvm::StringRef key, const std::vector<Track> &fields) {
    for (auto [index, field] : llvm::enumerate(fields))
      factor(below(key, index), field);
  }
  void affine(llvm::StringRef key, const AffineMotion &field) {
    if (const auto *m = std::get_if<AffineTracks>(&field)) {
      const Track *inOrder[] = {&m->a, &m->d, &m->b, &m->e, &m->c, &m->f};
      for (auto [index, field] : llvm::enumerate(inOrder))
        track(below(key, index), *field);
      return;
    }
    LimitChecker fields = inside(key);
    visitPolarFields(fields, std::get<PolarAffineTracks>(field));
  }
  void optionalAffine(llvm::StringRef key, const std::optional<AffineMotion> &field) {
    if (field)
      affine(key, *field);
  }
  void variations(llvm::StringRef key, const std::vector<AnimationVariation> &field) {
    for (auto [index, variation] : llvm::enumerate(field)) {
      LimitChecker fields = inside(below(key, index));
      fields.track("weight", variation.weight);
      for (auto [info, param] : llvm::zip(variation.info->params, variation.params))
        fields.track(("params/" + info.name).str(), param);
    }
  }
  void finish(llvm::StringRef key, const AnimationFinish &field) {
    LimitChecker fields = inside(key);
    visitFinishFields(fields, field);
  }
  void xforms(llvm::StringRef key, const std::vector<AnimationXform> &field) {
    for (auto [index, xform] : llvm::enumerate(field)) {
      LimitChecker fields = inside(below(key, index));
      visitXformFields(fields, xform, /*isFinal=*/false);
    }
  }
  void finalXform(llvm::StringRef key, const std::optional<AnimationXform> &field) {
    LimitChecker fields = inside(key);
    if (field)
      visitXformFields(fields, *field, /*isFinal=*/true);
  }
  void finalXforms(llvm::StringRef key, const std::vector<AnimationXform> &field) {
    for (auto [index, xform] : llvm::enumerate(field)) {
      LimitChecker fields = inside(below(key, index));
      visitXformFields(fields, xform, /*isFinal=*/true);
    }
  }

private:
  static std::string below(llvm::StringRef key, size_t index) {
    return (key + "/" + llvm::Twine(index)).str();
  }
  LimitChecker inside(llvm::StringRef key) const { return {(path + "/" + key).str(), found}; }
  void check(llvm::StringRef key, double number, Limits limits) {
    if (!found.empty())
      return;
    if (const std::string complaint = limits.complaint(number); !complaint.empty())
      found = ("'" + path + "/" + key + "' " + complaint + ", got " + spellNumber(number)).str();
  }

  std::string path;
  std::string &found;
};
} // namespace

std::string findBeyondLimits(const Animation &animation) {
  std::string found;
  LimitChecker checker("", found);
  visitAnimationFields(checker, animation);
  return found.empty() ? findBadInnerFlame(animation) : found;
}

} // namespace flame
