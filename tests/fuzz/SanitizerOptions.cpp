// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the address sanitizer must not look for. LLVM's allocators poison what they have not given away, in code of ours that
// their headers make; the libraries, which no sanitizer has seen, give it away without a word.

extern "C" const char *__asan_default_options();

const char *__asan_default_options() { return "allow_user_poisoning=0"; }
