#include "drivers/redfish/client/media_transport.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace ironbus {

namespace {

constexpr std::string_view protocol_key = "TransferProtocolType";

/// Of the action, else of the resource. Unset: the device lists none.
std::optional<std::vector<std::string>> offered_protocols(const json& device) {
  auto out =
      allowed_values(member_at(device, {"Actions", "#VirtualMedia.InsertMedia"}), protocol_key);
  return out ? out : allowed_values(device, protocol_key);
}

bool is_offered(const std::optional<std::vector<std::string>>& offered, const std::string& word) {
  return offered && std::find(offered->begin(), offered->end(), word) != offered->end();
}

}  // namespace

std::string image_protocol(const std::string& image) {
  auto out = image.substr(0, image.find(':'));
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return out == "SMB" ? "CIFS" : out;
}

std::string chosen_transport(const std::string& wanted, const std::string& image,
                             const std::vector<json>& devices,
                             const std::vector<std::string>& shares) {
  if (wanted != "auto" || devices.empty()) return wanted;
  const auto own = image_protocol(image);
  for (const auto& device : devices)
    if (const auto offered = offered_protocols(device); !offered || is_offered(offered, own))
      return wanted;
  for (const auto& share : shares)
    for (const auto& device : devices)
      if (is_offered(offered_protocols(device), share)) return share;
  return wanted;
}

redfish_result<std::string> transfer_protocol(const std::string& wanted, const std::string& image,
                                              const json& device) {
  const auto own = image_protocol(image);
  const auto offered = offered_protocols(device);
  if (wanted.empty() || wanted == "auto") return is_offered(offered, own) ? own : std::string{};
  if (own != wanted)
    return redfish_refusal(
        "vmedia_transport_protocol is " + wanted + ", but the URL of the image has the protocol " +
        own +
        ". Set agent.service_url to a URL of that protocol, or use an image with "
        "such a URL.");
  if (offered && !is_offered(offered, own))
    return redfish_refusal("vmedia_transport_protocol is " + wanted +
                           ", but the virtual media device offers: " + join(*offered) + ".");
  return own;
}

}  // namespace ironbus
