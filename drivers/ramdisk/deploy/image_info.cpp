#include "drivers/ramdisk/deploy/image_info.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <algorithm>

namespace ironbus::ramdisk {

namespace {

constexpr std::size_t md5_digits = 32;

void check_text(const nlohmann::json& document, const char* name, bool needed) {
  const auto found = document.find(name);
  const bool there = found != document.end() && !found->is_null();
  if (!there && !needed) return;
  if (!there || !found->is_string() || found->get_ref<const std::string&>().empty())
    throw invalid_parameters("Image '" + std::string{name} + "' must be a non-empty string.");
}

bool is_there(const nlohmann::json& document, const char* name) {
  const auto found = document.find(name);
  return found != document.end() && !found->is_null() &&
         !(found->is_string() && found->get_ref<const std::string&>().empty());
}

std::vector<std::string> urls_of(const nlohmann::json& document) {
  const auto& urls = document.at("urls");
  std::vector<std::string> out;
  if (urls.is_array())
    for (const auto& one : urls)
      if (one.is_string()) out.push_back(one.get<std::string>());
  if (!urls.is_array() || out.empty() || out.size() != urls.size())
    throw invalid_parameters("Image 'urls' must be a list with at least one element.");
  return out;
}

std::string authorization_of(const nlohmann::json& document) {
  if (const auto given = from_base64(text_member(document, "image_request_authorization"));
      given && !given->empty())
    return *given;
  if (text_member(document, "image_server_auth_strategy") != "http_basic") return {};
  const auto user = text_member(document, "image_server_user");
  const auto password = text_member(document, "image_server_password");
  if (user.empty() || password.empty())
    throw image_download_failed(text_member(document, "id"),
                                "Missing fields from HTTP(S) basic auth config");
  return "Basic " + to_base64(user + ":" + password);
}

void read_partitioning(const nlohmann::json& document, image_info& out) {
  out.root_mb = int_member(document, "root_mb", 0);
  out.swap_mb = int_member(document, "swap_mb", 0);
  out.ephemeral_mb = int_member(document, "ephemeral_mb", 0);
  out.ephemeral_format = text_member(document, "ephemeral_format");
  out.preserve_ephemeral = bool_member(document, "preserve_ephemeral", false);
  out.deploy_boot_mode = text_member(document, "deploy_boot_mode");
  out.disk_label = text_member(document, "disk_label");
  constexpr std::int64_t most = 1LL << 30;
  if (out.root_mb <= 0 || out.root_mb > most || out.swap_mb < 0 || out.swap_mb > most ||
      out.ephemeral_mb < 0 || out.ephemeral_mb > most)
    throw invalid_parameters(
        "A partition image needs root_mb of at least 1, and no negative swap_mb or ephemeral_mb.");
}

}  // namespace

bool is_web_url(const std::string& text) {
  const auto start = lower(text.substr(0, 8));
  return start.rfind("http://", 0) == 0 || start == "https://";
}

image_info read_image_info(const nlohmann::json& document, bool md5_allowed) {
  for (const auto* field : {"id", "urls"})
    if (!document.is_object() || !document.contains(field))
      throw invalid_parameters("Image is missing '" + std::string{field} + "' field.");
  image_info out;
  out.urls = urls_of(document);
  check_text(document, "id", true);
  check_text(document, "checksum", false);
  const bool hashed = is_there(document, "os_hash_algo") || is_there(document, "os_hash_value");
  check_text(document, "os_hash_algo", hashed);
  check_text(document, "os_hash_value", hashed);
  out.id = text_member(document, "id");
  out.checksum = text_member(document, "checksum");
  out.hash_algorithm = text_member(document, "os_hash_algo");
  out.hash_value = text_member(document, "os_hash_value");
  const bool usable = !out.checksum.empty() &&
                      (is_web_url(out.checksum) || out.checksum.size() > md5_digits || md5_allowed);
  if (!hashed && !usable)
    throw invalid_parameters(
        "Image checksum is not available, either the 'checksum' field or the 'os_hash_algo' and "
        "'os_hash_value' fields pair must be set for image verification.");
  out.disk_format = text_member(document, "disk_format");
  out.authorization = authorization_of(document);
  out.partition_image = text_member(document, "image_type") == "partition";
  if (out.partition_image) read_partitioning(document, out);
  return out;
}

}  // namespace ironbus::ramdisk
