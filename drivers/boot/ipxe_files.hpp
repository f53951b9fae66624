#pragma once

#include "drivers/boot/boot_images.hpp"
#include "drivers/boot/boot_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// The script with which iPXE boots a kernel and its ramdisk.
std::string ipxe_script(const std::string& kernel, const std::string& image,
                        const std::string& parameters);

/// Location of a machine's files: FOLDER/name below the root; the folder is its UUID.
struct boot_file_target {
  const installation_policy& policy;
  std::string folder;
  const char* name;
};

/// The URL from which a machine fetches the file: the named one, or, for local and fetched files,
/// one of this service. Links the shared file into the machine's folder. Blocks. `invalid` or
/// `not_found`: the file must not be read, or was removed from the cache in between. `unavailable`:
/// it cannot be written.
result<std::string> link_boot_image(const std::string& named, const boot_file_target& target,
                                    const boot_images::files& fetched);

/// File name of the boot disk in a machine's folder.
inline constexpr const char* boot_disk_name = "boot.img";

/// The MAC addresses that boot over the network ("aa:bb:cc:dd:ee:ff"), without malformed ones. If
/// no port is marked, because a BMC does not report which ones boot, all ports count.
std::vector<std::string> boot_macs(const machine& target_machine);

/// Writes the boot files of a machine's ramdisk or instance below the root. These are the iPXE
/// script UUID/config, for GRUB UUID/grub.cfg or UUID/boot.img, and UUID/kernel and UUID/ramdisk if
/// this service has them. For each boot MAC it adds the links pxelinux.cfg/aa-bb-cc-dd-ee-ff and
/// grub/grub.cfg-01-aa-bb-cc-dd-ee-ff. Replaces earlier files. `fetched` has all of the wish's
/// sources. Blocks. Fails like link_boot_image.
std::optional<failure> write_boot_files(const machine& node, const boot_plan& wish,
                                        const boot_task& task, const boot_images::files& fetched);

/// UUIDs of the nodes with boot files below the root. Blocks.
std::vector<std::string> nodes_with_boot_files(const std::string& root);

/// Removes all of them, including links of former MAC addresses. Blocks.
void remove_boot_files(const std::string& node_uuid, const std::string& root);

}  // namespace ironbus
