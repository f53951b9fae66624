#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/wire/step.hpp"

namespace ironbus {

/// Checks what instance_info says about the image of a deployment that an agent writes. `invalid`
/// names the key, the value and what is allowed; unset: nothing is wrong.
std::optional<failure> check_image(const json& instance_info, const image_rules& rules);

/// Whether the image is one of a whole disk, with its own partition table and boot loader.
bool is_whole_disk_image(const json& instance_info);

/// What the agent is told to write, as its step write_image takes it, but for the config drive:
/// {"image_info": …}. An image on a file of this service is fetched below `service_url`; whatever
/// else with `authorization`, a header of that name, where it is not empty. `invalid` if an image
/// has no address because it was not prepared.
result<json> write_image_args(const machine& machine, const std::string& service_url,
                              const std::string& authorization = {});

/// Who brings an image to the machine.
enum class image_way : uint8_t {
  by_agent,  ///< The agent fetches it from where image_source says.
  file,      ///< It lies on a file of this service.
  cached,    ///< This service fetches it, and hands it out.
  registry   ///< As by_agent, once this service has asked a registry where it is.
};
image_way way_of_image(const machine& machine, const image_rules& rules);

/// Checks a key image_download_source of instance_info or driver_info, as `where` says.
std::optional<failure> check_download_source(const json& document, const std::string& where);

}  // namespace ironbus
