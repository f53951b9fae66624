#pragma once

#include "messages/base/bounds.hpp"
#include "messages/model/declared_steps.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/platform/callback_url.hpp"
#include "messages/platform/webhook_address.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace ironbus {

inline constexpr uint32_t default_shards = 64;

/// Settings of the installation that more than one role uses. Each role has its own options for the
/// rest. Created once from the configuration. Comments name the options.
struct installation_policy {
  /// Number of parts of the fleet; the same in every process (shards).
  uint32_t shards = default_shards;
  /// Rules for agents' addresses (require_tls, callback_networks).
  callback_rules callbacks;
  /// Accept heartbeats without a token for nodes that have none (allow_tokenless_agents).
  bool allow_tokenless_agents = false;
  bool fast_track = false;  ///< Agents may keep running between workflows (fast_track).
  priority_overrides clean_step_priority_override;
  /// For the clean steps of agents (erase_devices_priority, …); overrides above take precedence.
  priority_overrides agent_clean_priorities;
  storage_bounds bounds;
  driver_options drivers;
  /// The folder of boot files, which drivers write and gateways read (http_root). Empty: none are
  /// served.
  std::string boot_root = "/var/lib/ironbus/httpboot";
  /// The folder of downloaded images, which drivers write and gateways serve (cache_path).
  std::string image_root = "/var/lib/ironbus/images";
  /// The URL at which machines reach this service, such as "http://192.0.2.1:6385", without a slash
  /// at the end; empty: unknown (service_url).
  std::string service_url;
  webhook_rules webhooks;  ///< Allowed receivers of events (section webhooks).
};

/// Immutable, so all roles of a process share one.
using policy_ptr = std::shared_ptr<const installation_policy>;

}  // namespace ironbus
