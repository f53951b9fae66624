#pragma once

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

  bool takes(std::string_view type) const;  ///< As the API calls it: cdrom, disk, floppy.
  bool is_full() const;
  std::string image() const;
};

using media_slots = boost::asio::awaitable<redfish_result<std::vector<media_slot>>>;
using media_change = boost::asio::awaitable<std::optional<redfish_error>>;

/// Those of the machine that a step is for.
media_slots find_call_media(redfish_call call);
/// Those of the system, or of its BMC where the system has none.
media_slots find_media(redfish_client bmc, redfish_resource system);
/// Puts an image into a slot that takes that type: a free one if there is one, and if one refuses
/// it into the next. Nothing is done where one holds it already.
media_change insert_media(redfish_client bmc, std::vector<media_slot> slots, std::string type,
                          std::string image);
/// Unset as well if it is empty.
media_change eject_media(redfish_client bmc, media_slot slot);
/// An error in which a BMC repeats the URL of an image, without what is secret in that: a password,
/// or the name of a disc that is made for a node.
redfish_error without_credentials(redfish_error wrong, const std::string& image);

}  // namespace ironbus
