#pragma once

#include "drivers/boot/network_boot.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// What a machine boots for an agent, as URLs (http, https, file); empty where nobody names it.
struct ramdisk {
  std::string kernel;
  std::string image;
  std::string bootloader;  ///< An EFI system partition, for a disc that is made of the two.
};

/// How driver_info names it, kernel, image and parameters.
std::vector<driver_property> ramdisk_properties();

/// A file at the root of what is made of kernel and ramdisk. The boot loader in the EFI system
/// partition looks for it, and reads boot/grub/grub.cfg beside it.
inline constexpr const char* disc_mark = "ironbus-ramdisk";
/// What is in it.
inline constexpr const char* disc_mark_content = "1\n";

/// A text under a key; `otherwise` if there is none.
std::string named_in(const json& document, const std::string& key,
                     const std::string& otherwise = {});

/// Checks what `key` says where something is fetched from that is booted: http or https, maybe with
/// a checksum (boot_source.hpp), or file, below the folders that the rules name. Touches no file.
std::optional<failure> check_boot_url(const std::string& key, const std::string& url,
                                      const image_rules& rules);

/// That of the node's driver_info, else that of the options.
ramdisk ramdisk_of(const json& driver_info, const ramdisk_images& otherwise, bool rescue);

/// What is told to the kernel besides what the agent needs: of the instance, else of the node, else
/// `otherwise`, which also stands for "%default%" in the others.
std::string further_parameters(const json& instance_info, const json& driver_info,
                               const std::string& otherwise);

/// Checks what a node says about all that, and touches no file. `arch` is the machine's
/// (properties.cpu_arch), empty: unknown. `invalid` names the key, the value and what is allowed;
/// unset: it can be booted.
std::optional<failure> check_ramdisk(const json& driver_info, const json& instance_info,
                                     const driver_options& options, bool rescue,
                                     std::string_view arch = {});

/// What an instance that runs live boots, of instance_info.
struct live_image {
  std::string kernel;
  std::string image;
  std::string disc;        ///< boot_iso: instead of the two.
  std::string parameters;  ///< Of the kernel: ramdisk_kernel_arguments.
};
live_image live_image_of(const json& instance_info);
/// As check_ramdisk.
std::optional<failure> check_live_instance(const json& instance_info, const image_rules& rules);
/// The same where it is booted by that loader; GRUB boots no discs.
std::optional<failure> check_live_instance_of(const json& instance_info, const image_rules& rules,
                                              boot_loader loader);

/// The workflow that what is booted belongs to: the step's, or of one that writes anew what was
/// lost, the one whose it was.
std::string boot_operation(const step_request& request);

/// The kernel's command line, but for what only the boot loader knows: where the service is, which
/// workflow asks (ipa-global-request-id), and further_parameters.
std::string kernel_parameters(const step_request& request, const std::string& service_url,
                              const std::string& further, bool debug);

}  // namespace ironbus
