// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signal handlers: a flag, and for the second signal nothing that is not async-signal-safe.

#include "tools/flamerun/Interrupt.h"

#include "support/AtomicFile.h"

#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t signalThatCame = 0;

extern "C" {
static void noteSignal(int number) {
  if (signalThatCame) {
    flame::rt::AtomicFile::removeAll();
    _exit(128 + number);
  }
  signalThatCame = number;
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

bool flame::wasInterrupted() { return signalThatCame != 0; }

int flame::interruptedExitCode() { return 128 + signalThatCame; }
