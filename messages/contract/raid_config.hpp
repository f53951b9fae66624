#pragma once

#include "messages/base/json.hpp"

#include <variant>

namespace ironbus {

/// Checks a RAID configuration: {} or {"logical_disks": [{size_gb, raid_level, …}, …]}. `invalid`
/// names the key and the allowed values. Reference: RAID configuration of the Bare Metal API v1.
result<std::monostate> check_raid_config(const json& config);

}  // namespace ironbus
