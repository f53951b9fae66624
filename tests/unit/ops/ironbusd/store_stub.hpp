#pragma once

#include "messages/ports/forwarding_store.hpp"

#include <atomic>

namespace ironbus::daemon {

/// A store with only the calls that the daemon makes itself.
class store_stub : public forwarding_store {
public:
  store_stub() : forwarding_store(static_cast<store&>(*this)) {}

  callback<std::monostate> held;       ///< Of the last ping.
  std::atomic<bool> available = true;  ///< For announce.
  std::atomic<int> announced = 0;
  std::atomic<int> withdrawn = 0;

  void announce(member, std::chrono::milliseconds, callback<std::monostate> done) override {
    ++announced;
    announced.notify_all();
    if (available)
      done(std::monostate{});
    else
      done(fail(error_code::unavailable, "away"));
  }
  void withdraw(std::string, std::string) override { ++withdrawn; }
  void ping(callback<std::monostate> done) override { held = std::move(done); }

  void on_restart(std::function<void(const store_restart&)>) override {}
  std::string durability() const override { return "none"; }

protected:
  /// Calls that are not overridden are never answered.
  admission admit() override { return {.is = admission::verdict::dropped}; }
};

}  // namespace ironbus::daemon
