#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <optional>
#include <string>

namespace ironbus::daemon {

// The contents of a folder made by ops/ramdisk (the option `ramdisk`).
inline constexpr const char* ramdisk_kernel = "kernel";
inline constexpr const char* ramdisk_image = "ramdisk";
inline constexpr const char* ramdisk_bootloader = "esp.img";
inline constexpr const char* ramdisk_loaders = "network";

/// The folder as an absolute path, with the links of its existing part resolved.
std::string whole_ramdisk_path(const std::string& folder);

/// The error for a file that the settings need and the folder lacks. Unset: none.
std::optional<std::string> missing_in_ramdisk(const settings& settings);

}  // namespace ironbus::daemon
