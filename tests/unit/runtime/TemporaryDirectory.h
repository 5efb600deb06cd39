// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A directory of one test, gone with it.

#ifndef FLAME_TESTS_UNIT_RUNTIME_TEMPORARYDIRECTORY_H
#define FLAME_TESTS_UNIT_RUNTIME_TEMPORARYDIRECTORY_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace flame::rt {

class TemporaryDirectory {
public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "flame-test-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;

  std::filesystem::path operator/(const char *name) const { return path / name; }
  const std::filesystem::path &get() const { return path; }
  /// How many files there are, hidden ones included.
  size_t count() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path),
                                             std::filesystem::directory_iterator()));
  }

private:
  std::filesystem::path path;
};

inline std::string readText(const std::filesystem::path &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void writeText(const std::filesystem::path &path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

} // namespace flame::rt

#endif // FLAME_TESTS_UNIT_RUNTIME_TEMPORARYDIRECTORY_H
