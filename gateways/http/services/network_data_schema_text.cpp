#include "gateways/http/services/network_data_schema_text.hpp"

namespace ironbus::http {

const std::string_view network_data_text = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Network configuration of a machine, as OpenStack writes it into config drives",
  "type": "object",
  "required": ["links", "networks", "services"],
  "properties": {
    "links": {"type": "array", "items": {"oneOf": [
      {"$ref": "#/definitions/link"}, {"$ref": "#/definitions/bond"}, {"$ref": "#/definitions/vlan"}
    ]}},
    "networks": {"type": "array", "items": {"oneOf": [
      {"$ref": "#/definitions/ipv4_network"}, {"$ref": "#/definitions/ipv6_network"}
    ]}},
    "services": {"type": "array", "items": {"anyOf": [
      {"$ref": "#/definitions/ipv4_service"}, {"$ref": "#/definitions/ipv6_service"}
    ]}}
  },
  "definitions": {
    "mtu": {"anyOf": [{"type": "number", "minimum": 1, "maximum": 65535}, {"type": "null"}]},
    "link": {
      "type": "object",
      "required": ["id", "type", "ethernet_mac_address"],
      "properties": {
        "id": {"type": "string"},
        "type": {
          "enum": ["bridge", "dvs", "hw_veb", "hyperv", "ovs", "phy", "tap", "vhostuser", "vif"]
        },
        "ethernet_mac_address": {"$ref": "#/definitions/mac"},
        "mtu": {"$ref": "#/definitions/mtu"},
        "vif_id": {"type": "string"}
      }
    },
    "bond": {
      "type": "object",
      "required": ["id", "type", "ethernet_mac_address", "bond_mode", "bond_links"],
      "properties": {
        "id": {"type": "string"},
        "type": {"enum": ["bond"]},
        "ethernet_mac_address": {"$ref": "#/definitions/mac"},
        "bond_mode": {
          "enum": ["802.3ad", "balance-rr", "active-backup", "balance-xor", "broadcast",
                   "balance-tlb", "balance-alb"]
        },
        "bond_links": {"type": "array", "items": {"type": "string"}},
        "mtu": {"$ref": "#/definitions/mtu"},
        "vif_id": {"type": "string"}
      }
    },
    "vlan": {
      "type": "object",
      "required": ["id", "type", "vlan_mac_address", "vlan_link", "vlan_id"],
      "properties": {
        "id": {"type": "string"},
        "type": {"enum": ["vlan"]},
        "vlan_mac_address": {"$ref": "#/definitions/mac"},
        "vlan_link": {"type": "string"},
        "vlan_id": {"type": "integer"},
        "mtu": {"$ref": "#/definitions/mtu"},
        "vif_id": {"type": "string"}
      }
    },
    "ipv4_network": {
      "type": "object",
      "required": ["id", "link", "network_id", "type"],
      "properties": {
        "id": {"type": "string"},
        "link": {"type": "string"},
        "network_id": {"type": "string"},
        "type": {"enum": ["ipv4", "ipv4_dhcp"]},
        "ip_address": {"$ref": "#/definitions/ipv4"},
        "netmask": {"$ref": "#/definitions/ipv4_netmask"},
        "routes": {"type": "array", "items": {"$ref": "#/definitions/ipv4_route"}}
      }
    },
    "ipv4_route": {
      "type": "object",
      "required": ["network", "netmask", "gateway"],
      "properties": {
        "network": {"$ref": "#/definitions/ipv4"},
        "netmask": {"$ref": "#/definitions/ipv4_netmask"},
        "gateway": {"$ref": "#/definitions/ipv4"},
        "services": {"type": "array", "items": {"$ref": "#/definitions/ipv4_service"}}
      }
    },
    "ipv4_service": {
      "type": "object",
      "required": ["address", "type"],
      "properties": {"address": {"$ref": "#/definitions/ipv4"}, "type": {"enum": ["dns"]}}
    },
    "ipv6_network": {
      "type": "object",
      "required": ["id", "link", "network_id", "type"],
      "properties": {
        "id": {"type": "string"},
        "link": {"type": "string"},
        "network_id": {"type": "string"},
        "type": {"enum": ["ipv6", "ipv6_dhcp", "ipv6_slaac"]},
        "ip_address": {"$ref": "#/definitions/ipv6_host"},
        "netmask": {"$ref": "#/definitions/ipv6"},
        "routes": {"type": "array", "items": {"$ref": "#/definitions/ipv6_route"}}
      }
    },
    "ipv6_route": {
      "type": "object",
      "required": ["network", "netmask", "gateway"],
      "properties": {
        "network": {"$ref": "#/definitions/ipv6"},
        "netmask": {"$ref": "#/definitions/ipv6"},
        "gateway": {"$ref": "#/definitions/ipv6_gateway"},
        "services": {"type": "array", "items": {"$ref": "#/definitions/ipv6_service"}}
      }
    },
    "ipv6_service": {
      "type": "object",
      "required": ["address", "type"],
      "properties": {"address": {"$ref": "#/definitions/ipv6_host"}, "type": {"enum": ["dns"]}}
    },
    "mac": {"type": "string", "pattern": "^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$"},
    "ipv4": {"type": "string", "pattern": "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])$"},
    "ipv4_netmask": {"type": "string", "anyOf": [
      {"pattern": "^(255|254|252|248|240|224|192|128|0)\\.0\\.0\\.0$"},
      {"pattern": "^255\\.(255|254|252|248|240|224|192|128|0)\\.0\\.0$"},
      {"pattern": "^255\\.255\\.(255|254|252|248|240|224|192|128|0)\\.0$"},
      {"pattern": "^255\\.255\\.255\\.(255|254|252|248|240|224|192|128|0)$"}
    ]},
    "ipv6": {"type": "string", "anyOf": [
      {"pattern": "^([0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}$"},
      {"pattern": "^([0-9A-Fa-f]{1,4}:){1,7}:$"},
      {"pattern": "^([0-9A-Fa-f]{1,4}:){1,6}:[0-9A-Fa-f]{1,4}$"},
      {"pattern": "^([0-9A-Fa-f]{1,4}:){1,5}(:[0-9A-Fa-f]{1,4}){1,2}$"},
      {"pattern": "^([0-9A-Fa-f]{1,4}:){1,4}(:[0-9A-Fa-f]{1,4}){1,3}$"},
      {"pattern": "^([0-9A-Fa-f]{1,4}:){1,3}(:[0-9A-Fa-f]{1,4}){1,4}$"},
      {"pattern": "^([0-9A-Fa-f]{1,4}:){1,2}(:[0-9A-Fa-f]{1,4}){1,5}$"},
      {"pattern": "^[0-9A-Fa-f]{1,4}:(:[0-9A-Fa-f]{1,4}){1,6}$"},
      {"pattern": "^:((:[0-9A-Fa-f]{1,4}){1,7}|:)$"}
    ]},
    "ipv6_gateway": {"type": "string", "anyOf": [
      {"$ref": "#/definitions/ipv6"},
      {"pattern": "^fe80:(:[0-9A-Fa-f]{0,4}){0,4}%[0-9A-Za-z]+$"},
      {"pattern": "^::(ffff(:0{1,4})?:)?((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])$"},
      {"pattern": "^([0-9A-Fa-f]{1,4}:){1,4}:((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])$"}
    ]},
    "ipv6_host": {"type": "string", "anyOf": [
      {"$ref": "#/definitions/ipv6_gateway"},
      {"pattern": "^[0-9A-Fa-f:.]+/[0-9]{1,3}$"}
    ]}
  }
})json";

}  // namespace ironbus::http
