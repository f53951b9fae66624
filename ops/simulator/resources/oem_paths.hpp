#pragma once

#include "ops/simulator/redfish/call.hpp"

namespace ironbus::simulator {

/// Links.Oem of the manager: to the services that its vendor has besides Redfish's own.
json oem_links(const profile& kind);

}  // namespace ironbus::simulator
