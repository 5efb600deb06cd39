// RUN: not flame-opt %s -flame-select-math=target=abacus 2>&1 | FileCheck %s

// The word of a target is one of two.

// CHECK: Cannot find option named 'abacus'!
