#include "messages/contract/step_needs.hpp"

#include "messages/base/secrets.hpp"
#include "messages/contract/driver_contract.hpp"
#include "messages/model/driver_catalog.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

struct kind_needs {
  std::string_view interface;
  uint8_t parts;
};

constexpr uint8_t agents_parts = part_instance | part_ports | part_raid | part_agent_token;

constexpr std::array by_kind{
    kind_needs{"boot", part_instance | part_ports | part_agent_token},  // the kernel's parameters
    kind_needs{"deploy", agents_parts},
    kind_needs{"inspect", part_ports | part_agent_token},
    kind_needs{"network", part_ports},
    kind_needs{"raid", part_raid},
    kind_needs{"rescue", agents_parts},
    kind_needs{"storage", part_instance},
};

/// Steps that write the config drive or boot with it.
constexpr std::array with_config_drive{
    driver_operations::deploy::deploy,
    driver_operation{"deploy", "write_image"},
    driver_operation{"deploy", "execute_bootc_install"},
    driver_operations::boot::prepare_instance,
};

/// Steps that set the boot device, because an instance may require another boot mode.
constexpr std::array with_boot_mode{
    driver_operations::power::set_power_state,
    driver_operations::management::set_boot_device,
};

constexpr std::string_view any_key = "*";

bool matches(std::string_view pattern, std::string_view key) {
  if (pattern.ends_with('*')) return key.starts_with(pattern.substr(0, pattern.size() - 1));
  if (pattern.starts_with('*')) return key.ends_with(pattern.substr(1));
  return key == pattern;
}

bool is_declared(const interface_implementation& implementation, std::string_view key) {
  const auto& properties = implementation.properties;
  const auto& further = implementation.further_keys;
  return std::any_of(properties.begin(), properties.end(),
                     [key](const auto& property) { return property.name == key; }) ||
         std::any_of(further.begin(), further.end(), [key](const auto& pattern) {
           return pattern != any_key && matches(pattern, key);
         });
}

}  // namespace

uint8_t needed_parts(std::string_view interface, std::string_view name, bool in_agent) {
  uint8_t out = part_none;
  if (in_agent) out |= agents_parts;
  for (const auto& row : by_kind)
    if (row.interface == interface) out |= row.parts;
  if (const auto* row = find_operation(interface, name); row != nullptr && row->is(op_by_agent))
    out |= part_agent_token;
  for (const auto& row : with_boot_mode)
    if (row == driver_operation{interface, name}) out |= part_instance;
  for (const auto& row : with_config_drive)
    if (row == driver_operation{interface, name}) out |= part_config_drive;
  if (driver_operations::boot::prepare_ramdisk == driver_operation{interface, name})
    out |= part_network_data;
  return out;
}

bool is_key_pattern(std::string_view pattern) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return !pattern.empty();
  return star == pattern.rfind('*') && (star == 0 || star == pattern.size() - 1);
}

json needed_driver_info(const interface_implementation& implementation,
                        const json_document& driver_info) {
  const auto& further = implementation.further_keys;
  if (further.empty() && implementation.properties.empty()) return json::object();
  const bool all = std::find(further.begin(), further.end(), any_key) != further.end();
  auto out = all ? mask_secrets(driver_info) : json::object();
  for (const auto& [key, value] : driver_info.items())
    if (is_declared(implementation, key)) out[key] = value;
  return out;
}

}  // namespace ironbus
