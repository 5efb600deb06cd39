// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/language/Tape.h"

namespace flame {

TapeNode Tape::input(TapeInput input, unsigned number) {
  for (uint32_t known : inputs)
    if (steps[known].input == input && steps[known].operands[0].step == number)
      return {*this, known};
  Step &step = steps.emplace_back(Step{true, input, dsl::Op::Neg, {}});
  step.operands[0].step = number;
  inputs.push_back(static_cast<uint32_t>(steps.size() - 1));
  return {*this, inputs.back()};
}

TapeNode TapeBackend::apply(dsl::Op op, const TapeNode &a, const TapeNode &b, const TapeNode &c) {
  const TapeNode operands[] = {a, b, c};
  Tape *tape = nullptr;
  for (unsigned i = 0; i < dsl::arity(op); ++i)
    if (operands[i].tape)
      tape = operands[i].tape;
  if (!tape)
    return dsl::fold(op, a.literal, b.literal, c.literal);
  if (tape->isFull())
    return a.tape ? a : b.tape ? b : c; // callers check isFull and reject the text
  tape->steps.push_back({false, TapeInput::X, op, {a, b, c}});
  return {*tape, static_cast<uint32_t>(tape->steps.size() - 1)};
}

std::vector<bool> Tape::reached(llvm::ArrayRef<TapeNode> outputs) const {
  std::vector<bool> result(steps.size(), false);
  for (const TapeNode &output : outputs)
    if (output.tape)
      result[output.step] = true;
  for (size_t i = steps.size(); i-- > 0;) {
    if (!result[i] || steps[i].isInput)
      continue;
    for (unsigned operand = 0; operand < dsl::arity(steps[i].op); ++operand)
      if (const TapeNode &node = steps[i].operands[operand]; node.tape)
        result[node.step] = true;
  }
  return result;
}

} // namespace flame
