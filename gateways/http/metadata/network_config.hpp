#pragma once

#include "messages/base/json.hpp"

namespace ironbus::http {

/// OpenStack's network_data (links, networks, services) as cloud-init's network configuration,
/// version 2: Ethernet links with their MAC addresses, addresses, DHCP, routes and name servers.
/// Null where there is none, or it has links of other kinds (bonds, VLANs), of which half would be
/// worse than nothing.
json network_config_of(const json& network_data);

}  // namespace ironbus::http
