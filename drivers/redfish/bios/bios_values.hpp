#pragma once

#include "drivers/redfish/bios/bios_registry.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// A setting requested by a step.
struct wanted_setting {
  std::string name;
  json value;  ///< A text, a number or a boolean.
};

/// `invalid` names the entry and the allowed values.
result<std::vector<wanted_setting>> read_wanted_settings(const json& settings);

/// Converts settings to the BMC's types: by the registry, else by the type of the current value.
/// `invalid` lists all values that the registry forbids. The BMC checks names that are in no
/// registry.
result<json> as_attributes(const std::vector<wanted_setting>& wanted, const bios_registry& registry,
                           const json& present);

/// Current and pending settings of a machine.
struct bios_state {
  json current;  ///< Attributes, by name.
  json pending;  ///< Attributes that apply at the next restart.

  /// Whether the setting needs a restart. Some BMCs list all settings as pending.
  bool is_pending(const std::string& name) const;
  /// Whether the setting has that value now and after a restart.
  bool has(const std::string& name, const json& value) const;
};

/// Names of attributes that do not have their value now and after a restart.
std::vector<std::string> missing_attributes(const json& attributes, const bios_state& state);

/// All settings in the API's form, at most `bios_attributes_max`.
std::vector<bios_setting> all_settings(const json& current, const bios_registry& registry);

}  // namespace ironbus
