#include "drivers/agent/file_image.hpp"
#include "drivers/agent/image.hpp"
#include "drivers/agent/image_fields.hpp"
#include "drivers/image/oci.hpp"
#include "drivers/kit/config_drive.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/open_file.hpp"

#include <algorithm>
#include <array>

// Checks of the image settings in instance_info, before any action.

namespace ironbus {

namespace {

failure image_failure(const std::string& what) { return {error_code::invalid, what + "."}; }

bool is_web(const std::string& url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

struct hash_kind {
  std::string_view name;
  size_t digits;
};

constexpr std::array hash_kinds{
    hash_kind{"md5", 32},
    hash_kind{"sha256", 64},
    hash_kind{"sha512", 128},
};

bool is_hex(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  });
}

const hash_kind* kind_of_digest(const std::string& text) {
  for (const auto& row : hash_kinds)
    if (row.digits == text.size() && is_hex(text)) return &row;
  return nullptr;
}

std::optional<failure> check_source(const json& document, const image_rules& rules) {
  const auto source = info_text(document, "image_source");
  if (source.empty()) return image_failure("instance_info lacks image_source");
  if (source.size() > 2048) return image_failure("instance_info.image_source is too long");
  const auto shown = "instance_info.image_source '" + source.substr(0, 100) + "'";
  if (!std::all_of(source.begin(), source.end(), [](char c) { return c > ' ' && c != 127; }))
    return image_failure(shown + " contains a blank or a control character");
  if (is_file_image(document)) {
    const auto path = path_of_file_url(source);
    return path ? check_below(*path, rules.file_url_allowed_paths) : path.error();
  }
  if (is_oci_url(source)) {
    const auto reference = parse_oci_reference(source);
    if (reference) return std::nullopt;
    return image_failure(shown + " is not a valid registry image: " + reference.error().message);
  }
  if (is_web(source) && source.find_first_not_of('/', source.find("//") + 2) != std::string::npos)
    return std::nullopt;
  return image_failure(
      shown + " is not a valid image URL; allowed: http://, https://, oci:// and file:// URLs");
}

std::optional<failure> check_hash(const json& document, const image_rules& rules) {
  const auto name = info_text(document, "image_os_hash_algo");
  const auto value = info_text(document, "image_os_hash_value");
  if (name.empty() != value.empty())
    return image_failure(
        "instance_info needs both image_os_hash_algo and image_os_hash_value, or none of them");
  if (name.empty()) return std::nullopt;
  const auto* kind = std::find_if(hash_kinds.begin(), hash_kinds.end(),
                                  [&](const hash_kind& x) { return x.name == name; });
  if (kind == hash_kinds.end())
    return image_failure("instance_info.image_os_hash_algo '" + name.substr(0, 40) +
                         "' is unknown; allowed: md5, sha256, sha512");
  if (name == "md5" && !rules.allow_md5_checksum)
    return image_failure(
        "instance_info.image_os_hash_algo md5 is disabled by the option allow_md5_checksum; "
        "allowed: sha256, sha512");
  if (!is_web(value) && (value.size() != kind->digits || !is_hex(value)))
    return image_failure("instance_info.image_os_hash_value is not a " + name + " digest of " +
                         std::to_string(kind->digits) + " hexadecimal digits");
  return std::nullopt;
}

std::optional<failure> check_checksum(const json& document, const image_rules& rules) {
  const auto checksum = info_text(document, "image_checksum");
  if (checksum.empty()) {
    // For a local file this service computes the checksum, and a registry provides a digest.
    if (!info_text(document, "image_os_hash_value").empty() || is_file_image(document) ||
        is_oci_url(info_text(document, "image_source")))
      return std::nullopt;
    return image_failure(
        "instance_info needs image_checksum, or image_os_hash_algo and image_os_hash_value");
  }
  if (is_web(checksum)) {  // a checksum file; the agent reads it
    if (!rules.disable_support_for_checksum_files) return std::nullopt;
    return image_failure(
        "instance_info.image_checksum is a URL, which is disabled by the option "
        "disable_support_for_checksum_files; allowed: a digest");
  }
  const auto* kind = kind_of_digest(checksum);
  if (kind == nullptr)
    return image_failure(
        "instance_info.image_checksum is neither a digest (md5, sha256, sha512) nor the URL of a "
        "checksum file");
  if (kind->name == "md5" && !rules.allow_md5_checksum)
    return image_failure(
        "instance_info.image_checksum is an md5 digest, which is disabled by the option "
        "allow_md5_checksum; allowed: sha256, sha512");
  return std::nullopt;
}

std::optional<failure> check_format(const json& document, const image_rules& rules) {
  const auto format = info_text(document, "image_disk_format");
  const auto& known = rules.permitted_image_formats;
  if (format.empty() || std::find(known.begin(), known.end(), format) != known.end())
    return std::nullopt;
  return image_failure("instance_info.image_disk_format '" + format.substr(0, 40) +
                       "' is not permitted; allowed: " + join(known));
}

struct partition_size {
  const char* key;
  int64_t min;
};

constexpr std::array partition_sizes{partition_size{"root_gb", 1}, partition_size{"swap_mb", 0},
                                     partition_size{"ephemeral_gb", 0}};
/// Of a partition, in the unit of its key; 1 PiB.
constexpr int64_t partition_size_max = 1'073'741'824;

std::optional<failure> check_partitions(const json& document) {
  if (!document.contains("root_gb"))
    return image_failure("instance_info of a partition image lacks root_gb");
  for (const auto& row : partition_sizes) {
    const auto found = document.find(row.key);
    const auto size = found == document.end() ? row.min : whole_number(*found).value_or(-1);
    if (size < row.min || size > partition_size_max)
      return image_failure("instance_info." + std::string{row.key} + " '" +
                           to_text(*found).substr(0, 40) +
                           "' is not a valid size; allowed: a whole number of " +
                           std::to_string(row.min) + " or more");
  }
  if (const auto position = document.find("ephemeral_format");
      position != document.end() && !position->is_string())
    return image_failure("instance_info.ephemeral_format must be a text");
  const auto keeps = document.find("preserve_ephemeral");
  if (keeps == document.end() || truth_of(*keeps)) return std::nullopt;
  return image_failure("instance_info.preserve_ephemeral must be true or false");
}

std::optional<failure> check_type(const json& document, const image_rules&) {
  const auto type = info_text(document, "image_type");
  if (!type.empty() && type != "whole-disk" && type != "partition")
    return image_failure("instance_info.image_type '" + type.substr(0, 40) +
                         "' is unknown; allowed: whole-disk, partition");
  if (is_whole_disk_image(document)) return std::nullopt;
  for (const char* key : {"kernel", "ramdisk"})
    if (info_text(document, key).empty())
      return image_failure("instance_info of a partition image lacks " + std::string{key});
  return check_partitions(document);
}

std::optional<failure> check_drive(const json& document, const image_rules&) {
  return check_config_drive(document.value("configdrive", json{}));
}

std::optional<failure> check_wishes(const json& document, const image_rules&) {
  if (const auto found = document.find("traits"); found != document.end() && !found->is_array())
    return image_failure("instance_info.traits must be a list");
  if (const auto position = document.find("kernel_append_params");
      position != document.end() && !position->is_string())
    return image_failure("instance_info.kernel_append_params must be a text");
  return std::nullopt;
}

std::optional<failure> check_way(const json& document, const image_rules&) {
  if (const auto found = document.find("image_pull_secret");
      found != document.end() && !found->is_string())
    return image_failure("instance_info.image_pull_secret must be a text");
  return check_download_source(document, "instance_info");
}

constexpr std::array checks{&check_source, &check_way,  &check_hash,  &check_checksum,
                            &check_format, &check_type, &check_drive, &check_wishes};

std::optional<failure> check_container(const json& document) {
  const auto source = info_text(document, "image_source");
  const auto shown = "instance_info.image_source '" + source.substr(0, 100) + "'";
  if (!is_oci_url(source))
    return image_failure(shown + " is not a container image; bootc allows only oci:// URLs");
  const auto reference = parse_oci_reference(source);
  if (!reference)
    return image_failure(shown + " is not a valid registry image: " + reference.error().message);
  if (const auto found = document.find("image_pull_secret");
      found != document.end() && !found->is_string())
    return image_failure("instance_info.image_pull_secret must be a text");
  return check_config_drive(document.value("configdrive", json{}));
}

}  // namespace

std::optional<failure> check_bootc_image(const json& instance_info) {
  return check_container(instance_info);
}

std::optional<failure> check_image(const json& instance_info, const image_rules& rules) {
  for (auto check : checks)
    if (auto wrong = check(instance_info, rules)) return wrong;
  return std::nullopt;
}

}  // namespace ironbus
