// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ctrl-C and its kin. The first signal asks the work to end, which leaves nothing half done behind; the second one
// ends the program at once, but for removing its temporary files.

#ifndef FLAME_TOOLS_FLAMERUN_INTERRUPT_H
#define FLAME_TOOLS_FLAMERUN_INTERRUPT_H

namespace flame {

/// Handles SIGINT, SIGTERM and SIGHUP, unless the program was started to ignore them, and ignores SIGPIPE: an encoder
/// that went away is an error like any other.
void handleSignals();

/// Whether one of them came.
bool wasInterrupted();

/// 128 plus the number of the signal that came.
int interruptedExitCode();

} // namespace flame

#endif // FLAME_TOOLS_FLAMERUN_INTERRUPT_H
