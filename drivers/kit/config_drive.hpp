#pragma once

#include "messages/wire/step.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// Checks a config drive as an instance has it: nothing, a URL, a gzipped ISO image in base64, or
/// an object with meta_data, network_data, user_data and vendor_data. `invalid` names the part and
/// what is allowed, never the content; unset: it is good.
std::optional<failure> check_config_drive(const json& drive);

/// What an agent is given of that: a URL or an image as they are; of an object the ISO 9660 image
/// labelled `config-2`, gzipped and in base64. meta_data gets the node's uuid and name where it has
/// none. Blocks. `too_large` if an agent could not store it, else as make_iso_image.
result<std::string> make_config_drive(const json& drive, const machine& machine);

/// The ISO 9660 image itself. Blocks. `invalid` as above, and for a URL, which nobody fetches, or
/// text that is none of an image.
result<std::string> config_drive_image(const json& drive, const machine& machine);

}  // namespace ironbus
