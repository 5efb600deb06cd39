// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the address sanitizer must not look for, and what it need not keep. LLVM's allocators poison
// what they have not given away, in code of ours that their headers make; the libraries, which no
// sanitizer has seen, give it away without a word. Of each allocation it keeps two callers, and of
// what was freed the last 16 MB, more than an input takes: that saves up to a third of the time.
// ASAN_OPTIONS=malloc_context_size=30 tells all callers of what is found.

extern "C" const char *__asan_default_options();

const char *__asan_default_options() {
  return "allow_user_poisoning=0:malloc_context_size=2:quarantine_size_mb=16";
}
