#include "ops/ironbusd/roles/announcer.hpp"

#include "messages/base/json.hpp"
#include "messages/platform/log.hpp"

namespace ironbus::daemon {

announcer::announcer(membership& processes, member who, std::function<void()> on_first,
                     announcer_options options)
    : processes_(processes),
      who_(std::move(who)),
      on_first_(std::move(on_first)),
      options_(options) {}

announcer::~announcer() { stop(); }

void announcer::start() {
  thread_ = std::thread([this] { run(); });
}

void announcer::stop() {
  {
    std::lock_guard guard{mutex_};
    if (std::exchange(stopped_, true)) return;
  }
  wake_.notify_all();
  if (!thread_.joinable()) return;
  thread_.join();
  processes_.withdraw(who_.name, who_.incarnation);
}

void announcer::run() {
  std::unique_lock lock{mutex_};
  while (!stopped_) {
    lock.unlock();
    processes_.announce(who_, options_.time_to_live, [this](auto x) { note(x); });
    lock.lock();
    wake_.wait_for(lock, succeeded_ ? options_.period : options_.first_period,
                   [this] { return stopped_; });
  }
}

void announcer::note(const result<std::monostate>& outcome) {
  std::unique_lock lock{mutex_};
  const auto error = outcome ? std::string{} : outcome.error().message;
  const auto before = std::exchange(last_error_, error);
  const bool first = outcome && !std::exchange(succeeded_, succeeded_ || outcome);
  lock.unlock();
  if (!error.empty() && before.empty())
    log::warn("cannot announce this process, trying on",
              {{log_key::name, who_.name}, {log_key::error, error}});
  if (error.empty() && !before.empty()) log::info("announced again", {{log_key::name, who_.name}});
  if (first) on_first_();
}

}  // namespace ironbus::daemon
