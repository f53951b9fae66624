#pragma once

#include "drivers/boot/network_boot.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// URLs (http, https, file) of an agent's boot files; empty if not set.
struct ramdisk {
  std::string kernel;
  std::string image;
  std::string bootloader;  ///< An EFI system partition, for a built ISO image.
};

/// The keys of driver_info for kernel, ramdisk and parameters.
std::vector<driver_property> ramdisk_properties();

/// A marker file in the root of a built image. The boot loader in the EFI system partition looks
/// for it and reads boot/grub/grub.cfg next to it.
inline constexpr const char* boot_image_mark = "ironbus-ramdisk";
/// Its content.
inline constexpr const char* boot_image_mark_content = "1\n";

/// A text member; `otherwise` if there is none.
std::string named_in(const json& document, const std::string& key,
                     const std::string& otherwise = {});

/// Checks the URL of a boot file: http or https, optionally with a checksum (boot_source.hpp), or
/// file, below the folders of the rules. Accesses no file.
std::optional<failure> check_boot_url(const std::string& key, const std::string& url,
                                      const image_rules& rules);

/// From the node's driver_info, else from the options.
ramdisk ramdisk_of(const json& driver_info, const ramdisk_images& otherwise, bool rescue);

/// Additional kernel parameters: of the instance, else of the node, else `otherwise`. `otherwise`
/// also replaces "%default%".
std::string further_parameters(const json& instance_info, const json& driver_info,
                               const std::string& otherwise);

/// Checks a node's boot settings without accessing files. `arch` is the machine's
/// (properties.cpu_arch); empty: unknown. `invalid` names the key, the value and the allowed
/// values. Unset: valid.
std::optional<failure> check_ramdisk(const json& driver_info, const json& instance_info,
                                     const driver_options& options, bool rescue,
                                     std::string_view arch = {});

/// Boot files of a live instance, from instance_info.
struct live_image {
  std::string kernel;
  std::string image;
  std::string disc;        ///< boot_iso, replaces the two.
  std::string parameters;  ///< Kernel parameters: ramdisk_kernel_arguments.
};
live_image live_image_of(const json& instance_info);
/// Like check_ramdisk.
std::optional<failure> check_live_instance(const json& instance_info, const image_rules& rules);
/// The same for that boot loader; GRUB boots no ISO images.
std::optional<failure> check_live_instance_of(const json& instance_info, const image_rules& rules,
                                              boot_loader loader);

/// The workflow of the boot files: that of the step, or, if the step rebuilds lost files, the
/// workflow for which they were written.
std::string boot_operation(const step_request& request);

/// The kernel's command line except for values that only the boot loader knows: the URL of the
/// service, the workflow's request id (ipa-global-request-id), and further_parameters.
std::string kernel_parameters(const step_request& request, const std::string& service_url,
                              const std::string& further, bool debug);

}  // namespace ironbus
