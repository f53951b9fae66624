#include "drivers/agent/image.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

std::string info_text(const json& in, const char* key) {
  const auto at = in.find(key);
  return at != in.end() && at->is_string() ? at->get<std::string>() : std::string{};
}

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

bool is_hex(const std::string& x) {
  return std::all_of(x.begin(), x.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  });
}

const hash_kind* kind_of_digest(const std::string& x) {
  for (const auto& row : hash_kinds)
    if (row.digits == x.size() && is_hex(x)) return &row;
  return nullptr;
}

std::optional<failure> check_source(const std::string& source) {
  if (source.empty()) return image_failure("instance_info lacks image_source");
  if (source.size() > 2048) return image_failure("instance_info.image_source is too long");
  if (is_web(source)) return std::nullopt;
  if (source.starts_with("file://"))
    return image_failure("instance_info.image_source '" + source +
                         "' is a file of this service, which does not serve files to agents yet; "
                         "allowed: http:// and https:// URLs");
  return image_failure("instance_info.image_source '" + source.substr(0, 100) +
                       "' names no image that an agent can fetch; allowed: http:// and https:// "
                       "URLs");
}

std::optional<failure> check_hash(const json& in, const image_rules& rules) {
  const auto name = info_text(in, "image_os_hash_algo");
  const auto value = info_text(in, "image_os_hash_value");
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
        "instance_info.image_os_hash_algo md5 is switched off by the option "
        "allow_md5_checksum; allowed: sha256, sha512");
  if (!is_web(value) && (value.size() != kind->digits || !is_hex(value)))
    return image_failure("instance_info.image_os_hash_value is no " + name + " digest of " +
                         std::to_string(kind->digits) + " hexadecimal digits");
  return std::nullopt;
}

std::optional<failure> check_checksum(const json& in, const image_rules& rules) {
  const auto checksum = info_text(in, "image_checksum");
  if (checksum.empty()) {
    if (!info_text(in, "image_os_hash_value").empty()) return std::nullopt;
    return image_failure(
        "instance_info needs image_checksum, or image_os_hash_algo and image_os_hash_value");
  }
  if (is_web(checksum)) return std::nullopt;  // a file of sums; the agent reads it
  const auto* kind = kind_of_digest(checksum);
  if (kind == nullptr)
    return image_failure(
        "instance_info.image_checksum is neither a digest (md5, sha256, sha512) "
        "nor the URL of a file of digests");
  if (kind->name == "md5" && !rules.allow_md5_checksum)
    return image_failure(
        "instance_info.image_checksum is an md5 digest, which the option "
        "allow_md5_checksum switches off; allowed: sha256, sha512");
  return std::nullopt;
}

std::optional<failure> check_format(const json& in, const image_rules& rules) {
  const auto format = info_text(in, "image_disk_format");
  const auto& known = rules.permitted_image_formats;
  if (format.empty() || std::find(known.begin(), known.end(), format) != known.end())
    return std::nullopt;
  std::string all;
  for (const auto& x : known) all += (all.empty() ? "" : ", ") + x;
  return image_failure("instance_info.image_disk_format '" + format.substr(0, 40) +
                       "' is not permitted; allowed: " + all);
}

std::optional<failure> check_type(const json& in, const image_rules&) {
  const auto type = info_text(in, "image_type");
  if (!type.empty() && type != "whole-disk" && type != "partition")
    return image_failure("instance_info.image_type '" + type.substr(0, 40) +
                         "' is unknown; allowed: whole-disk, partition");
  if (is_whole_disk_image(in)) return std::nullopt;
  for (const char* key : {"kernel", "ramdisk"})
    if (info_text(in, key).empty())
      return image_failure("instance_info of a partition image lacks " + std::string{key});
  if (!in.contains("root_gb"))
    return image_failure("instance_info of a partition image lacks root_gb");
  return std::nullopt;
}

