// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signal handlers. The first signal sets a flag; the second one only calls async-signal-safe
// functions.

#include "tools/flamerun/Interrupt.h"

#include "support/AtomicFile.h"

#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t receivedSignal = 0, isGraceful = 0;

extern "C" {
static void noteSignal(int number) {
  if (receivedSignal || !isGraceful) {
    flame::rt::AtomicFile::removeAll();
    constexpr char kMessage[] = "flamerun: error: interrupted\n";
    (void)!write(STDERR_FILENO, kMessage, sizeof(kMessage) - 1);
    _exit(128 + number);
  }
  receivedSignal = number;
  flame::rt::AtomicFile::stopWaiting();
}
}

void flame::handleSignals() {
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
      continue;
    action = {};
    action.sa_handler = noteSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
  }
  signal(SIGPIPE, SIG_IGN);
}

flame::GracefulStop::GracefulStop() { isGraceful = 1; }

flame::GracefulStop::~GracefulStop() { isGraceful = 0; }

bool flame::wasInterrupted() { return receivedSignal != 0; }

int flame::interruptedExitCode() { return 128 + receivedSignal; }
