#pragma once

#include "drivers/boot/boot_images.hpp"
#include "drivers/boot/boot_options.hpp"
#include "messages/model/policy.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// Files below http_root for all machines.
struct boot_publication {
  /// A folder whose files are copied to `network`, with links at the root; empty: none.
  std::string loaders;
  /// Kernel parameters for unknown machines; empty: they are not booted.
  std::string discovery_parameters;
};

/// The iPXE script that continues with the machine's own script, by its MAC address, then with
/// discovery, then with the machine's next boot device.
std::string ipxe_main_script(const std::string& service_url);

/// Writes that script and GRUB's main configuration if they are missing. The files of each machine
/// depend on them. Blocks. `unavailable` names a file that cannot be written.
std::optional<failure> ensure_main_files(const installation_policy& policy);

/// Writes `discovery`, which boots the agent's ramdisk on unknown machines: from local files and
/// `fetched` web files. iPXE fetches the rest from its web server. With `who` set to the machine,
/// iPXE fetches web files from there even if they are here. GRUB boots nothing until all files are
/// here. Blocks. `unavailable` names a file that cannot be written; `invalid` or `not_found` a
/// ramdisk that cannot be read.
std::optional<failure> publish_discovery(const installation_policy& policy,
                                         const std::string& parameters,
                                         const boot_images::files& fetched, boot_fetcher who);

/// Writes all of it, replacing earlier files: `network` with the script, `grub/grub.cfg`, and, with
/// parameters, `discovery`. Web files are not fetched yet; GRUB keeps its earlier ones. Blocks.
/// Fails like publish_discovery.
std::optional<failure> publish_boot_root(const installation_policy& policy,
                                         const boot_publication& what);

}  // namespace ironbus
