#pragma once

#include "drivers/redfish/client/media_image.hpp"
#include "drivers/redfish/redfish_context.hpp"

#include <string>
#include <vector>

namespace ironbus {

redfish_outcome get_redfish_media(redfish_call call);
redfish_outcome attach_redfish_media(redfish_call call);
redfish_outcome detach_redfish_media(redfish_call call);

/// A virtual media device of a machine.
struct media_slot {
  redfish_resource shown;

  bool takes(std::string_view type) const;  ///< Type in the API: cdrom, disk, floppy.
  bool is_full() const;
  std::string image() const;
  /// Whether it holds exactly that image (client/media_image.hpp).
  bool has(std::string_view wanted) const;
};

using media_slots = boost::asio::awaitable<redfish_result<std::vector<media_slot>>>;
using media_change = boost::asio::awaitable<std::optional<redfish_error>>;

/// An image to insert.
struct wanted_image {
  std::string url;
  std::string transport;  ///< redfish_account::media_transport.
  std::string user{};     ///< The BMC's login at the server of the image; empty: none.
  std::string password{};
};

/// The devices of the step's machine.
media_slots find_call_media(redfish_call call);
/// The devices of the system, or of its BMC if the system has none. A device that cannot be read is
/// read again, because a hidden one would keep its image; it is left out only if it does not exist.
media_slots find_media(redfish_client bmc, redfish_resource system);
/// Inserts an image into a slot of that type, preferably a free one, and waits until the slot shows
/// it. If a slot rejects it, tries the next. Does nothing if a slot already has it.
media_change insert_media(redfish_client bmc, std::vector<media_slot> slots, std::string type,
                          wanted_image wanted);
/// Waits until the slot shows that it is empty. Unset also if it was empty.
media_change eject_media(redfish_client bmc, media_slot slot);

}  // namespace ironbus
