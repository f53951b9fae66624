#pragma once

#include "messages/base/time.hpp"
#include "messages/model/field.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

// The resources that belong to a node.
namespace ironbus {

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

// All fields of these resources. The API serves, validates and masks by these rows.
std::span<const field<port>> port_fields();
std::span<const field<portgroup>> portgroup_fields();
std::span<const field<volume_connector>> volume_connector_fields();
std::span<const field<volume_target>> volume_target_fields();

member_codecs<port> members_of(const port*);
member_codecs<portgroup> members_of(const portgroup*);
member_codecs<volume_connector> members_of(const volume_connector*);
member_codecs<volume_target> members_of(const volume_target*);

// JSON documents, for patches and rules.
void to_json(json& out, const port& x);
void from_json(const json& document, port& x);
void to_json(json& out, const portgroup& x);
void from_json(const json& document, portgroup& x);
void to_json(json& out, const volume_connector& x);
void from_json(const json& document, volume_connector& x);
void to_json(json& out, const volume_target& x);
void from_json(const json& document, volume_target& x);

}  // namespace ironbus
