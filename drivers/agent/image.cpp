#include "drivers/agent/image.hpp"

#include "drivers/agent/file_image.hpp"
#include "drivers/agent/image_fields.hpp"
#include "drivers/image/oci.hpp"
#include "drivers/kit/capabilities.hpp"
#include "messages/crypto/base64.hpp"
#include "messages/model/served_files.hpp"

#include <array>

namespace ironbus {

namespace {

struct copied_key {
  const char* source;
  const char* target;
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
};

constexpr const char* ephemeral_format = "ext4";  // default

/// A checked size in GiB or MiB, or nothing, as MiB.
int64_t mebibytes(const json& document, const char* key, int64_t unit) {
  return whole_number(document.value(key, json{})).value_or(0) * unit;
}

void add_partitions(json& out, const machine& target_machine) {
  const auto& json_document = target_machine.instance_info;
  for (const auto& row : partition_keys)
    if (json_document.contains(row.source)) out[row.target] = json_document[row.source];
  out["root_mb"] = mebibytes(json_document, "root_gb", 1024);
  out["swap_mb"] = mebibytes(json_document, "swap_mb", 1);
  out["ephemeral_mb"] = mebibytes(json_document, "ephemeral_gb", 1024);
  // The stock agent requires the key.
  const auto format = info_text(json_document, "ephemeral_format");
  out["ephemeral_format"] = format.empty() ? ephemeral_format : format;
  out["preserve_ephemeral"] =
      truth_of(json_document.value("preserve_ephemeral", json{})).value_or(false);
  out["image_type"] = "partition";
  out["deploy_boot_mode"] = deploy_boot_mode(json_document, target_machine.properties);
  out["boot_option"] = "local";
  out["cpu_arch"] = target_machine.properties.value("cpu_arch", json{});
  for (const auto* source : {&json_document, &target_machine.properties})
    if (const auto wish = read_capabilities(source->value("capabilities", json{}));
        wish && wish->contains("disk_label") && !out.contains("disk_label"))
      out["disk_label"] = wish->at("disk_label");
}

bool is_web_image(const std::string& source) {
  return source.starts_with("http://") || source.starts_with("https://");
}

/// Sets the URL of the image. A file of this service has a new URL for each deployment, and the
/// computed checksum.
result<std::string> place_image(json& image, const machine& target_machine,
                                const std::string& service_url) {
  const auto source = info_text(target_machine.instance_info, "image_source");
  auto noted = target_machine.driver_internal_info.value(served_image_key, json::object());
  if (!noted.is_object()) noted = json::object();
  const auto token = info_text(noted, "token");
  const auto url = info_text(noted, "url");
  if (token.empty() && url.empty() && is_web_image(source)) return source;
  if (token.empty() && url.empty())
    return fail(error_code::invalid, "The image has no URL: the deployment was not prepared.");
  if (auto sum = info_text(noted, "sha256"); !sum.empty()) {
    image["os_hash_algo"] = "sha256";
    image["os_hash_value"] = std::move(sum);
    image.erase("checksum");
  }
  // A qcow2 image may have been converted to raw.
  if (const auto format = info_text(noted, "format"); !format.empty())
    image["disk_format"] = format == "qcow2" ? "qcow2" : "raw";
  if (!url.empty()) return url;
  return service_url + served_image_path(target_machine.uuid, token);
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

bool is_whole_disk_image(const json& instance_info) {
  const auto type = info_text(instance_info, "image_type");
  if (!type.empty()) return type == "whole-disk";
  return info_text(instance_info, "kernel").empty() && info_text(instance_info, "ramdisk").empty();
}

image_way way_of_image(const machine& target_machine, const image_rules& rules) {
  if (is_file_image(target_machine.instance_info)) return image_way::file;
  auto way = info_text(target_machine.instance_info, "image_download_source");
  if (way.empty()) way = info_text(target_machine.driver_info, "image_download_source");
  if (way.empty()) way = rules.image_download_source;
  if (way == "local") return image_way::cached;
  return is_oci_url(info_text(target_machine.instance_info, "image_source")) ? image_way::registry
                                                                             : image_way::by_agent;
}

std::optional<failure> check_download_source(const json& document, const std::string& where) {
  const auto found = document.find("image_download_source");
  if (found == document.end() || *found == "http" || *found == "local") return std::nullopt;
  return failure{error_code::invalid, where + ".image_download_source '" +
                                          to_text(*found).substr(0, 40) +
                                          "' is unknown; allowed: http, local."};
}

result<json> write_image_args(const machine& target_machine, const std::string& service_url,
                              const std::string& authorization) {
  const auto& json_document = target_machine.instance_info;
  const auto source = info_text(json_document, "image_source");
  json image = {{"id", source.substr(source.find_last_of('/') + 1)},
                {"node_uuid", target_machine.uuid},
                {"stream_raw_images", true}};
  for (const auto& row : image_keys)
    if (json_document.contains(row.source)) image[row.target] = json_document[row.source];
  const auto place = place_image(image, target_machine, service_url);
  if (!place) return tl::unexpected(place.error());
  image["urls"] = {*place};
  if (!authorization.empty()) image["image_request_authorization"] = to_base64(authorization);
  if (!is_whole_disk_image(json_document)) add_partitions(image, target_machine);
  add_proxies(image, target_machine.driver_info);
  return json{{"image_info", std::move(image)}};
}

}  // namespace ironbus
