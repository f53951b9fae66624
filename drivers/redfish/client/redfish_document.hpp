#pragma once

#include "drivers/redfish/client/redfish_oddities.hpp"
#include "messages/base/json.hpp"

#include <string_view>
#include <vector>

namespace ironbus {

/// Parses a BMC's document within these limits, and repairs what some BMCs send. Replaces bytes
/// that are not UTF-8 and raw control characters in texts. Of several members of one name, the last
/// one counts. An integer out of range becomes a float. Adds to `met` what it repaired. The other
/// errors are those of parse_json.
result<json> read_redfish_text(std::string_view text, const json_limits& limits,
                               std::vector<redfish_oddity>* met = nullptr);

/// Whether a resource has a number that ironbus reads, such as CapacityBytes, as a text.
bool has_text_number(const json& resource);

}  // namespace ironbus
