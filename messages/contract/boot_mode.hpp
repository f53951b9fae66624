#pragma once

#include "messages/base/json_document.hpp"

namespace ironbus {

struct node;

/// The node's properties for a driver. A machine that boots by BIOS, as its BMC or agent reports,
/// has the capability boot_mode:bios unless its capabilities name a boot mode.
json_document properties_for_driver(const node& attributes);

}  // namespace ironbus
