#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/wire/step.hpp"

namespace ironbus {

/// Checks the image settings of instance_info for a deployment by an agent. `invalid` names the
/// key, the value and the allowed values. Unset: valid.
std::optional<failure> check_image(const json& instance_info, const image_rules& rules);

/// The same for a container image that bootc installs: only an oci:// URL, and no checksum, because
/// the registry verifies by digest.
std::optional<failure> check_bootc_image(const json& instance_info);

/// Whether it is a whole-disk image, with its own partition table and boot loader.
bool is_whole_disk_image(const json& instance_info);

/// Arguments of the agent's step write_image without the config drive: {"image_info": …}. A file of
/// this service gets a URL below `service_url`. Other images get `authorization` as a header, if it
/// is not empty. `invalid` if the image has no URL because it was not prepared.
result<json> write_image_args(const machine& machine, const std::string& service_url,
                              const std::string& authorization = {});

/// How an image gets to the machine.
enum class image_way : uint8_t {
  by_agent,  ///< The agent fetches it from image_source.
  file,      ///< A local file, served by this service.
  cached,    ///< This service fetches it, caches it and serves it.
  registry   ///< The agent fetches it from a registry, after this service has resolved its URL.
};
image_way way_of_image(const machine& machine, const image_rules& rules);

/// Checks image_download_source of instance_info or driver_info; `where` names the document.
std::optional<failure> check_download_source(const json& document, const std::string& where);

}  // namespace ironbus
