#pragma once

#include "drivers/ramdisk/deploy/download.hpp"
#include "drivers/ramdisk/deploy/image_info.hpp"

#include <string>

namespace ironbus::ramdisk {

/// Returns the disk format of the image: "raw" or "qcow2". If the service sent none, reads the
/// first bytes of the image from its URL: with the magic number of qcow2 it is qcow2, else raw.
/// Throws command_failure: InvalidImage for other formats, and as download_image.
std::string disk_format_of(const image_info& image, const download_rules& rules, bool md5_allowed);

}  // namespace ironbus::ramdisk
