// RUN: not flame-opt %s -flame-fold-constant-params=mode=some 2>&1 | FileCheck %s

// The word of a mode is one of three.

// CHECK: Cannot find option named 'some'!
