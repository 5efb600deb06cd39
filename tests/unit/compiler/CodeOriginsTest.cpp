// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX with numbers: which lines are a kernel's, which of them are instructions of what, and where
// the loop over rounds is.

#include "compiler/codegen/CodeOrigins.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <gmock/gmock.h>

namespace flame {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

constexpr char kPtx[] = R"(.version 8.8
.visible .entry flame_precalc_blocks(
	.param .u64 a
)
{
	ret;
}
	// .globl	flame_iterate
.visible .entry flame_iterate(
	.param .align 8 .b8 flame_iterate_param_0[8]
)
.maxntid 256
{
	.reg .pred 	%p<3>;
	.loc	1 1 0                           // iterate
	mov.b32 	%r1, 0;
$L__BB1_1:                              // =>loop of blocks
	.loc	1 2 0
	add.s32 	%r2, %r1, 1;
$L__BB1_2:                              // =>loop of rounds
	.loc	1 3 0
	mul.f32 	%f1, %f2, %f2;
	sin.approx.f32 	%f3, %f1;
	.loc	1 0 0
	@%p1 bra 	$L__BB1_2;
	.loc	1 2 0
	@%p2 bra.uni 	$L__BB1_1;
	bra 	$L__BB1_3;
$L__BB1_3:
	ret;
}
)";

const std::vector<CodeOrigin> kOrigins = {{{"flame_iterate"}, "", 0, 0},
                                          {{"flame_iterate", "iterateExchanged"}, "", 0, 0},
                                          {{"flame_iterate", "flame_xform_0"}, "a.flame", 3, 7}};

TEST(CodeOriginsTest, ReadsTheLinesOfAKernel) {
  const KernelCode code = readKernel(kPtx, "flame_iterate", kOrigins);
  ASSERT_THAT(code.lines, SizeIs(12));
  EXPECT_EQ(code.lines[0].text, ".reg .pred \t%p<3>;");
  EXPECT_EQ(code.lines[0].origin, std::nullopt);
  EXPECT_EQ(code.lines[1].origin, 0u);
  EXPECT_EQ(code.lines[2].text, "$L__BB1_1:");
  EXPECT_EQ(code.lines[2].origin, std::nullopt);
  EXPECT_EQ(code.lines[5].origin, 2u);
  EXPECT_EQ(code.lines[6].origin, 2u);
  EXPECT_EQ(code.lines[7].origin, std::nullopt); // of no origin in particular
  EXPECT_EQ(code.lines[8].origin, 1u);
}

TEST(CodeOriginsTest, TheShortestLoopWithAllXformsIsThatOfRounds) {
  const KernelCode code = readKernel(kPtx, "flame_iterate", kOrigins);
  EXPECT_EQ(code.roundBegin, 4u);
  EXPECT_EQ(code.roundEnd, 8u);
  EXPECT_TRUE(code.isInRound(5));
  EXPECT_FALSE(code.isInRound(8));
}

TEST(CodeOriginsTest, AKernelThatIsNotThereHasNoLines) {
  const KernelCode code = readKernel(kPtx, "flame_finish", kOrigins);
  EXPECT_THAT(code.lines, SizeIs(0));
  EXPECT_EQ(code.roundEnd, 0u);
}

TEST(CodeOriginsTest, NumbersTellThroughWhichCallsAnInstructionCame) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module =
      llvm::parseIR(llvm::MemoryBufferRef("define internal float @_ZN5flame4landEf(float %x) {\n"
                                          "  %y = fmul float %x, %x\n  ret float %y\n}\n"
                                          "define float @flame_iterate(float %x) {\n"
                                          "  %y = call float @_ZN5flame4landEf(float %x)\n"
                                          "  %z = fadd float %y, 1.0\n  ret float %z\n}\n",
                                          "test"),
                    error, context);
  ASSERT_TRUE(module) << error.getMessage().str();
  addOrigins(*module);
  llvm::Function *kernel = module->getFunction("flame_iterate");
  llvm::InlineFunctionInfo info;
  ASSERT_TRUE(llvm::InlineFunction(*llvm::cast<llvm::CallBase>(&*llvm::inst_begin(kernel)), info)
                  .isSuccess());
  const std::vector<CodeOrigin> origins = numberOrigins(*module);
  std::vector<std::vector<std::string>> found;
  for (const llvm::Instruction &instruction : llvm::instructions(kernel))
    found.push_back(origins.at(instruction.getDebugLoc().getLine() - 1).functions);
  EXPECT_THAT(found, ElementsAre(ElementsAre("flame_iterate", "land"), ElementsAre("flame_iterate"),
                                 ElementsAre("flame_iterate")));
}

} // namespace
} // namespace flame
