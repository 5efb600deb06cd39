// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CLI11 takes any next word as the value of an option, and its messages use its own terms. This
// file therefore checks the words one by one before CLI11 parses them, and rewrites its messages
// afterwards.

#include "tools/CommandLine.h"

#include "support/AtomicFile.h"
#include "support/NumberText.h"
#include "tools/ExitCode.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>

namespace flame {

using rt::Error;
using rt::ErrorKind;

//===-- values --------------------------------------------------------------------------------===//

/// Makes a validator whose message names what is `expected`, and that adds nothing to the help.
template <class IsGood> static CLI::Validator validator(std::string expected, IsGood isGood) {
  return CLI::Validator(
      [expected = std::move(expected), isGood = std::move(isGood)](std::string &word) {
        return isGood(word) ? std::string() : "expected " + expected + ", found '" + word + "'";
      },
      "");
}

CLI::Validator wholeNumber(uint64_t least, uint64_t most) {
  std::string expected =
      "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  return validator(std::move(expected), [least, most](const std::string &word) {
    uint64_t number = 0;
    const char *end = word.data() + word.size();
    const auto [rest, failed] = std::from_chars(word.data(), end, number);
    return failed == std::errc() && rest == end && number >= least && number <= most;
  });
}

/// Parses a whole word as a finite number.
static std::optional<double> finiteNumber(const std::string &word) {
  double number = 0;
  const char *end = word.data() + word.size();
  const auto [rest, failed] = std::from_chars(word.data(), end, number);
  if (failed != std::errc() || rest != end || !std::isfinite(number))
    return std::nullopt;
  return number;
}

CLI::Validator numberFrom(double least, double most) {
  std::string expected = "a number from " + rt::numberText(least);
  if (most != std::numeric_limits<double>::max())
    expected += " to " + rt::numberText(most);
  return validator(std::move(expected), [least, most](const std::string &word) {
    const std::optional<double> number = finiteNumber(word);
    return number && *number >= least && *number <= most;
  });
}

CLI::Validator numberAboveZero() {
  return validator("a number above 0",
                   [](const std::string &word) { return finiteNumber(word).value_or(0) > 0; });
}

CLI::Validator oneOf(std::vector<std::string> words) {
  std::string expected;
  for (size_t i = 0; i < words.size(); ++i)
    expected += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
  return validator(std::move(expected), [words = std::move(words)](const std::string &word) {
    return std::ranges::find(words, word) != words.end();
  });
}

//===-- words ---------------------------------------------------------------------------------===//

namespace {
/// Finds options by name, including those of subcommands.
class Options {
public:
  explicit Options(CLI::App &app) {
    add(app);
    for (CLI::App *command : app.get_subcommands([](CLI::App *) { return true; }))
      add(*command);
  }

  /// Returns null if `name` is not an option of the program.
  const CLI::Option *find(const std::string &name) const {
    const auto found = std::ranges::find_if(
        options, [&](const CLI::Option *option) { return option->check_name(name); });
    return found == options.end() ? nullptr : *found;
  }

private:
  void add(const CLI::App &app) {
    const auto more = app.get_options();
    options.insert(options.end(), more.begin(), more.end());
  }

  std::vector<const CLI::Option *> options;
};
} // namespace

/// Whether a word looks like an option and cannot be a separate value.
static bool looksLikeOption(const Options &options, const std::string &word) {
  const bool isLong = word.starts_with("--") && word.size() > 2;
  return isLong || (word.size() == 2 && word[0] == '-' && options.find(word));
}

