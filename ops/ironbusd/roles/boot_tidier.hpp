#pragma once

#include "drivers/boot/boot_options.hpp"
#include "messages/model/policy.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/listings.hpp"

#include <memory>

namespace ironbus::daemon {

/// Takes away what machines boot of nodes that are no more: their boot files, and what dnsmasq was
/// told of them. As an event says that one has ended, and of all whenever the bus is connected, as
/// at the start. What the store has is never touched, and nothing is while it does not answer.
class boot_tidier {
public:
  /// `records` must outlive this, and be closed before it ends.
  boot_tidier(bus& messages, listings& records, policy_ptr policy, boot_options options);
  ~boot_tidier();
  boot_tidier(const boot_tidier&) = delete;
  boot_tidier& operator=(const boot_tidier&) = delete;

  /// Subscribes; call before bus::start.
  void start();
  /// Idempotent; callbacks that come later do nothing.
  void stop();

private:
  class impl;
  bus& messages_;
  std::shared_ptr<impl> impl_;
};

}  // namespace ironbus::daemon
