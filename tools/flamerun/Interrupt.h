// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles Ctrl-C and similar signals. While frames are rendered and written, the first signal asks
// the work to stop and keep finished frames. The second signal, and the first one at any other
// time, removes temporary files and ends the program at once.

#ifndef FLAME_TOOLS_FLAMERUN_INTERRUPT_H
#define FLAME_TOOLS_FLAMERUN_INTERRUPT_H

namespace flame {

/// Handles SIGINT, SIGTERM and SIGHUP, unless the parent process ignores them. Ignores SIGPIPE, so
/// a closed encoder is an ordinary error.
void handleSignals();

/// During its lifetime the first signal only makes `wasInterrupted` true.
class GracefulStop {
public:
  GracefulStop();
  GracefulStop(const GracefulStop &) = delete;
  GracefulStop &operator=(const GracefulStop &) = delete;
  ~GracefulStop();
};

/// Whether a signal has arrived.
bool wasInterrupted();

/// Returns 128 plus the number of that signal.
int interruptedExitCode();

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_INTERRUPT_H
