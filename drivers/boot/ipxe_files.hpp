#pragma once

#include "drivers/boot/boot_options.hpp"
#include "messages/model/policy.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// The script by which iPXE boots a kernel and its ramdisk.
std::string ipxe_script(const std::string& kernel, const std::string& image,
                        const std::string& parameters);

/// Writes what a machine boots its ramdisk by, below the root: UUID/config, the script, with
/// UUID/kernel and UUID/ramdisk where these lie on files, and for each MAC that boots a link
/// pxelinux.cfg/aa-bb-cc-dd-ee-ff. Takes the place of what was there. Blocks. `invalid` if the
/// node's images cannot be used, `unavailable` if a file cannot be written.
std::optional<failure> write_boot_files(const step_request& request,
                                        const installation_policy& policy,
                                        const boot_options& options);

/// Removes all that, also the links of MACs that the node has no more. Blocks.
void remove_boot_files(const std::string& node_uuid, const std::string& root);

}  // namespace ironbus
