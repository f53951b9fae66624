#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/wire/step.hpp"

namespace ironbus {

/// Checks what instance_info says about the image of a deployment that an agent writes. `invalid`
/// names the key, the value and what is allowed; unset: nothing is wrong.
std::optional<failure> check_image(const json& instance_info, const image_rules& rules);

/// Whether the image is one of a whole disk, with its own partition table and boot loader.
bool is_whole_disk_image(const json& instance_info);

/// What the agent is told to write, as its step write_image takes it, but for the config drive:
/// {"image_info": …}. An image on a file of this service is fetched below `service_url`. `invalid`
/// if such a one has not been prepared.
result<json> write_image_args(const machine& machine, const std::string& service_url);

}  // namespace ironbus
