#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// "noop" of the kinds network and storage: there is nothing to be done.
std::vector<interface_implementation> noop_implementations(const driver_options&);

/// "no-bios", "no-rescue", …: the machine has no such thing, and every call is refused.
std::vector<interface_implementation> unsupported_implementations(const driver_options&);

}  // namespace ironbus
