#pragma once

#include "messages/base/time.hpp"
#include "messages/model/field.hpp"
#include "messages/model/power_state.hpp"
#include "messages/model/provision_state.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The kinds of driver interface, in the order the API lists them.
inline constexpr std::array<std::string_view, 13> interface_kinds{
    "bios",    "boot",  "console", "deploy", "firmware", "inspect", "management",
    "network", "power", "raid",    "rescue", "storage",  "vendor",
};

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

/// A network port of a server.
struct port {
  std::string uuid;
  std::string address;  ///< MAC, lower-case; unique in the service.
  std::string node_uuid;
  timestamp created_at{};
  std::optional<timestamp> updated_at;
  json_document extra;
  json_document internal_info;
  json_document local_link_connection;
  bool pxe_enabled = true;
  std::optional<std::string> portgroup_uuid;
  std::optional<std::string> physical_network;
  bool is_smartnic = false;
  std::optional<std::string> name;
  std::optional<std::string> description;
  std::optional<std::string> vendor;
  std::optional<std::string> category;
  bool available_for_dynamic_portgroup = true;

  bool operator==(const port&) const = default;
};

/// Ports of a server that form one link.
struct portgroup {
  std::string uuid;
  std::optional<std::string> name;
  std::string node_uuid;
  timestamp created_at{};
  std::optional<timestamp> updated_at;
  std::optional<std::string> address;
  json_document extra;
  json_document internal_info;
  bool standalone_ports_supported = true;
  std::string mode = "active-backup";
  json_document properties;
  std::optional<std::string> physical_network;
  std::optional<std::string> category;
  bool dynamic_portgroup = false;

  bool operator==(const portgroup&) const = default;
};

/// An identity of a server on the storage network (an iSCSI initiator, a WWNN, …).
struct volume_connector {
  std::string uuid;
  std::string node_uuid;
  timestamp created_at{};
  std::optional<timestamp> updated_at;
  std::string type;          ///< Free text; iqn, ip, mac, wwnn, wwpn are in use.
  std::string connector_id;  ///< Unique in the service together with the type.
  json_document extra;

  bool operator==(const volume_connector&) const = default;
};

/// A remote volume that a server uses.
struct volume_target {
  std::string uuid;
  std::string node_uuid;
  timestamp created_at{};
  std::optional<timestamp> updated_at;
  std::string volume_type;
  std::string volume_id;
  int64_t boot_index = 0;    ///< 0: the boot volume; unique within its node.
  json_document properties;  ///< How to reach it; contains secrets.
  json_document extra;

  bool operator==(const volume_target&) const = default;
};

/// All fields of a resource. The API serves, validates and masks by these rows.
std::span<const field<node>> node_fields();
std::span<const field<port>> port_fields();
std::span<const field<portgroup>> portgroup_fields();
std::span<const field<volume_connector>> volume_connector_fields();
std::span<const field<volume_target>> volume_target_fields();

/// The member with the node's interface of a kind; null if the kind is unknown.
std::optional<std::string> node::*interface_member(std::string_view kind);

member_codecs<node> members_of(const node*);
member_codecs<port> members_of(const port*);
member_codecs<portgroup> members_of(const portgroup*);
member_codecs<volume_connector> members_of(const volume_connector*);
member_codecs<volume_target> members_of(const volume_target*);

// JSON documents, for patches and rules.
void to_json(json& out, const node& x);
void from_json(const json& document, node& x);
void to_json(json& out, const port& x);
void from_json(const json& document, port& x);
void to_json(json& out, const portgroup& x);
void from_json(const json& document, portgroup& x);
void to_json(json& out, const volume_connector& x);
void from_json(const json& document, volume_connector& x);
void to_json(json& out, const volume_target& x);
void from_json(const json& document, volume_target& x);

}  // namespace ironbus
