// RUN: flame-opt %s -verify-roundtrip | FileCheck %s
// RUN: flame-opt %s -cse -canonicalize | FileCheck %s --check-prefix=KEPT
// RUN: flame-opt %s -flame-merge-equal-xforms | FileCheck %s --check-prefix=MERGED

// Xform state. Two reads give one number, but not across a change; a write is never dead. Xforms that differ in their writes are
// not merged.

// CHECK-LABEL: flame.xform @xform0
// KEPT-LABEL: flame.xform @xform0
// MERGED: flame.xform @xform0
// MERGED: flame.xform @xform1
flame.xform @xform0(%x, %y, %color) {
  // CHECK: %[[LAST:.*]] = flame.recall 3 : f32
  // KEPT: %[[LAST:.*]] = flame.recall 3 : f32
  // KEPT-NEXT: flame.remember 3, %arg0
  // KEPT-NEXT: %[[NEXT:.*]] = flame.recall 3 : f32
  // KEPT-NEXT: flame.yield %[[LAST]], %[[LAST]], %[[NEXT]]
  %last = flame.recall 3 : f32
  %same = flame.recall 3 : f32
  // CHECK: flame.remember 3, %arg0
  flame.remember 3, %x
  %next = flame.recall 3 : f32
  flame.yield %last, %same, %next, %x
}
flame.xform @xform1(%x, %y, %color) {
  %last = flame.recall 4 : f32
  %same = flame.recall 4 : f32
  flame.remember 4, %x
  %next = flame.recall 4 : f32
  flame.yield %last, %same, %next, %x
}
