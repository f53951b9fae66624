#pragma once

#include "drivers/boot/boot_options.hpp"
#include "drivers/boot/boot_source.hpp"
#include "drivers/boot/network_boot.hpp"
#include "messages/model/policy.hpp"
#include "messages/wire/step.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

enum class boot_files : uint8_t {
  of_ramdisk,
  of_instance,  ///< A live instance.
};

/// Context for writing boot files; lives as long as its call.
struct boot_task {
  const installation_policy& policy;
  const boot_options& options;
  const network_boot& how;
  const image_options& images;

  /// Whether the machine boots from a disk image that it fetches: with the interface for UEFI HTTP
  /// boot and GRUB, if a boot loader is known.
  bool boots_disk(const machine& node) const;
};

/// The files that a machine boots: kernel and ramdisk with parameters, or an ISO image.
struct boot_plan {
  std::string kernel;
  std::string image;
  std::string parameters;
  std::string disc = {};
  std::string bootloader = {};  ///< For the disk image, if there is one.
  /// Files to fetch first.
  std::vector<boot_source> sources = {};
};

/// `invalid` names a value that cannot be booted. Accesses no file.
result<boot_plan> boot_plan_of(const step_request& request, const boot_task& task, boot_files what);

}  // namespace ironbus
