#pragma once

#include "gateways/redis/maintenance/redis_integrity_watch.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/store.hpp"
#include "messages/ports/store_maintenance.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <memory>

namespace ironbus::daemon {

/// The store that the configuration asks for. A Redis that cannot be reached is no failure.
result<std::unique_ptr<store>> open_store(const settings& settings);

/// The same store for tools; it is not looked at yet.
result<std::unique_ptr<store_maintenance>> open_maintenance(const settings& settings);

/// Looks whether that store stays whole, until it is gone; null if it is not to be, or does so
/// itself.
std::unique_ptr<redis_integrity_watch> watch_integrity(const settings& settings,
                                                       store_health& health);

/// The bus that the configuration asks for; not started. `name` is what the broker shows.
result<std::unique_ptr<bus>> make_bus(const settings& settings, const std::string& name);

}  // namespace ironbus::daemon
