#pragma once

#include "drivers/boot/boot_options.hpp"
#include "drivers/boot/network_boot.hpp"
#include "messages/model/policy.hpp"
#include "messages/wire/step.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// What boot files are written by; lives as long as its call.
struct boot_task {
  const installation_policy& policy;
  const boot_options& options;
  const network_boot& how;

  /// By HTTP and by GRUB: whether the machine boots from a disk that it fetches, as it does where a
  /// boot loader for it is known.
  bool boots_disk(const machine& node) const;
};

/// Its name in the folder of a machine.
inline constexpr const char* boot_disk_name = "boot.img";

/// The MAC addresses that boot over the network ("aa:bb:cc:dd:ee:ff"), those that have another form
/// left out. An inspection by a BMC that does not say which these are leaves none marked: then it
/// may be any.
std::vector<std::string> boot_macs(const machine& target_machine);

/// Writes what a machine boots its ramdisk or instance by, below the root: UUID/config, the script
/// for iPXE, and where it boots by GRUB UUID/grub.cfg or UUID/boot.img, with UUID/kernel and
/// UUID/ramdisk where these lie on files; and for each MAC that boots the links
/// pxelinux.cfg/aa-bb-cc-dd-ee-ff and grub/grub.cfg-01-aa-bb-cc-dd-ee-ff. Takes the place of what
/// was there. Blocks. `invalid` if the node's images cannot be used, `unavailable` if a file cannot
/// be written.
std::optional<failure> write_boot_files(const step_request& request, const boot_task& task,
                                        boot_files what);

/// Removes all that, also the links of MACs that the node has no more. Blocks.
void remove_boot_files(const std::string& node_uuid, const std::string& root);

}  // namespace ironbus
