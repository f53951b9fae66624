#include "ops/ironbusd/roles/ports.hpp"

#include "gateways/amqp/amqp_bus.hpp"
#include "gateways/local/local_bus.hpp"
#include "gateways/redis/maintenance/redis_integrity_watch.hpp"
#include "gateways/redis/maintenance/redis_maintenance.hpp"
#include "gateways/redis/redis_store.hpp"
#include "gateways/sqlite/maintenance/sqlite_maintenance.hpp"
#include "gateways/sqlite/sqlite_store.hpp"
#include "ops/ironbusd/folders/data_folder.hpp"
#include "ops/ironbusd/store_tools/record_checker.hpp"

namespace ironbus::daemon {

namespace {

template <class Port, class Made>
result<std::unique_ptr<Port>> as_port(result<std::unique_ptr<Made>> given) {
  if (!given) return tl::unexpected(given.error());
  return std::unique_ptr<Port>{std::move(*given)};
}

redis_options redis_of(const settings& settings) {
  auto options = settings.redis;
  options.url = settings.store;
  return options;
}

result<sqlite_options> sqlite_of(const settings& settings) {
  const auto folder = open_data_folder(settings.data);
  if (!folder) return tl::unexpected(folder.error());
  auto options = settings.sqlite;
  options.path = *folder / "ironbus.db";
  return options;
}

}  // namespace

result<std::unique_ptr<store>> open_store(const settings& settings) {
  if (!settings.sqlite_store()) return as_port<store>(redis_store::open(redis_of(settings)));
  const auto options = sqlite_of(settings);
  if (!options) return tl::unexpected(options.error());
  return as_port<store>(sqlite_store::open(*options));
}

result<std::unique_ptr<store_maintenance>> open_maintenance(const settings& settings) {
  if (!settings.sqlite_store()) return std::make_unique<redis_maintenance>(redis_of(settings));
  const auto options = sqlite_of(settings);
  if (!options) return tl::unexpected(options.error());
  return std::make_unique<sqlite_maintenance>(*options);
}

std::unique_ptr<redis_integrity_watch> watch_integrity(const settings& settings,
                                                       store_health& health) {
  const auto options = redis_of(settings);
  if (settings.sqlite_store() || options.check_period == options.check_period.zero())
    return nullptr;
  return std::make_unique<redis_integrity_watch>(options, record_checker{settings.policy.shards},
                                                 health);
}

result<std::unique_ptr<bus>> make_bus(const settings& settings, const std::string& name) {
  if (settings.local_bus()) return std::make_unique<local_bus>();
  auto options = settings.amqp;
  options.url = settings.bus;
  options.connection_name = name;
  const auto& notifications = settings.conductor.notifications;
  if (notifications.wanted()) options.notification_exchange = notifications.exchange;
  options.notification_exchange_is_durable = notifications.durable;
  return as_port<bus>(amqp_bus::make(options));
}

}  // namespace ironbus::daemon
