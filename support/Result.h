// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of the runtime: a missing driver, a damaged file, a full disk. A function that can fail
// returns `Result<T>`, which is a value or an `Error`. `Status` is a Result without a value. An
// error collects context on its way up ("cannot render 'edge.cubin': cuMemAlloc(...): ...") and is
// printed once, in `main`, which also turns its kind into the exit code. Programming errors are
// assertions, never Results.

#ifndef FLAME_SUPPORT_RESULT_H
#define FLAME_SUPPORT_RESULT_H

#include <cassert>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace flame::rt {

/// The origin of an error. The value is the exit code of the program.
enum class ErrorKind : int {
  Input = 1,       ///< a file was rejected
  Usage = 2,       ///< an option or argument makes no sense
  Environment = 3, ///< no GPU, no memory, no disk space, an old driver
  Internal = 70,   ///< our bug
};

/// A failure: its description, its context, and the user's remedy.
class Error {
public:
  /// `message` is lower case without a full stop. `note` is the remedy; it may be empty.
  Error(ErrorKind kind, std::string message, std::string note = {})
      : errorKind(kind), message(std::move(message)), remedy(std::move(note)) {}

  /// Puts the failed activity in front of the message: "context: message".
  Error &addContext(std::string_view context) {
    message.insert(0, std::string(context) + ": ");
    return *this;
  }

  ErrorKind kind() const { return errorKind; }
  int exitCode() const { return static_cast<int>(errorKind); }
  /// Context and failure in one line.
  const std::string &text() const { return message; }
  const std::string &note() const { return remedy; }
  /// The text and, on a line of its own, the note, ready to be printed.
  std::string str() const { return remedy.empty() ? message : message + "\nnote: " + remedy; }

private:
  ErrorKind errorKind;
  std::string message, remedy;
};

template <class T> class Result;

/// The types from which a Result<T> can be made, besides Error.
template <class U, class T>
concept ValueFor = std::convertible_to<U &&, T> && !std::same_as<std::remove_cvref_t<U>, Error> &&
                   !std::same_as<std::remove_cvref_t<U>, Result<T>>;

/// A value of type T (std::monostate for `Status`) or an Error. Test it before use: reading the
/// wrong alternative is a bug.
template <class T> class [[nodiscard]] Result {
public:
  Result()
    requires std::same_as<T, std::monostate>
      : state(T()) {}
  Result(Error error) : state(std::move(error)) {}
  template <ValueFor<T> U = T>
  Result(U &&value) : state(std::in_place_index<0>, std::forward<U>(value)) {}

  /// True if there is a value.
  explicit operator bool() const { return state.index() == 0; }

  T &operator*() & { return *valuePointer(); }
  const T &operator*() const & { return *valuePointer(); }
  T &&operator*() && { return std::move(*valuePointer()); }
  T *operator->() { return valuePointer(); }
  const T *operator->() const { return valuePointer(); }

  const Error &error() const & { return *errorPointer(); }
  Error &&error() && { return std::move(*const_cast<Error *>(errorPointer())); }

  /// Returns the result with `context` in front of the message if it is an error.
  Result withContext(std::string_view context) && {
    if (Error *error = std::get_if<1>(&state))
      error->addContext(context);
    return std::move(*this);
  }

private:
  T *valuePointer() { return const_cast<T *>(std::as_const(*this).valuePointer()); }
  const T *valuePointer() const {
    assert(state.index() == 0 && "the value of a failed result was read");
    return std::get_if<0>(&state);
  }
  const Error *errorPointer() const {
    assert(state.index() == 1 && "the error of a successful result was read");
    return std::get_if<1>(&state);
  }

  std::variant<T, Error> state;
};

/// Success, written `return {};`, or an Error.
using Status = Result<std::monostate>;

} // namespace flame::rt

/// Early return: evaluates a Result and returns its error from the calling function.
#define FLAME_TRY(...)                                                                             \
  do {                                                                                             \
    if (auto flameResult = (__VA_ARGS__); !flameResult)                                            \
      return std::move(flameResult).error();                                                       \
  } while (false)

/// The same with a value: `FLAME_TRY_ASSIGN(Stream stream, Stream::create(driver));`
#define FLAME_TRY_ASSIGN(declaration, ...)                                                         \
  FLAME_TRY_ASSIGN_(FLAME_JOIN_(flameResult, __LINE__), declaration, __VA_ARGS__)
#define FLAME_JOIN_(a, b) FLAME_JOIN_AGAIN_(a, b)
#define FLAME_JOIN_AGAIN_(a, b) a##b
#define FLAME_TRY_ASSIGN_(result, declaration, ...)                                                \
  auto result = (__VA_ARGS__);                                                                     \
  if (!result)                                                                                     \
    return std::move(result).error();                                                              \
  declaration = *std::move(result)

#endif // FLAME_SUPPORT_RESULT_H
