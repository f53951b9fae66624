#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/redfish_media.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// An image for a virtual USB stick or floppy, attached together with the boot ISO.
struct removable_image {
  const char* what;  ///< "The kernel's parameters": for errors.
  std::string content;
  /// Identifies the content. Images contain a time stamp, so their bytes differ each time.
  std::string identity;
};

/// The removable images of a step. For a ramdisk: its parameters, if
/// driver_info.config_via_removable is set, and its network data, if the boot ISO was not built by
/// ironbus. For an instance: its config drive. Blocks. `invalid` if the config drive cannot be
/// attached.
result<std::vector<removable_image>> removable_images(const redfish_call& call);

/// Serves the images under unguessable names and inserts each into a free device, after ejecting
/// earlier ones. Never uses the device of `disc`. Fails if the machine has too few devices.
boost::asio::awaitable<std::optional<step_outcome>> insert_removable_media(redfish_call call,
                                                                           std::string disc);

/// Whether the device contains an image that this service serves for the node.
bool is_own_image(const redfish_call& call, const media_slot& slot);

}  // namespace ironbus
