#pragma once

#include "messages/base/json.hpp"

namespace ironbus::inspection {

/// The first disk of the inventory that matches the hints; null if none does. Hints are those of
/// `properties.root_device`: {"size": ">= 40", "vendor": "s== seagate", "rotational": false, …}.
/// Sizes are in GiB; texts are compared without case. `skip`: hints of disks that are never chosen.
/// `invalid` if a hint is unknown or malformed.
result<const json*> find_disk(const json& disks, const json& hints, const json& skip);

}  // namespace ironbus::inspection
