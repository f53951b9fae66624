#pragma once

#include "messages/base/json.hpp"
#include "messages/model/driver_catalog.hpp"

namespace ironbus {

/// Whether the instance's image is a file of this service.
bool is_file_image(const json& instance_info);

/// Checks that file. Returns {"sha256": "…"} if instance_info has no checksum, else {"sha256":
/// null}. Reads the whole file for it; blocks. Fails like open_below, and with `invalid` if the
/// image has another format than declared or may not be written (check_image_content).
result<json> describe_file_image(const json& instance_info, const image_rules& rules);

}  // namespace ironbus
