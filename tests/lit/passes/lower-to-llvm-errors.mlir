// RUN: flame-opt %s -flame-lower-to-llvm -verify-diagnostics

// expected-error @+1 {{expected packed parameters: run --flame-pack-params first}}
module {
}
