// RUN: flame-opt %s -flame-select-math=target=abacus -verify-diagnostics

// expected-error @+1 {{expected target 'nvptx' or 'cpu', found 'abacus'}}
module {
}
