#pragma once

#include "messages/base/time.hpp"
#include "messages/model/field.hpp"
#include "messages/model/interface_kinds.hpp"
#include "messages/model/power_state.hpp"
#include "messages/model/provision_state.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// A server as the API describes it. Fields that are computed when shown (links, conductor) are not
/// stored here. Reference: node fields of the Bare Metal API v1.
struct node {
  std::string uuid;
  std::optional<std::string> name;
  std::string driver;
  timestamp created_at{};
  std::optional<timestamp> updated_at;

  json_document driver_info;  ///< How to reach the BMC; contains secrets.
  json_document driver_internal_info;
  json_document properties;
  json_document extra;
  json_document instance_info;  ///< What to deploy; contains secrets.
  std::optional<std::string> instance_uuid;
  std::optional<std::string> instance_name;
  std::optional<std::string> chassis_uuid;

  std::optional<ironbus::power_state> power_state;  ///< Unset: never seen.
  std::optional<ironbus::power_state> target_power_state;
  provision_state state = provision_state::enroll;
  std::optional<provision_state> target_state;
  std::optional<timestamp> provision_updated_at;
  std::optional<std::string> last_error;

  bool maintenance = false;
  std::optional<std::string> maintenance_reason;
  std::optional<std::string> fault;
  bool console_enabled = false;
  std::optional<timestamp> inspection_started_at;
  std::optional<timestamp> inspection_finished_at;
  json_document clean_step;
  json_document deploy_step;
  json_document service_step;
  json_document raid_config;
  json_document target_raid_config;

  std::optional<std::string> bios_interface;
  std::optional<std::string> boot_interface;
  std::optional<std::string> console_interface;
  std::optional<std::string> deploy_interface;
  std::optional<std::string> firmware_interface;
  std::optional<std::string> inspect_interface;
  std::optional<std::string> management_interface;
  std::optional<std::string> network_interface;
  std::optional<std::string> power_interface;
  std::optional<std::string> raid_interface;
  std::optional<std::string> rescue_interface;
  std::optional<std::string> storage_interface;
  std::optional<std::string> vendor_interface;

  std::optional<std::string> resource_class;
  std::string conductor_group;
  std::optional<bool> automated_clean;
  bool is_protected = false;
  std::optional<std::string> protected_reason;
  std::optional<std::string> owner;
  std::optional<std::string> lessee;
  std::optional<std::string> description;
  std::optional<std::string> allocation_uuid;
  bool retired = false;
  std::optional<std::string> retired_reason;
  json_document network_data;
  std::optional<std::string> boot_mode;  ///< "uefi" or "bios".
  std::optional<bool> secure_boot;
  std::optional<std::string> shard;
  std::optional<std::string> parent_node;
  bool disable_power_off = false;
  std::optional<std::string> health;
  std::optional<std::string> conductor;  ///< The host that last worked on it.

  bool operator==(const node&) const = default;
};

/// All fields of a node. The API serves, validates and masks by these rows.
std::span<const field<node>> node_fields();

/// The member with the node's interface of a kind; null if the kind is unknown.
std::optional<std::string> node::*interface_member(std::string_view kind);

member_codecs<node> members_of(const node*);

// JSON documents, for patches and rules.
void to_json(json& out, const node& x);
void from_json(const json& document, node& x);

}  // namespace ironbus
