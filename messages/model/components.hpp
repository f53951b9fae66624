#pragma once

#include "messages/base/time.hpp"
#include "messages/model/field.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ironbus {

/// A BIOS setting as the machine's BMC lists it. Members from the registry are null if the registry
/// lacks them. Reference: BIOS settings of the Bare Metal API v1.
struct bios_setting {
  std::string name;
  std::optional<std::string> value;  ///< Always a string, also for numbers and booleans.
  /// "Enumeration", "String", "Integer", "Boolean" or "Password".
  std::optional<std::string> attribute_type;
  json allowable_values;  ///< A list of strings, or null.
  std::optional<int64_t> lower_bound;
  std::optional<int64_t> upper_bound;
  std::optional<int64_t> min_length;
  std::optional<int64_t> max_length;
  std::optional<bool> read_only;
  std::optional<bool> reset_required;
  std::optional<bool> unique;
  timestamp created_at{};  ///< Time when the setting and its current value were first seen.
  std::optional<timestamp> updated_at;

  bool operator==(const bios_setting&) const = default;
};

/// A part of the machine with its own firmware.
struct firmware_component {
  std::string component;  ///< "bios", "bmc" or "nic:<id>".
  /// The first known version. A driver that has updated the firmware reports the version before, if
  /// it knows it.
  std::optional<std::string> initial_version;
  std::optional<std::string> current_version;
  std::optional<std::string> last_version_flashed;  ///< Null until a change is seen.
  std::optional<std::string> vendor;
  std::optional<std::string> model;
  std::optional<std::string> serial_number;
  timestamp created_at{};
  std::optional<timestamp> updated_at;

  bool operator==(const firmware_component&) const = default;
};

std::span<const field<bios_setting>> bios_setting_fields();
std::span<const field<firmware_component>> firmware_component_fields();

member_codecs<bios_setting> members_of(const bios_setting*);
member_codecs<firmware_component> members_of(const firmware_component*);

// JSON documents, for the API.
void to_json(json& out, const bios_setting& x);
void from_json(const json& document, bios_setting& x);
void to_json(json& out, const firmware_component& x);
void from_json(const json& document, firmware_component& x);

}  // namespace ironbus
