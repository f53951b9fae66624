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

/// What an installation has decided for more than one role; what a single role goes by is in that
/// role's own options. Made once from the configuration. Names in comments are the options' names.
struct installation_policy {
  /// Parts of the fleet, the same in every process of the installation (shards).
  uint32_t shards = default_shards;
  /// What agents may give as their address (require_tls, callback_networks).
  callback_rules callbacks;
  /// Heartbeats without a token count for nodes that have none (allow_tokenless_agents).
  bool allow_tokenless_agents = false;
  bool fast_track = false;  ///< Agents may stay up between workflows (fast_track).
  priority_overrides clean_step_priority_override;
  /// Of the clean steps that agents offer (erase_devices_priority, …); the override above wins.
  priority_overrides agent_clean_priorities;
  storage_bounds bounds;
  driver_options drivers;
  /// Where drivers write boot files and gateways read them from (http_root). Empty: none are
  /// served.
  std::string boot_root = "/var/lib/ironbus/httpboot";
  /// Where drivers keep images that they have fetched and gateways hand them out from (cache_path).
  std::string image_root = "/var/lib/ironbus/images";
  /// Where machines reach this service, such as "http://192.0.2.1:6385", without a slash at the
  /// end; empty: nobody can tell (service_url).
  std::string service_url;
  webhook_rules webhooks;  ///< Whom events may be sent to (section webhooks).
};

/// Never changes, so all roles of a process hold the same one.
using policy_ptr = std::shared_ptr<const installation_policy>;

}  // namespace ironbus
