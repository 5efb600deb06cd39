// RUN: flame-opt %s -flame-fold-constant-params=mode=some -verify-diagnostics

// expected-error @+1 {{expected mode 'structural', 'all' or 'none', found 'some'}}
module {
}
