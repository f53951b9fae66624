#pragma once

#include "drivers/redfish/client/redfish_fault.hpp"
#include "messages/base/json.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// The protocol of an image's URL, as TransferProtocolType has it: "HTTPS". smb is "CIFS".
std::string image_protocol(const std::string& image);

/// The transport of an image that this service serves at that URL: `wanted`; with "auto", the
/// first of `shares` ("NFS") that a device lists, if all devices list their protocols and none
/// lists the URL's.
std::string chosen_transport(const std::string& wanted, const std::string& image,
                             const std::vector<json>& devices,
                             const std::vector<std::string>& shares);

/// TransferProtocolType for an insertion into that VirtualMedia resource; empty: none is sent.
/// `wanted`: see redfish_account::media_transport. An error if the image's URL has another
/// protocol, or the device lists its protocols and lacks the wanted one. With "auto" the protocol
/// is sent if the device lists it.
redfish_result<std::string> transfer_protocol(const std::string& wanted, const std::string& image,
                                              const json& device);

}  // namespace ironbus
