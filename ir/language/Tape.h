// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body parsed from text: a list of the operations of ir/VariationDsl.h, each on earlier ones. The
// parser records it through the types of that language, so the functions of VariationMath.h are
// available here too. The backends of the table's bodies evaluate it.
//
// Invariant: operands precede their operation. Operations on literals only are folded and add no
// step.

#ifndef FLAME_IR_LANGUAGE_TAPE_H
#define FLAME_IR_LANGUAGE_TAPE_H

#include "ir/VariationDsl.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace flame {

class Tape;

/// The inputs of a body. Params, draws and affine coefficients are numbered.
enum class TapeInput : uint8_t { X, Y, Z, Weight, Color, SumX, SumY, Affine, Param, Draw };

/// A value: a step of a tape, or a literal, which needs no step.
struct TapeNode {
  TapeNode(double literal = 0) : literal(literal) {}
  TapeNode(Tape &tape, uint32_t step) : tape(&tape), step(step) {}

  Tape *tape = nullptr;
  uint32_t step = 0;
  double literal = 0;
};

template <class B> using NodeOf = typename B::Node;

/// Records operations on the tape of their operands.
struct TapeBackend {
  using Node = TapeNode;
  static TapeNode apply(dsl::Op op, const TapeNode &a, const TapeNode &b = 0,
                        const TapeNode &c = 0);
};

/// The recorded operations.
class Tape {
public:
  /// Maximum length; longer tapes make impractically slow kernels. Further operations are not
  /// recorded.
  static constexpr size_t kMaxSteps = 4096;

  struct Step {
    bool isInput;
    TapeInput input; ///< for an input; its number is operands[0].step
    dsl::Op op;
    TapeNode operands[3];
  };

  TapeNode input(TapeInput input, unsigned number = 0);
  bool isFull() const { return steps.size() >= kMaxSteps; }
  llvm::ArrayRef<Step> all() const { return steps; }

  /// For each step, whether one of `outputs` depends on it.
  std::vector<bool> reached(llvm::ArrayRef<TapeNode> outputs) const;

  /// The values of `outputs`, computed with backend B. Without `hasDepth`, z is 0.
  template <class B>
  std::vector<NodeOf<B>> run(llvm::ArrayRef<TapeNode> outputs, const dsl::Inputs<B> &inputs,
                             bool hasDepth) const {
    const std::vector<bool> wanted = reached(outputs);
    std::vector<NodeOf<B>> values(steps.size(), 0.0);
    auto valueOf = [&](const TapeNode &node) -> NodeOf<B> {
      return node.tape ? values[node.step] : NodeOf<B>(node.literal);
    };
    for (size_t i = 0; i < steps.size(); ++i) {
      if (!wanted[i])
        continue;
      const Step &step = steps[i];
      values[i] = step.isInput ? read(step, inputs, hasDepth)
                               : B::apply(step.op, valueOf(step.operands[0]),
                                          valueOf(step.operands[1]), valueOf(step.operands[2]));
    }
    std::vector<NodeOf<B>> results;
    for (const TapeNode &output : outputs)
      results.push_back(valueOf(output));
    return results;
  }

private:
  friend struct TapeBackend;

  template <class B>
  static NodeOf<B> read(const Step &step, const dsl::Inputs<B> &inputs, bool hasDepth) {
    const dsl::Affine<B> &m = inputs.affine;
    const dsl::Real<B> *const affine[] = {&m.a, &m.b, &m.c, &m.d, &m.e, &m.f};
    const uint32_t number = step.operands[0].step;
    switch (step.input) {
    case TapeInput::X:
      return inputs.p.x.node;
    case TapeInput::Y:
      return inputs.p.y.node;
    case TapeInput::Z:
      return hasDepth ? inputs.z.node : NodeOf<B>(0.0);
    case TapeInput::Weight:
      return inputs.weight.node;
    case TapeInput::Color:
      return inputs.color.node;
    case TapeInput::SumX:
      return inputs.q.x.node;
    case TapeInput::SumY:
      return inputs.q.y.node;
    case TapeInput::Affine:
      return affine[number]->node;
    case TapeInput::Param:
      return inputs.params[number].node;
    case TapeInput::Draw:
      return inputs.draws[number].node;
    }
    return 0.0;
  }

  std::vector<Step> steps;
  std::vector<uint32_t> inputs; ///< the steps that are inputs
};

} // namespace flame

#endif // FLAME_IR_LANGUAGE_TAPE_H
