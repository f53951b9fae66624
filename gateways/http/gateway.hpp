#pragma once

#include "gateways/http/services/options.hpp"
#include "gateways/http/services/store_parts.hpp"
#include "messages/base/time.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/model/policy.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/inspection_port.hpp"

#include <cstdint>
#include <memory>
#include <variant>

namespace ironbus::http {

/// The Bare Metal API over HTTP. It sends commands to the bus and reads from the store.
///
/// To shut down, stop the gateway, then bus and store, then destroy the gateway. It is the only
/// receiver of the bus's replies (bus::on_reply).
class gateway {
public:
  /// The arguments must outlive the gateway.
  gateway(bus& messages, store_parts stored, const driver_catalog& catalog,
          const inspection_port& inspection, const ironbus::clock& time, policy_ptr policy,
          gateway_options options);
  ~gateway();
  gateway(const gateway&) = delete;
  gateway& operator=(const gateway&) = delete;

  /// Subscribes to events and replies, binds the addresses and serves. `unavailable` if an address
  /// is taken. May be called before the bus is started.
  result<std::monostate> start();
  /// Stops accepting, lets running requests finish for a short time and rejects the rest.
  /// Idempotent.
  void stop();

  /// Reads changed certificates, users, roles and rules now. Otherwise a change is noticed after a
  /// short time. Any thread; blocks while it reads.
  void reload();

  /// The bound port; 0 before start.
  uint16_t port() const;
  /// The port of ramdisk_host; 0 without one.
  uint16_t ramdisk_port() const;
  /// The port of metadata_host; 0 without one.
  uint16_t metadata_port() const;

private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace ironbus::http
