#pragma once

#include "ops/simulator/redfish/call.hpp"

namespace ironbus::simulator {

/// Links.Oem of the manager, with links to the vendor's own services.
json oem_links(const profile& kind);

}  // namespace ironbus::simulator
