#include "drivers/kit/config_drive.hpp"

#include "drivers/kit/gzip_text.hpp"
#include "drivers/kit/iso_image.hpp"
#include "messages/crypto/base64.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr const char* drive_label = "config-2";
/// Size of the partition that agents create for it.
constexpr size_t drive_bytes_max = 64 * 1024 * 1024;
constexpr size_t drive_url_length_max = 2048;
/// First characters of gzip data in base64.
constexpr std::string_view gzip_in_base64 = "H4sI";

/// A member of the object and its file.
struct drive_part {
  const char* key;
  const char* file;
  bool as_it_is;  ///< A text is not written as JSON.
};

constexpr std::array drive_parts{
    drive_part{"meta_data", "meta_data.json", false},
    drive_part{"network_data", "network_data.json", false},
    drive_part{"user_data", "user_data", true},
    drive_part{"vendor_data", "vendor_data2.json", false},
};

/// The same files under the first version of the format, for older readers.
constexpr std::array<std::string_view, 2> drive_folders{"openstack/latest/",
                                                        "openstack/2012-08-10/"};

failure bad_drive(const std::string& what) {
  return {error_code::invalid, "instance_info.configdrive" + what + "."};
}

bool is_in_base64(std::string_view text) {
  const auto padding = std::find(text.begin(), text.end(), '=');
  return std::all_of(text.begin(), padding,
                     [](unsigned char c) {
                       return std::isalnum(c) != 0 || c == '+' || c == '/' || std::isspace(c) != 0;
                     }) &&
         std::all_of(padding, text.end(),
                     [](unsigned char c) { return c == '=' || std::isspace(c) != 0; });
}

std::optional<failure> check_text(const std::string& text) {
  if (text.find("://") != std::string::npos) {
    if (!text.starts_with("http://") && !text.starts_with("https://"))
      return bad_drive(" is a URL that agents cannot fetch; allowed: http:// and https:// URLs");
    if (text.size() > drive_url_length_max)
      return bad_drive(" is a URL of more than " + std::to_string(drive_url_length_max) + " bytes");
    return std::nullopt;
  }
  if (!is_in_base64(text) || !text.starts_with(gzip_in_base64))
    return bad_drive(
        " is not a gzipped ISO image in base64; allowed: such an image, an http:// or https:// "
        "URL, or an object");
  if (text.size() / 4 * 3 > drive_bytes_max) return bad_drive(" is larger than 64 MiB");
  return std::nullopt;
}

bool is_allowed_part(const drive_part& part, const json& value) {
  return value.is_null() || value.is_object() ||
         (part.as_it_is && (value.is_array() || value.is_string()));
}

std::optional<failure> check_parts(const json& drive) {
  for (const auto& [key, value] : drive.items()) {
    const auto* part = std::find_if(drive_parts.begin(), drive_parts.end(),
                                    [&key = key](const auto& x) { return x.key == key; });
    if (part == drive_parts.end())
      return bad_drive(" has the unexpected key '" + key.substr(0, 40) +
                       "'; allowed: meta_data, network_data, user_data, vendor_data");
    if (!is_allowed_part(*part, value))
      return bad_drive(
          "/" + key +
          (part->as_it_is ? " must be an object, a list or a text" : " must be an object"));
  }
  return std::nullopt;
}

json meta_data_of(const json& drive, const machine& target_machine) {
  auto out = drive.value("meta_data", json{});
  if (!out.is_object()) out = json::object();
  if (!out.contains("uuid")) out["uuid"] = target_machine.uuid;
  if (!out.contains("name") && target_machine.name) out["name"] = *target_machine.name;
  return out;
}

std::vector<iso_file> files_of(const json& drive, const machine& target_machine) {
  std::vector<iso_file> out;
  for (const auto& part : drive_parts) {
    auto value = drive.value(part.key, json{});
    if (std::string_view{part.key} == "meta_data") value = meta_data_of(drive, target_machine);
    if (value.is_null()) continue;
    const auto text = value.is_string() ? value.get<std::string>() : to_text(value);
    for (auto folder : drive_folders) out.push_back({std::string{folder} + part.file, text});
  }
  return out;
}

}  // namespace

std::optional<failure> check_config_drive(const json& drive) {
  if (drive.is_null()) return std::nullopt;
  if (drive.is_string()) return check_text(drive.get_ref<const std::string&>());
  if (drive.is_object()) return check_parts(drive);
  return bad_drive(" must be an object, a URL, or a gzipped ISO image in base64");
}

namespace {

result<std::string> make_image(const json& drive, const machine& target_machine) {
  auto image = make_iso_image({drive_label}, files_of(drive, target_machine));
  if (!image) return image;
  if (image->size() > drive_bytes_max)
    return fail(error_code::too_large,
                "The config drive is larger than 64 MiB, the limit of the agent.");
  return image;
}

}  // namespace

result<std::string> make_config_drive(const json& drive, const machine& target_machine) {
  if (auto wrong = check_config_drive(drive)) return tl::unexpected(std::move(*wrong));
  if (drive.is_string()) return drive.get<std::string>();
  auto image = make_image(drive, target_machine);
  if (!image) return image;
  auto packed = compress_gzip(*image);
  if (!packed) return packed;
  return to_base64(*packed);
}

result<std::string> config_drive_image(const json& drive, const machine& target_machine) {
  if (auto wrong = check_config_drive(drive)) return tl::unexpected(std::move(*wrong));
  if (!drive.is_string()) return make_image(drive, target_machine);
  const auto packed = from_base64(drive.get_ref<const std::string&>());
  auto image = packed ? gunzip(*packed, drive_bytes_max) : std::nullopt;
  if (image) return std::move(*image);
  return tl::unexpected(
      bad_drive(" is not a gzipped ISO image in base64 of at most 64 MiB; allowed for a config "
                "drive on virtual media: such an image, or an object"));
}

}  // namespace ironbus
