#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/redfish_media.hpp"

#include <optional>
#include <string>

// Images that BMCs read by NFS or CIFS: SHARE/NODE/NAME, a copy of the file that this service
// serves as /v1/boot/NODE/NAME.
namespace ironbus {

using shared_image = boost::asio::awaitable<tl::expected<wanted_image, step_outcome>>;

/// Copies an image that this service serves for the node to the share of its transport, and returns
/// the URL there with the BMC's login. The transport is call.media_transport, or with "auto" what
/// the machine's devices list. Any other image and transport stay as they are. A failure is the end
/// of the step.
shared_image place_on_share(redfish_call call, std::string url);

/// Removes the node's images from all shares. `unavailable` names what cannot be removed.
boost::asio::awaitable<std::optional<failure>> clear_shares(redfish_call call);

/// Whether a BMC shows an image of the node on a share.
bool is_on_share(const redfish_call& call, const std::string& shown);

}  // namespace ironbus
