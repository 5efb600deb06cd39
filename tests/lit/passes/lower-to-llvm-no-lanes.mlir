// RUN: flame-opt %s -flame-lower-to-llvm=lanes=0 -verify-diagnostics

// expected-error @+1 {{expected at least one lane}}
module {
}
