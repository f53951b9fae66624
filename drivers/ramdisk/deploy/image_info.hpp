#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// The image to write (image_info of write_image and prepare_image).
struct image_info {
  std::string id;
  std::vector<std::string> urls;
  std::string disk_format;
  std::string checksum;        // digits, or the URL of a checksum file
  std::string hash_algorithm;  // os_hash_algo; empty: by `checksum`
  std::string hash_value;      // digits, or a URL
  std::string authorization;   // value of the header; a secret
  bool partition_image = false;
  // For partition images:
  std::int64_t root_mb = 0;
  std::int64_t swap_mb = 0;
  std::int64_t ephemeral_mb = 0;
  std::string ephemeral_format;
  bool preserve_ephemeral = false;
  std::string deploy_boot_mode;
  std::string disk_label;
};

/// Checks the same as ironic-python-agent, with the same messages. Throws command_failure
/// (InvalidCommandParamsError).
image_info read_image_info(const nlohmann::json& document, bool md5_allowed);

bool is_web_url(const std::string& text);

}  // namespace ironbus::ramdisk
