#include "drivers/ramdisk/deploy/disk_format.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/deploy/qcow2.hpp"

namespace ironbus::ramdisk {

std::string disk_format_of(const image_info& image, const download_rules& rules, bool md5_allowed) {
  if (image.disk_format == "raw" || image.disk_format == "qcow2") return image.disk_format;
  if (!image.disk_format.empty())
    throw invalid_image("The disk format '" + image.disk_format +
                        "' is not supported; allowed: raw, qcow2");
  const auto beginning = image_beginning(image, rules, qcow2_magic_size, md5_allowed);
  std::string out = is_qcow2(beginning) ? "qcow2" : "raw";
  log_line("image " + image.id + ": no disk format given, detected " + out);
  return out;
}

}  // namespace ironbus::ramdisk
