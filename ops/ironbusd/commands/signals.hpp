#pragma once

#include <chrono>

namespace ironbus::daemon {

/// Blocks SIGINT and SIGTERM for await_end_signal and ignores SIGHUP and SIGPIPE. Call it before
/// any thread starts, because threads inherit the mask.
void hold_signals();

/// Waits for SIGINT or SIGTERM; returns the signal.
int await_end_signal();

/// Starts a thread that ends the process at once on a further SIGINT or SIGTERM, or after `limit`.
void force_end_after(std::chrono::seconds limit);

}  // namespace ironbus::daemon