std::optional<failure> check_drive(const json& in, const image_rules&) {
  const auto at = in.find("configdrive");
  if (at == in.end() || at->is_null() || at->is_string()) return std::nullopt;
  return image_failure(
      "instance_info.configdrive is an object, from which this release builds no drive yet; "
      "allowed: a URL, or a gzipped ISO image in base64");
}

constexpr std::array checks{&check_hash, &check_checksum, &check_format, &check_type, &check_drive};

struct copied_key {
  const char* from;
  const char* to;
};

constexpr std::array image_keys{
    copied_key{"image_checksum", "checksum"},
    copied_key{"image_os_hash_algo", "os_hash_algo"},
    copied_key{"image_os_hash_value", "os_hash_value"},
    copied_key{"image_disk_format", "disk_format"},
    copied_key{"image_container_format", "container_format"},
};

constexpr std::array partition_keys{
    copied_key{"kernel", "kernel"},
    copied_key{"ramdisk", "ramdisk"},
    copied_key{"ephemeral_format", "ephemeral_format"},
    copied_key{"preserve_ephemeral", "preserve_ephemeral"},
};

/// "20", 20 or nothing, in GiB or MiB, as MiB.
int64_t mebibytes(const json& in, const char* key, int64_t unit) {
  const auto at = in.find(key);
  if (at == in.end()) return 0;
  if (at->is_number()) return at->get<int64_t>() * unit;
  if (!at->is_string()) return 0;
  return static_cast<int64_t>(
             std::strtoll(at->get_ref<const std::string&>().c_str(), nullptr, 10)) *
         unit;
}

void add_partitions(json& out, const machine& on) {
  const auto& in = on.instance_info;
  for (const auto& row : partition_keys)
    if (in.contains(row.from)) out[row.to] = in[row.from];
  out["root_mb"] = mebibytes(in, "root_gb", 1024);
  out["swap_mb"] = mebibytes(in, "swap_mb", 1);
  out["ephemeral_mb"] = mebibytes(in, "ephemeral_gb", 1024);
  out["image_type"] = "partition";
  out["deploy_boot_mode"] = on.driver_internal_info.value("deploy_boot_mode", "uefi");
  out["boot_option"] = "local";
  out["cpu_arch"] = on.properties.value("cpu_arch", json{});
}

void add_proxies(json& out, const json& driver_info) {
  json proxies = json::object();
  for (const char* scheme : {"http", "https"})
    if (auto url = info_text(driver_info, (std::string{"image_"} + scheme + "_proxy").c_str());
        !url.empty())
      proxies[scheme] = url;
  if (proxies.empty()) return;
  out["proxies"] = std::move(proxies);
  if (auto hosts = info_text(driver_info, "image_no_proxy"); !hosts.empty())
    out["no_proxy"] = hosts;
}

}  // namespace

std::optional<failure> check_image(const json& instance_info, const image_rules& rules) {
  if (auto wrong = check_source(info_text(instance_info, "image_source"))) return wrong;
  for (auto check : checks)
    if (auto wrong = check(instance_info, rules)) return wrong;
  return std::nullopt;
}

bool is_whole_disk_image(const json& instance_info) {
  const auto type = info_text(instance_info, "image_type");
  if (!type.empty()) return type == "whole-disk";
  return info_text(instance_info, "kernel").empty() && info_text(instance_info, "ramdisk").empty();
}

json write_image_args(const machine& on) {
  const auto& in = on.instance_info;
  const auto source = info_text(in, "image_source");
  json image = {{"id", source.substr(source.find_last_of('/') + 1)},
                {"urls", {source}},
                {"node_uuid", on.uuid},
                {"stream_raw_images", true}};
  for (const auto& row : image_keys)
    if (in.contains(row.from)) image[row.to] = in[row.from];
  if (!is_whole_disk_image(in)) add_partitions(image, on);
  add_proxies(image, on.driver_info);
  json out = {{"image_info", std::move(image)}};
  if (auto drive = in.find("configdrive"); drive != in.end() && drive->is_string())
    out["configdrive"] = *drive;
  return out;
}

}  // namespace ironbus
