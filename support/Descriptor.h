// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An open file that closes itself.

#ifndef FLAME_SUPPORT_DESCRIPTOR_H
#define FLAME_SUPPORT_DESCRIPTOR_H

#include <unistd.h>

#include <utility>

namespace flame::rt {

class Descriptor {
public:
  Descriptor() = default;
  /// Takes the result of open() and similar functions. A negative number is no file.
  explicit Descriptor(int number) : number(number) {}
  Descriptor(Descriptor &&other) noexcept : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor() { close(); }

  explicit operator bool() const { return number >= 0; }
  int get() const { return number; }
  /// Gives up ownership: the caller closes the file.
  int release() { return std::exchange(number, -1); }
  void close() {
    if (number >= 0)
      ::close(std::exchange(number, -1));
  }

private:
  int number = -1;
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_DESCRIPTOR_H
