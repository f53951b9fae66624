#pragma once

#include "messages/base/errors.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <optional>
#include <string>

namespace ironbus::daemon {

// A folder that ops/ramdisk has made (the option `ramdisk`).
inline constexpr const char* ramdisk_kernel = "kernel";
inline constexpr const char* ramdisk_image = "ramdisk";
inline constexpr const char* ramdisk_bootloader = "esp.img";
inline constexpr const char* ramdisk_loaders = "network";

/// The folder as an absolute path without links in it, as far as it is there.
std::string whole_ramdisk_path(const std::string& folder);

/// What it lacks of what the settings need of it: a sentence that names the file. Unset: nothing.
std::optional<std::string> missing_in_ramdisk(const settings& settings);

}  // namespace ironbus::daemon
