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

/// The Bare Metal API over HTTP: commands go to the bus, reads to the store.
///
/// Shutdown: stop() the gateway, then bus and store, then destroy the gateway. It takes the bus's
/// replies for itself (bus::on_reply).
class gateway {
public:
  /// What is handed in must outlive the gateway.
  gateway(bus& messages, store_parts stored, const driver_catalog& catalog,
          const inspection_port& inspection, const ironbus::clock& time, policy_ptr policy,
          gateway_options options);
  ~gateway();
  gateway(const gateway&) = delete;
  gateway& operator=(const gateway&) = delete;

  /// Subscribes to events and replies, binds, serves. `unavailable` if the address is taken.
  /// May be called before the bus is started.
  result<std::monostate> start();
  /// Stops accepting, lets running requests finish for a while, refuses the rest. Idempotent.
  void stop();

  /// The port bound; 0 before start.
  uint16_t port() const;
  /// That of ramdisk_host; 0 if there is none.
  uint16_t ramdisk_port() const;
  /// That of metadata_host; 0 if there is none.
  uint16_t metadata_port() const;

private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace ironbus::http
