// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fuzz targets share. A target reads its input as the programs do; whatever the input is, that
// ends with a result or with messages. What was accepted must keep what is promised of it:
// `require` ends the program otherwise.

#ifndef FLAME_TESTS_FUZZ_FUZZ_H
#define FLAME_TESTS_FUZZ_FUZZ_H

#include "compiler/text/Diagnostics.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace flame::fuzz {

/// Ends the program where a promise is broken.
inline void require(bool holds, const char *promise, const std::string &details = {}) {
  if (holds)
    return;
  fprintf(stderr, "broken promise: %s\n%s\n", promise, details.c_str());
  abort();
}

inline std::string_view textOf(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// Whether an input is one of those, one in `many`, that what takes long is done for: always the
/// same ones.
inline bool isOneIn(uint64_t many, const uint8_t *data, size_t size) {
  return llvm::xxh3_64bits(llvm::ArrayRef(data, size)) % many == 0;
}

/// A text as a file that messages point into.
class Source {
public:
  explicit Source(std::string_view text) : stream(messages), diags(sources, stream) {
    buffer = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "input"),
                                        llvm::SMLoc());
  }

  std::string messages;

private:
  llvm::SourceMgr sources;
  llvm::raw_string_ostream stream;

public:
  Diagnostics diags;
  unsigned buffer = 0;
};

} // namespace flame::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif // FLAME_TESTS_FUZZ_FUZZ_H