/// Reports options without their values.
static rt::Status checkWords(const Options &options, const std::vector<std::string> &words) {
  for (size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string &word = words[i];
    const size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const CLI::Option *option = word.starts_with('-') ? options.find(name) : nullptr;
    if (!option)
      continue;
    const std::string noValue = name + " expects a value, found ";
    if (equals != std::string::npos) {
      if (equals + 1 == word.size())
        return Error(ErrorKind::Usage, noValue + "'" + word + "'");
      continue;
    }
    for (int wanted = option->get_items_expected_min(); wanted > 0; --wanted) {
      if (++i == words.size())
        return Error(ErrorKind::Usage, noValue + "none");
      if (words[i].empty())
        return Error(ErrorKind::Usage, noValue + "''");
      if (looksLikeOption(options, words[i]))
        return Error(ErrorKind::Usage, noValue + "the option '" + words[i] + "'",
                     name.starts_with("--")
                         ? "if this is the value, write '" + name + "=" + words[i] + "'"
                         : "");
    }
  }
  return {};
}

//===-- messages ------------------------------------------------------------------------------===//

/// Rewrites a message of CLI11 in our words.
static std::string messageOf(const Options &options, const CLI::ParseError &error) {
  std::string message = error.what();
  const std::string name = message.substr(0, message.find(':'));
  const CLI::Option *option = options.find(name);
  if (option && dynamic_cast<const CLI::ArgumentMismatch *>(&error)) {
    const int most = option->get_items_expected_max();
    return name + " expects " +
           (most == 1                                       ? "one value"
            : most >= CLI::detail::expected_max_vector_size ? "values"
                                                            : std::to_string(most) + " values") +
           ", found " + std::to_string(option->results().size());
  }
  if (message.size() > 1 && message[1] >= 'a' && message[1] <= 'z')
    message[0] = char(std::tolower(static_cast<unsigned char>(message[0])));
  return message;
}

static int reportUsage(const CLI::App &app, Error error) {
  const std::string &program = app.get_name();
  if (error.note().empty())
    error = Error(error.kind(), error.text(), "'" + program + " --help' lists the options");
  return reportError(program, error);
}

static int print(const CLI::App &app, const std::string &text) {
  const rt::Status written = rt::writeOutput("-", text);
  return written ? kDone : reportError(app.get_name(), written.error());
}

static void occupyStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      // Takes the lowest free descriptor, which is that of the closed stream.
      (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

std::optional<int> parseCommandLine(CLI::App &app, int argc, char **argv,
                                    const std::function<void()> &check) {
  occupyStandardStreams();
  const Options options(app);
  if (rt::Status words = checkWords(options, {argv + 1, argv + argc}); !words)
    return reportUsage(app, words.error());
  try {
    app.parse(argc, argv);
    if (check)
      check();
  } catch (const CLI::CallForHelp &) {
    return print(app, app.help());
  } catch (const CLI::CallForVersion &version) {
    return print(app, version.what() + std::string("\n"));
  } catch (const CLI::ParseError &error) {
    return reportUsage(app, {ErrorKind::Usage, messageOf(options, error)});
  }
  return std::nullopt;
}

rt::Status parseWords(CLI::App &app, std::vector<std::string> words) {
  const Options options(app);
  FLAME_TRY(checkWords(options, words));
  std::ranges::reverse(words); // CLI11 expects the words in reverse order
  try {
    app.parse(std::move(words));
  } catch (const CLI::Success &) {
    return Error(ErrorKind::Usage, "--help and --version are for the command line");
  } catch (const CLI::ParseError &error) {
    return Error(ErrorKind::Usage, messageOf(options, error));
  }
  return {};
}

int endProgram(const std::string &name, int code) {
  if (std::cout)
    errno = 0;
  if (std::cout.flush() && fflush(stdout) == 0)
    return code;
  const std::string why = errno ? std::string(": ") + strerror(errno) : "";
  const int failed =
      reportError(name, {ErrorKind::Environment, "cannot write to standard output" + why});
  return std::max(code, failed);
}

static const char *programWithoutMemory = nullptr;

void outOfMemory() { // must not allocate memory
  rt::AtomicFile::removeAll();
  char line[128];
  const int size =
      snprintf(line, sizeof(line), "%s: error: not enough memory\n", programWithoutMemory);
  (void)!write(STDERR_FILENO, line, size_t(size));
  _exit(kEnvironment);
}

void endWithoutMemory(const char *name) {
  programWithoutMemory = name;
  std::set_new_handler(outOfMemory);
}

} // namespace flame
