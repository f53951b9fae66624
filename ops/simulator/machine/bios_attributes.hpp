#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::simulator {

/// A BIOS attribute, as in the attribute registry.
struct bios_attribute {
  std::string_view name;
  std::string_view type;     ///< Enumeration, String, Integer, Boolean
  std::string_view initial;  ///< As text.
  std::string_view values;   ///< Of an Enumeration, separated by commas.
  int64_t lowest = 0;        ///< Of an Integer; for a String its length.
  int64_t highest = 0;
  bool read_only = false;
};

std::span<const bios_attribute> bios_attributes();
const bios_attribute* find_bios_attribute(std::string_view name);

/// All attributes with their factory defaults.
json initial_bios();
/// The reason why a value cannot be set; unset if it can.
enum class bios_fault { unknown, read_only, wrong_type, wrong_value };
std::optional<bios_fault> check_bios_value(std::string_view name, const json& value);

}  // namespace ironbus::simulator
