#pragma once

#include "messages/model/driver_catalog.hpp"

#include <vector>

namespace ironbus {

/// "noop" of the kinds network and storage: its steps do nothing.
std::vector<interface_implementation> noop_implementations(const driver_options&);

/// "no-bios", "no-rescue", …: the machine does not support the kind, and every call is rejected.
std::vector<interface_implementation> unsupported_implementations(const driver_options&);

}  // namespace ironbus
