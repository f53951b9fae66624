#pragma once

#include "messages/base/json.hpp"
#include "messages/model/driver_catalog.hpp"

namespace ironbus {

/// Whether the image of an instance lies on a file of this service.
bool is_file_image(const json& instance_info);

/// Looks at that file: {"sha256": "…"} where instance_info has no checksum of it, else {"sha256":
/// null}. Reads the whole file for it; blocks. Failures as open_below, and `invalid` for an image
/// that is not what instance_info says or may not be written (judge_image).
result<json> describe_file_image(const json& instance_info, const image_rules& rules);

}  // namespace ironbus
