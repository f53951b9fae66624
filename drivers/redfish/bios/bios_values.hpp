#pragma once

#include "drivers/redfish/bios/bios_registry.hpp"

#include <string>
#include <vector>

namespace ironbus {

/// A setting as a step asks for it.
struct wanted_setting {
  std::string name;
  json value;  ///< A text, a number, a boolean.
};

/// `invalid` names the entry and what is allowed.
result<std::vector<wanted_setting>> read_wanted_settings(const json& settings);

/// The same as the BMC takes them, numbers and booleans as such: by what the registry says of each,
/// else by what its present value is. `invalid` lists all that the registry rules out; names that
/// nobody knows are the BMC's to judge.
result<json> as_attributes(const std::vector<wanted_setting>& wanted, const bios_registry& registry,
                           const json& present);

/// What a machine's settings are and will be.
struct bios_state {
  json current;  ///< Attributes: by name.
  json pending;  ///< Those of its next start.

  /// Whether the machine has to start for it. Some BMCs show all settings as those to come.
  bool is_pending(const std::string& name) const;
  /// Whether it has that value, for good.
  bool has(const std::string& name, const json& value) const;
};

/// The names of those that the machine does not have, for good.
std::vector<std::string> not_taken(const json& attributes, const bios_state& state);

/// All settings, as clients are shown them; at most `bios_attributes_max`.
std::vector<bios_setting> all_settings(const json& current, const bios_registry& registry);

}  // namespace ironbus
