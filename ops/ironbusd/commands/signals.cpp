#include "ops/ironbusd/commands/signals.hpp"

#include "messages/platform/log.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <unistd.h>

#include <csignal>
#include <thread>

namespace ironbus::daemon {

namespace {

sigset_t end_signals() {
  sigset_t out;
  sigemptyset(&out);
  sigaddset(&out, SIGINT);
  sigaddset(&out, SIGTERM);
  return out;
}

sigset_t awaited_signals() {
  auto out = end_signals();
  sigaddset(&out, SIGHUP);
  return out;
}

}  // namespace

void hold_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // beyond the limit of file sizes a write fails instead
  const auto held = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &held, nullptr);
}

int await_end_signal(const std::function<void()>& reload) {
  const auto awaited = awaited_signals();
  for (;;) {
    int caught = 0;
    if (sigwait(&awaited, &caught) != 0) continue;
    if (caught != SIGHUP) return caught;
    reload();
  }
}

void force_end_after(std::chrono::seconds limit) {
  std::thread([limit] {
    const auto awaited = end_signals();
    const auto until = std::chrono::steady_clock::now() + limit;
    for (;;) {
      const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(
          until - std::chrono::steady_clock::now());
      if (left.count() <= 0) break;
      const timespec wait{left.count() / 1'000'000'000, left.count() % 1'000'000'000};
      const int caught = sigtimedwait(&awaited, nullptr, &wait);
      if (caught > 0) _exit(128 + caught);
    }
    log::error("not stopped within drain_timeout; exiting at once",
               {{log_key::seconds, std::to_string(limit.count())}});
    _exit(exit_unfinished);
  }).detach();
}

}  // namespace ironbus::daemon
