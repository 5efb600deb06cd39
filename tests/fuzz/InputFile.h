// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input as a file, for what is read by its name. It lies in memory and is gone with the object.

#ifndef FLAME_TESTS_FUZZ_INPUTFILE_H
#define FLAME_TESTS_FUZZ_INPUTFILE_H

#include "support/Descriptor.h"

#include "tests/fuzz/Fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace flame::fuzz {

class InputFile {
public:
  explicit InputFile(std::string_view content) : file(memfd_create("input", MFD_CLOEXEC)) {
    require(file && write(file.get(), content.data(), content.size()) == ssize_t(content.size()),
            "memory can be a file");
  }

  std::string path() const { return "/proc/self/fd/" + std::to_string(file.get()); }

private:
  rt::Descriptor file;
};

} // namespace flame::fuzz

#endif // FLAME_TESTS_FUZZ_INPUTFILE_H
