#pragma once

#include "messages/base/json.hpp"

namespace ironbus::http {

/// Converts OpenStack's network_data (links, networks, services) into cloud-init's network
/// configuration, version 2: Ethernet links with MAC addresses, addresses, DHCP, routes and name
/// servers. Null if there is none, or if it has other kinds of links (bonds, VLANs), because half a
/// configuration would be worse than none.
json network_config_of(const json& network_data);

}  // namespace ironbus::http
