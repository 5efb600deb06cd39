// RUN: flame-opt %s -flame-drop-dead-features -verify-diagnostics
// RUN: flame-opt %s -flame-hoist-precalc -verify-diagnostics
// RUN: flame-opt %s -flame-merge-equal-xforms -verify-diagnostics

// Passes that make, merge or drop slots come before the one that gives them their places.

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 12, weightsOffset = 12,
    chaosOffset = 0, viewOffset = 16, blockFloats = 24>
// expected-error @+1 {{the module is packed already: run --flame-}}
module attributes {flame.layout = #layout} {
}
