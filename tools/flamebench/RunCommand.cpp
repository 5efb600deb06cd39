// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A child process, waited for by wait4, which adds up what it and its own children used.

#include "tools/flamebench/RunCommand.h"

#include <chrono>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

using namespace flame;
using namespace flame::rt;

extern char **environ;

static double secondsOf(const timeval &time) {
  return double(time.tv_sec) + 1e-6 * double(time.tv_usec);
}

Result<Cost> flame::runCommand(const std::string &line) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int descriptor : {1, 2})
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0);
  std::string text = line;
  char shell[] = "sh", option[] = "-c";
  char *arguments[] = {shell, option, text.data(), nullptr};
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  const int failure = posix_spawn(&child, "/bin/sh", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure)
    return Error(ErrorKind::Environment,
                 std::string("cannot start a shell: ") + std::strerror(failure));
  int status = 0;
  rusage used = {};
  while (wait4(child, &status, 0, &used) < 0)
    if (errno != EINTR)
      return Error(ErrorKind::Environment, std::string("cannot wait: ") + std::strerror(errno));
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return Error(ErrorKind::Environment, "a command failed: " + line, "run it by hand to see why");
  return Cost{wall, secondsOf(used.ru_utime) + secondsOf(used.ru_stime)};
}

std::string flame::quoteForShell(const std::string &text) {
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}
