#pragma once

#include "drivers/boot/boot_images.hpp"
#include "drivers/boot/boot_options.hpp"
#include "messages/model/policy.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// What lies below http_root for every machine.
struct boot_publication {
  /// A folder whose files are copied to `network`, with links to them at the root; empty: none.
  std::string loaders;
  /// Of the kernel, for machines that no node is known of; empty: nothing is booted there.
  std::string discovery_parameters;
};

/// The script that sends iPXE on to that of its machine, by its MAC address, then to that of the
/// discovery, then to what the machine boots next.
std::string ipxe_main_script(const std::string& service_url);

/// Writes that script and GRUB's main configuration where they are missing: what each machine's
/// files hang on. Blocks. `unavailable` names a file that cannot be written.
std::optional<failure> ensure_main_files(const installation_policy& policy);

/// Writes `discovery`, by which machines boot the agent's ramdisk that no node is known of: what
/// lies on files, and what of web servers this service has `fetched`. iPXE fetches all else there,
/// and with `who` the machine also what is here; GRUB boots nothing as long as anything is not
/// here. Blocks. `unavailable` names a file that cannot be written, `invalid` or `not_found` a
/// ramdisk that cannot be read.
std::optional<failure> publish_discovery(const installation_policy& policy,
                                         const std::string& parameters,
                                         const boot_images::files& fetched, boot_fetcher who);

/// Writes it all, in place of what was there: `network`, with the script; `grub/grub.cfg`; and with
/// parameters `discovery`, where nothing has been fetched yet: what was is left to GRUB. Blocks.
/// Failures as publish_discovery.
std::optional<failure> publish_boot_root(const installation_policy& policy,
                                         const boot_publication& what);

}  // namespace ironbus
