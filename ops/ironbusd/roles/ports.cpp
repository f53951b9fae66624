#include "ops/ironbusd/roles/ports.hpp"

#include "gateways/amqp/amqp_bus.hpp"
#include "gateways/local/local_bus.hpp"
#include "gateways/redis/maintenance/redis_integrity_watch.hpp"
#include "gateways/redis/maintenance/redis_maintenance.hpp"
#include "gateways/redis/redis_store.hpp"
#include "gateways/sqlite/maintenance/sqlite_maintenance.hpp"
#include "gateways/sqlite/sqlite_store.hpp"
#include "messages/sealing/sealed_bus.hpp"
#include "messages/sealing/sealed_store.hpp"
#include "ops/ironbusd/folders/data_folder.hpp"
#include "ops/ironbusd/store_tools/key_checked_store.hpp"
#include "ops/ironbusd/store_tools/record_checker.hpp"
#include "ops/ironbusd/store_tools/sealed_maintenance.hpp"
#include "ops/ironbusd/store_tools/secret_key_file.hpp"

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

namespace {

/// How long a start waits for Redis to compare the keys for secrets.
constexpr std::chrono::seconds key_check_patience{2};

result<std::unique_ptr<store>> open_raw_store(const settings& settings) {
  if (!settings.sqlite_store()) return as_port<store>(redis_store::open(redis_of(settings)));
  const auto options = sqlite_of(settings);
  if (!options) return tl::unexpected(options.error());
  return as_port<store>(sqlite_store::open(*options));
}

}  // namespace

result<std::unique_ptr<store>> open_store(const settings& settings) {
  auto box = read_secret_box(settings);
  if (!box) return tl::unexpected(box.error());
  auto raw = open_raw_store(settings);
  if (!raw) return raw;
  auto checked =
      key_checked_store::open(*std::move(raw), *box, key_check_patience, stop_for_wrong_keys);
  if (!checked || !*box) return checked;
  return std::make_unique<sealing::sealed_store>(*std::move(checked), *std::move(box));
}

result<std::unique_ptr<store_maintenance>> open_raw_maintenance(const settings& settings) {
  if (!settings.sqlite_store()) return std::make_unique<redis_maintenance>(redis_of(settings));
  const auto options = sqlite_of(settings);
  if (!options) return tl::unexpected(options.error());
  return std::make_unique<sqlite_maintenance>(*options);
}

result<std::unique_ptr<store_maintenance>> open_maintenance(const settings& settings) {
  auto box = read_secret_box(settings);
  if (!box) return tl::unexpected(box.error());
  auto raw = open_raw_maintenance(settings);
  if (!raw) return raw;
  return std::make_unique<sealed_maintenance>(*std::move(raw), *std::move(box));
}

std::unique_ptr<redis_integrity_watch> watch_integrity(const settings& settings,
                                                       store_health& health) {
  const auto options = redis_of(settings);
  if (settings.sqlite_store() || options.check_period == options.check_period.zero())
    return nullptr;
  auto box = read_secret_box(settings);
  if (!box) return nullptr;  // open_store() has reported it
  return std::make_unique<redis_integrity_watch>(
      options, checker_with_keys(record_checker{settings.policy.shards}, *std::move(box)), health);
}

result<std::unique_ptr<bus>> make_bus(const settings& settings, const std::string& name) {
  if (settings.local_bus()) return std::make_unique<local_bus>();
  auto options = settings.amqp;
  options.url = settings.bus;
  options.connection_name = name;
  const auto& notifications = settings.conductor.notifications;
  if (notifications.wanted()) options.notification_exchange = notifications.exchange;
  options.notification_exchange_is_durable = notifications.durable;
  auto box = read_secret_box(settings);
  if (!box) return tl::unexpected(box.error());
  auto made = as_port<bus>(amqp_bus::make(options));
  if (!made || !*box) return made;
  return std::make_unique<sealing::sealed_bus>(*std::move(made), *std::move(box));
}

}  // namespace ironbus::daemon
