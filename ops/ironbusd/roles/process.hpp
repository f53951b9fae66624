#pragma once

#include "actors/runtime/conductor/conductor.hpp"
#include "gateways/http/gateway.hpp"
#include "ops/ironbusd/roles/announcer.hpp"
#include "ops/ironbusd/roles/boot_file_sweeper.hpp"
#include "ops/ironbusd/roles/driver_role.hpp"
#include "ops/ironbusd/roles/health.hpp"
#include "ops/ironbusd/roles/inspection_role.hpp"
#include "ops/ironbusd/roles/managed_dnsmasq.hpp"
#include "ops/ironbusd/roles/node_census.hpp"
#include "ops/ironbusd/roles/ports.hpp"
#include "ops/ironbusd/roles/store_gate.hpp"
#include "ops/ironbusd/roles/trace_export.hpp"

#include <atomic>

namespace ironbus::daemon {

/// The configured roles of one process, with their store, bus and listeners.
class process {
public:
  /// Calls `on_ready` once, with the line for standard output, when bus and store are connected.
  process(settings x, std::function<void(const std::string&)> on_ready);
  ~process();
  process(const process&) = delete;
  process& operator=(const process&) = delete;

  /// Starts the store, the bus and the roles, and then the bus' deliveries. An unreachable broker
  /// or Redis is no failure: the process waits for it.
  result<std::monostate> start();
  /// Reads changed certificates, users, roles and rules now.
  void reload();
  /// Stops all parts in the reverse order; each finishes its work, within drain_timeout. False: a
  /// step was still running. Idempotent; further calls return true.
  bool stop();

private:
  using milliseconds = std::chrono::milliseconds;

  result<std::monostate> open_ports();
  result<std::monostate> own_folders();
  result<std::monostate> start_roles();
  void find_boot_place();
  result<std::monostate> start_network_boot();
  result<std::monostate> start_gateway();
  result<std::monostate> start_health();
  result<conductor_options> read_conductor_options() const;
  void start_conductor(conductor_options decides_by);
  void watch_bus();
  void note_ready(bool& what);
  std::string ready_line() const;
  /// Writes the metrics of all roles, for /metrics of every listener.
  void write_metrics(std::function<void(std::string)> done);

  settings settings_;
  const policy_ptr policy_;
  const std::function<void(const std::string&)> on_ready_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  const system_clock time_;
  const identity who_;
  size_t descriptors_ = 0;  ///< The limit of open files.
  std::atomic<bool> stopped_ = false;

  std::mutex mutex_;  ///< Guards the next three members.
  bool bus_ready_ = false;
  bool store_ready_ = false;
  bool ready_announced_ = false;

  // Later members use earlier ones, so they are destroyed first.
  std::unique_ptr<trace_export> traces_;  ///< Null without tracing.
  driver_catalog catalog_;
  std::unique_ptr<store> store_;
  std::unique_ptr<store_gate> records_;
  std::unique_ptr<node_census> census_;
  std::unique_ptr<redis_integrity_watch> integrity_;  ///< Null with SQLite, which examines itself.
  std::unique_ptr<bus> bus_;
  std::unique_ptr<inspection_role> inspection_;
  std::unique_ptr<driver_role> driver_;
  std::unique_ptr<boot_file_sweeper> sweeper_;  ///< Null without the role driver.
  std::unique_ptr<managed_dnsmasq> dnsmasq_;    ///< Null without dhcp.managed.
  std::unique_ptr<webhook_client> receivers_;
  std::unique_ptr<conductor> conductor_;
  std::unique_ptr<http::gateway> gateway_;
  std::unique_ptr<health> health_;
  std::unique_ptr<http::server> health_server_;
  std::unique_ptr<announcer> announcer_;
};

}  // namespace ironbus::daemon
