#pragma once

#include "drivers/boot/boot_images.hpp"
#include "drivers/boot/boot_wish.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// The script by which iPXE boots a kernel and its ramdisk.
std::string ipxe_script(const std::string& kernel, const std::string& image,
                        const std::string& parameters);

/// Where a machine finds a file: below the root as FOLDER/name, the folder being its UUID.
struct boot_file_target {
  const installation_policy& policy;
  std::string folder;
  const char* name;
};

/// Where a machine fetches what is named so: there, or, of a file and of what was fetched, from
/// this service, which has a link there to what all nodes share. Blocks. `invalid` or `not_found`:
/// it is no file that may be read, or was removed from the cache meanwhile; `unavailable`: it
/// cannot be written.
result<std::string> place_boot_image(const std::string& named, const boot_file_target& target,
                                     const boot_images::files& fetched);

/// Its name in the folder of a machine.
inline constexpr const char* boot_disk_name = "boot.img";

/// The MAC addresses that boot over the network ("aa:bb:cc:dd:ee:ff"), those that have another form
/// left out. An inspection by a BMC that does not say which these are leaves none marked: then it
/// may be any.
std::vector<std::string> boot_macs(const machine& target_machine);

/// Writes what a machine boots its ramdisk or instance by, below the root: UUID/config, the script
/// for iPXE, and where it boots by GRUB UUID/grub.cfg or UUID/boot.img, with UUID/kernel and
/// UUID/ramdisk where this service has them; and for each MAC that boots the links
/// pxelinux.cfg/aa-bb-cc-dd-ee-ff and grub/grub.cfg-01-aa-bb-cc-dd-ee-ff. Takes the place of what
/// was there. `fetched` has all of the wish's sources. Blocks. Failures as place_boot_image.
std::optional<failure> write_boot_files(const machine& node, const boot_wish& wish,
                                        const boot_task& task, const boot_images::files& fetched);

/// The nodes that have boot files below the root, by UUID. Blocks.
std::vector<std::string> nodes_with_boot_files(const std::string& root);

/// Removes all that, also the links of MACs that the node has no more. Blocks.
void remove_boot_files(const std::string& node_uuid, const std::string& root);

}  // namespace ironbus
