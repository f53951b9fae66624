#include "messages/contract/boot_mode.hpp"

#include "messages/base/text.hpp"
#include "messages/model/node.hpp"

namespace ironbus {

namespace {

constexpr const char* capabilities_name = "capabilities";
constexpr const char* boot_mode_name = "boot_mode";

/// Null: they name a boot mode, or have a form that is left alone.
json capabilities_with_mode(const json& known, const std::string& mode) {
  if (known.is_null()) return std::string{boot_mode_name} + ":" + mode;
  if (known.is_object() && !known.contains(boot_mode_name)) {
    auto out = known;
    out[boot_mode_name] = mode;
    return out;
  }
  if (!known.is_string()) return nullptr;
  auto out = known.get<std::string>();
  if (out.starts_with('{') || out.find(boot_mode_name) != std::string::npos) return nullptr;
  append_item(out, std::string{boot_mode_name} + ":" + mode, ",");
  return out;
}

}  // namespace

json_document properties_for_driver(const node& attributes) {
  auto out = attributes.properties;
  if (attributes.boot_mode != "bios") return out;  // UEFI is the default.
  auto all = capabilities_with_mode(out.value(capabilities_name, json{}), *attributes.boot_mode);
  if (!all.is_null()) out.edit()[capabilities_name] = std::move(all);
  return out;
}

}  // namespace ironbus
