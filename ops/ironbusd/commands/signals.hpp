#pragma once

#include <chrono>
#include <functional>

namespace ironbus::daemon {

/// Blocks SIGINT, SIGTERM and SIGHUP for await_end_signal and ignores SIGPIPE. Call it before any
/// thread starts, because threads inherit the mask.
void hold_signals();

/// Waits for SIGINT or SIGTERM; returns the signal. Calls `reload` at each SIGHUP before that.
int await_end_signal(const std::function<void()>& reload = [] {});

/// Starts a thread that ends the process at once on a further SIGINT or SIGTERM, or after `limit`.
void force_end_after(std::chrono::seconds limit);

}  // namespace ironbus::daemon
