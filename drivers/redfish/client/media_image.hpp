#pragma once

#include "drivers/redfish/client/redfish_fault.hpp"

#include <string>
#include <string_view>

namespace ironbus {

// URLs of virtual media images as BMCs show them.

/// Whether a BMC shows exactly that image. Ignores escapes, user and password, the case of scheme
/// and host, and a default port.
bool is_same_image(std::string_view shown, std::string_view wanted);

/// Whether it may be that image, shortened: nothing, another URL with its file name, or the
/// beginning of its URL. Enough only for a device that was empty before the image was inserted.
bool may_be_image(std::string_view shown, std::string_view wanted);

/// Replaces that secret in a BMC's error. Empty: none.
redfish_error without_secret(redfish_error wrong, std::string_view secret);

/// Removes secrets of an image URL from a BMC's error: the login, or the name of a built boot ISO.
redfish_error without_credentials(redfish_error wrong, const std::string& image);

}  // namespace ironbus
