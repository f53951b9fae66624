#pragma once

#include "drivers/boot/boot_options.hpp"
#include "messages/model/policy.hpp"
#include "messages/wire/step.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// The script by which iPXE boots a kernel and its ramdisk.
std::string ipxe_script(const std::string& kernel, const std::string& image,
                        const std::string& parameters);

/// Where a machine fetches what is at `url`: there, or, of a file, from this service, below whose
/// root it is UUID/name, a link to what all nodes share. Blocks. `invalid` or `not_found`: it is no
/// file that may be read; `unavailable`: it cannot be written.
result<std::string> place_boot_image(const std::string& url, const std::string& uuid,
                                     const char* name, const installation_policy& policy);

enum class boot_files : uint8_t {
  of_ramdisk,
  of_instance,  ///< One that runs live.
};

/// Writes what a machine boots its ramdisk or instance by, below the root: UUID/config, the script,
/// with UUID/kernel and UUID/ramdisk where these lie on files, and for each MAC that boots a link
/// pxelinux.cfg/aa-bb-cc-dd-ee-ff. Takes the place of what was there. Blocks. `invalid` if the
/// node's images cannot be used, `unavailable` if a file cannot be written.
std::optional<failure> write_boot_files(const step_request& request,
                                        const installation_policy& policy,
                                        const boot_options& options, boot_files what);

/// Removes all that, also the links of MACs that the node has no more. Blocks.
void remove_boot_files(const std::string& node_uuid, const std::string& root);

}  // namespace ironbus
