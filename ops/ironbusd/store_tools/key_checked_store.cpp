#include "ops/ironbusd/store_tools/key_checked_store.hpp"

#include "messages/platform/log.hpp"
#include "ops/ironbusd/store_tools/key_record.hpp"

#include <unistd.h>

#include <csignal>

namespace ironbus::daemon {

namespace {

using namespace std::chrono_literals;

constexpr auto late_check_patience = 1s;
constexpr auto late_check_pause = 200ms;

}  // namespace

key_checked_store::key_checked_store(std::unique_ptr<store> inner,
                                     std::shared_ptr<const secret_box> box, refusal refuse)
    : forwarding_store{*inner},
      inner_{std::move(inner)},
      box_{std::move(box)},
      refuse_{std::move(refuse)} {}

result<std::unique_ptr<store>> key_checked_store::open(std::unique_ptr<store> inner,
                                                       std::shared_ptr<const secret_box> box,
                                                       std::chrono::milliseconds patience,
                                                       refusal refuse) {
  std::unique_ptr<key_checked_store> out{
      new key_checked_store{std::move(inner), std::move(box), std::move(refuse)}};
  const auto checked = check_secret_keys(*out->inner_, out->box_.get(), patience);
  if (!checked && checked.error().code == error_code::invalid)
    return tl::unexpected(checked.error());
  out->checked_ = checked.has_value();
  if (!checked) out->check_later();
  return std::unique_ptr<store>{std::move(out)};
}

key_checked_store::~key_checked_store() {
  {
    std::lock_guard guard{mutex_};
    stop_ = true;
  }
  stopping_.notify_all();
  if (thread_.joinable()) thread_.join();
}

key_checked_store::admission key_checked_store::admit() {
  if (checked_) return {};
  return {.is = admission::verdict::failed,
          .why = {error_code::unavailable, "The store has not answered yet.", true}};
}

void key_checked_store::check_later() {
  thread_ = std::thread{[this] { run(); }};
}

void key_checked_store::run() {
  for (;;) {
    const auto checked = check_secret_keys(*inner_, box_.get(), late_check_patience);
    if (checked) {
      checked_ = true;
      return;
    }
    if (checked.error().code == error_code::invalid) return refuse_(checked.error());
    std::unique_lock lock{mutex_};
    if (stopping_.wait_for(lock, late_check_pause, [this] { return stop_; })) return;
  }
}

void stop_for_wrong_keys(const failure& why) {
  log::write(log::level::critical, "cannot use the store", {{log_key::error, why.message}});
  ::kill(::getpid(), SIGTERM);
}

}  // namespace ironbus::daemon
