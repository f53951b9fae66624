#pragma once

#include "gateways/http/view/body_table.hpp"

namespace ironbus::http {

/// The target RAID configuration.
extern const body_table raid_body;

/// A logical disk. GET /v1/drivers/{name}/raid/logical_disk_properties shows its descriptions.
extern const body_table logical_disk_body;

}  // namespace ironbus::http
