#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "drivers/redfish/redfish_media.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// What a machine is told beside the disc that it boots from: an image for a virtual USB stick or
/// floppy.
struct removable_image {
  const char* what;  ///< "The kernel's parameters": for errors.
  std::string content;
  /// Of what it was made: images are dated, so that the same one has other bytes a second later.
  std::string identity;
};

/// The images of a step: of a ramdisk its parameters where driver_info.config_via_removable wants
/// them there, and its network data where the disc is as somebody else has made it; of an instance
/// its config drive. Blocks. `invalid` if the config drive cannot be brought to it.
result<std::vector<removable_image>> removable_images(const redfish_call& call);

/// Hands them out, each under a name that nobody can guess, and puts each into a device that has
/// neither another one nor `disc`; what was brought along before is taken out. Fails where the
/// machine has too few.
boost::asio::awaitable<std::optional<step_outcome>> put_removables_in(redfish_call call,
                                                                      std::string disc);

/// Whether it is one of these of the node: an image that this service hands out for it.
bool is_own_image(const redfish_call& call, const media_slot& slot);

}  // namespace ironbus
