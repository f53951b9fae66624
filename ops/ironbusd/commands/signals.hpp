#pragma once

#include <chrono>

namespace ironbus::daemon {

/// Keeps SIGINT and SIGTERM for await_end_signal and ignores SIGHUP and SIGPIPE. To be called
/// before any thread is started, for threads inherit it.
void hold_signals();

/// Sleeps until the process is told to end; gives the signal.
int await_end_signal();

/// From now on a further SIGINT or SIGTERM, or the end of `limit`, ends the process at once.
void force_end_after(std::chrono::seconds limit);

}  // namespace ironbus::daemon
