#include "ops/ironbusd/roles/announcer.hpp"

#include "messages/base/json.hpp"
#include "messages/platform/log.hpp"

#include <malloc.h>

namespace ironbus::daemon {

namespace {

/// The allocator keeps the memory of a large answer or backlog until malloc_trim returns it.
constexpr std::chrono::minutes trim_period{1};

}  // namespace

announcer::announcer(membership& processes, member who, lease_ptr held,
                     std::function<void()> on_first, announcer_options options)
    : processes_(processes),
      who_(std::move(who)),
      held_(std::move(held)),
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
  processes_.withdraw(who_.name, held_ ? held_->incarnation() : who_.incarnation);
}

void announcer::run() {
  auto next_trim = std::chrono::steady_clock::now() + trim_period;
  std::unique_lock lock{mutex_};
  while (!stopped_) {
    announce_now_ = false;
    lock.unlock();
    log::flush();
    announce();
    if (const auto now = std::chrono::steady_clock::now(); now >= next_trim) {
      ::malloc_trim(0);
      next_trim = now + trim_period;
    }
    lock.lock();
    wake_.wait_for(lock, period(), [this] { return stopped_ || announce_now_; });
  }
}

std::chrono::milliseconds announcer::pause() {
  std::lock_guard guard{mutex_};
  return std::exchange(announce_now_, false) ? std::chrono::milliseconds{0} : period();
}

std::chrono::milliseconds announcer::period() const {
  return succeeded_ ? options_.period : options_.first_period;
}

void announcer::announce() {
  if (!held_)
    return processes_.announce(who_, options_.time_to_live,
                               [this](auto outcome) { note(outcome); });
  auto announced = held_->next();
  auto who = who_;
  who.incarnation = announced.incarnation;
  processes_.announce(std::move(who), options_.time_to_live,
                      [this, announced = std::move(announced)](auto outcome) {
                        evaluate(announced, outcome);
                        note(outcome);
                      });
}

void announcer::evaluate(const lease::announcement& announced,
                         const result<std::monostate>& outcome) {
  if (!outcome && outcome.error().code == error_code::conflict) return held_->replaced();
  if (!outcome || !held_->taken(announced, options_.lease_time)) return;
  std::lock_guard guard{mutex_};
  announce_now_ = true;
  wake_.notify_all();
}

void announcer::note(const result<std::monostate>& outcome) {
  std::unique_lock lock{mutex_};
  const auto error = outcome ? std::string{} : outcome.error().message;
  const auto before = std::exchange(last_error_, error);
  const bool first = outcome && !std::exchange(succeeded_, succeeded_ || outcome);
  lock.unlock();
  if (!error.empty() && before.empty())
    log::warn("cannot announce this process in the store; retrying",
              {{log_key::name, who_.name}, {log_key::error, error}});
  if (error.empty() && !before.empty())
    log::info("this process is announced again", {{log_key::name, who_.name}});
  if (first) on_first_();
}

}  // namespace ironbus::daemon
