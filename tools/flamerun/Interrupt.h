// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ctrl-C and its kin. While frames are rendered and written, the first signal asks the work to end, which keeps what is
// finished; the second one, and the first one at any other time, ends the program at once, but for removing its
// temporary files.

#ifndef FLAME_TOOLS_FLAMERUN_INTERRUPT_H
#define FLAME_TOOLS_FLAMERUN_INTERRUPT_H

namespace flame {

/// Handles SIGINT, SIGTERM and SIGHUP, unless the program was started to ignore them, and ignores SIGPIPE: an encoder
/// that went away is an error like any other.
void handleSignals();

/// For as long as one lives, the first signal does no more than make `wasInterrupted` true.
class GracefulStop {
public:
  GracefulStop();
  GracefulStop(const GracefulStop &) = delete;
  GracefulStop &operator=(const GracefulStop &) = delete;
  ~GracefulStop();
};

/// Whether one of them came.
bool wasInterrupted();

/// 128 plus the number of the signal that came.
int interruptedExitCode();

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_INTERRUPT_H
