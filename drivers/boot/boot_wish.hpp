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
  of_instance,  ///< One that runs live.
};

/// What boot files are written by; lives as long as its call.
struct boot_task {
  const installation_policy& policy;
  const boot_options& options;
  const network_boot& how;
  const image_options& images;

  /// By HTTP and by GRUB: whether the machine boots from a disk that it fetches, as it does where a
  /// boot loader for it is known.
  bool boots_disk(const machine& node) const;
};

/// What a machine boots, as it is named: kernel and ramdisk with the kernel's parameters, or a
/// disc.
struct boot_wish {
  std::string kernel;
  std::string image;
  std::string parameters;
  std::string disc = {};
  std::string bootloader = {};  ///< Of the disk that it boots from, where it does.
  /// What of it this service fetches first.
  std::vector<boot_source> sources = {};
};

/// `invalid` names what cannot be booted so. Touches no file.
result<boot_wish> boot_wish_of(const step_request& request, const boot_task& task, boot_files what);

}  // namespace ironbus
