#pragma once

#include "drivers/redfish/client/redfish_fault.hpp"
#include "messages/base/json.hpp"

#include <string>

namespace ironbus {

/// The protocol of an image's URL, as TransferProtocolType has it: "HTTPS". smb is "CIFS".
std::string image_protocol(const std::string& image);

/// TransferProtocolType for an insertion into that VirtualMedia resource; empty: none is sent.
/// `wanted`: see redfish_account::media_transport. An error if the image's URL has another
/// protocol, or the device lists its protocols and lacks the wanted one. With "auto" the protocol
/// is sent if the device lists it.
redfish_result<std::string> transfer_protocol(const std::string& wanted, const std::string& image,
                                              const json& device);

}  // namespace ironbus
