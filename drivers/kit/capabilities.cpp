#include "drivers/kit/capabilities.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

struct known_capability {
  std::string_view name;
  std::array<std::string_view, 4> allowed;  ///< Empty ones are unused.
};

constexpr std::array known_capabilities{
    known_capability{"boot_mode", {"bios", "uefi"}},
    known_capability{"secure_boot", {"true", "false"}},
    known_capability{"boot_option", {"local", "netboot", "ramdisk", "kickstart"}},
    known_capability{"disk_label", {"gpt", "msdos"}},
};

std::optional<capabilities> read_pairs(std::string_view rest) {
  capabilities out;
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const auto pair = trim(rest.substr(0, comma), " ");
    const auto colon = pair.find(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    out.emplace(pair.substr(0, colon), lower(trim(pair.substr(colon + 1), " ")));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return out;
}

std::optional<capabilities> read_object(const json& document) {
  capabilities out;
  for (const auto& [key, value] : document.items()) {
    if (value.is_structured()) return std::nullopt;
    out.emplace(key, lower(value.is_string() ? value.get<std::string>() : to_text(value)));
  }
  return out;
}

capabilities capabilities_in(const json& document) {
  const auto found = document.find("capabilities");
  return found == document.end() ? capabilities{}
                                 : read_capabilities(*found).value_or(capabilities{});
}

std::string value_of(const capabilities& x, std::string_view name) {
  const auto position = x.find(name);
  return position == x.end() ? std::string{} : position->second;
}

failure bad_capability(const std::string& what) {
  return {error_code::invalid, "instance_info.capabilities" + what + "."};
}

std::optional<failure> check_one(const known_capability& known, const capabilities& wanted,
                                 const capabilities& has) {
  const auto value = value_of(wanted, known.name);
  if (value.empty()) return std::nullopt;
  const auto named = " asks for " + std::string{known.name} + " '" + value.substr(0, 40) + "'";
  if (std::find(known.allowed.begin(), known.allowed.end(), value) == known.allowed.end()) {
    std::string all;
    for (auto x : known.allowed)
      if (!x.empty()) append_item(all, x);
    return bad_capability(named + "; allowed: " + all);
  }
  const auto own = value_of(has, known.name);
  if (own.empty() || own == value) return std::nullopt;
  return bad_capability(named + ", but properties.capabilities of the node says '" + own + "'");
}

}  // namespace

std::optional<capabilities> read_capabilities(const json& document) {
  if (document.is_null()) return capabilities{};
  if (document.is_object()) return read_object(document);
  if (!document.is_string()) return std::nullopt;
  const auto& text = document.get_ref<const std::string&>();
  if (!text.starts_with('{')) return read_pairs(text);
  const auto object = parse_json(text);
  return object && object->is_object() ? read_object(*object) : std::nullopt;
}

std::optional<failure> check_capabilities(const json& instance_info, const json& properties) {
  const auto wanted = read_capabilities(instance_info.value("capabilities", json{}));
  if (!wanted)
    return bad_capability(
        " cannot be read; allowed: an object, or a text such as boot_mode:uefi,secure_boot:true");
  const auto has = capabilities_in(properties);
  for (const auto& known : known_capabilities)
    if (auto wrong = check_one(known, *wanted, has)) return wrong;
  if (value_of(*wanted, "secure_boot") == "true" &&
      deploy_boot_mode(instance_info, properties) == "bios")
    return bad_capability(
        " asks for secure_boot, which needs the boot mode uefi, but the boot mode is bios");
  return std::nullopt;
}

std::optional<std::string> named_boot_mode(const json& instance_info, const json& properties) {
  for (const auto* found : {&instance_info, &properties})
    if (auto mode = value_of(capabilities_in(*found), "boot_mode");
        mode == "bios" || mode == "uefi")
      return mode;
  return std::nullopt;
}

std::string deploy_boot_mode(const json& instance_info, const json& properties) {
  return named_boot_mode(instance_info, properties).value_or("uefi");
}

std::optional<failure> check_boot_mode(const json& instance_info, const json& properties,
                                       const std::optional<std::string>& booted) {
  const auto named = named_boot_mode(instance_info, properties);
  if (!named || !booted || *named == *booted) return std::nullopt;
  const bool of_instance = named_boot_mode(instance_info, json::object()).has_value();
  return failure{error_code::invalid,
                 std::string{of_instance ? "instance_info" : "properties"} +
                     ".capabilities asks for boot_mode '" + *named +
                     "', but the BMC or the agent reported that the machine boots in mode '" +
                     *booted + "', and the node's management_interface cannot change it. Change " +
                     "the mode in the machine's setup and inspect the machine again, or ask for '" +
                     *booted + "'."};
}

}  // namespace ironbus
