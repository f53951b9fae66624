#pragma once

#include "messages/wire/step.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// Checks a config drive of an instance: nothing, a URL, a gzipped ISO image in base64, or an
/// object with meta_data, network_data, user_data and vendor_data. `invalid` names the member and
/// the allowed values, never the content. Unset: valid.
std::optional<failure> check_config_drive(const json& drive);

/// The config drive in the form that an agent accepts. A URL or an image stays unchanged. An object
/// becomes an ISO 9660 image labelled `config-2`, gzipped and in base64. meta_data gets the node's
/// uuid and name by default. Blocks. `too_large` if an agent could not store it. Otherwise fails
/// like make_iso_image.
result<std::string> make_config_drive(const json& drive, const machine& machine);

/// The plain ISO 9660 image. Blocks. `invalid` as above, also for a URL, which is not fetched, and
/// for text that is not an image.
result<std::string> config_drive_image(const json& drive, const machine& machine);

}  // namespace ironbus
