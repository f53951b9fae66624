#pragma once

#include "messages/base/json.hpp"

namespace ironbus::inspection {

/// The first disk of the inventory that the hints fit; null if none does. Hints are those of
/// `properties.root_device`: {"size": ">= 40", "vendor": "s== seagate", "rotational": false, …};
/// sizes count in GiB, texts are compared without case. `skip`: hints of disks that are never
/// taken. `invalid` if a hint is unknown or cannot be read.
result<const json*> find_disk(const json& disks, const json& hints, const json& skip);

}  // namespace ironbus::inspection
