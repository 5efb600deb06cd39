// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors keep their kind on the way through llvm::Error.

#include "compiler/text/Errors.h"

#include <gtest/gtest.h>

namespace flame {
namespace {

using rt::ErrorKind;

TEST(ErrorsTest, KeepTheirKindAndTheirNote) {
  const rt::Error error = toError(makeError(ErrorKind::Environment, "no disk", "buy one"));
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.text(), "no disk");
  EXPECT_EQ(error.note(), "buy one");
  EXPECT_EQ(llvm::toString(makeError(error)), "no disk\nnote: buy one");
}

TEST(ErrorsTest, WithoutAKindAreOurs) {
  const rt::Error error = toError(llvm::createStringError("surprise"));
  EXPECT_EQ(error.kind(), ErrorKind::Internal);
  EXPECT_EQ(error.text(), "surprise");
}

TEST(ErrorsTest, OfSeveralTheWorstKindCounts) {
  llvm::Error all = llvm::joinErrors(makeError(ErrorKind::Input, "one"),
                                     makeError(ErrorKind::Environment, "two", "a note"));
  rt::Error error = toError(std::move(all));
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.text(), "one\ntwo");
  EXPECT_EQ(error.note(), "a note");
  EXPECT_EQ(toError(llvm::joinErrors(makeError(error), llvm::createStringError("three"))).kind(),
            ErrorKind::Internal);
}

} // namespace
} // namespace flame
