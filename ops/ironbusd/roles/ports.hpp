#pragma once

#include "gateways/redis/maintenance/redis_integrity_watch.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/store.hpp"
#include "messages/ports/store_maintenance.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <memory>

namespace ironbus::daemon {

/// The configured store. An unreachable Redis is no failure.
result<std::unique_ptr<store>> open_store(const settings& settings);

/// The same store for tools; not opened yet.
result<std::unique_ptr<store_maintenance>> open_maintenance(const settings& settings);

/// The same without decryption, for those who count and renew encrypted values.
result<std::unique_ptr<store_maintenance>> open_raw_maintenance(const settings& settings);

/// Examines that store until it is destroyed. Null: examinations are off, or the store does them
/// itself.
std::unique_ptr<redis_integrity_watch> watch_integrity(const settings& settings,
                                                       store_health& health);

/// The configured bus, not started. `name` is the connection's name in the broker.
result<std::unique_ptr<bus>> make_bus(const settings& settings, const std::string& name);

}  // namespace ironbus::daemon
