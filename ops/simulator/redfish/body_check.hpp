#pragma once

#include "ops/simulator/redfish/messages.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::simulator {

enum class value_kind : uint8_t { text, text_or_null, whole_number, boolean, object, list, texts };

/// The allowed values of a member of a body.
struct member_rule {
  std::string_view name;
  value_kind kind = value_kind::text;
  std::string_view values = {};  ///< Of a text, separated by commas; empty: any.
  bool required = false;
};

/// Checks the properties that a body writes, below the pointer. `shown` is the current resource:
/// its members without a rule are read-only.
std::optional<fault> check_properties(const json& body, std::span<const member_rule> rules,
                                      const json& shown, const std::string& pointer = "#");
/// Checks the parameters of an action; a null body has none.
std::optional<fault> check_parameters(const json& body, std::span<const member_rule> rules,
                                      std::string_view action);

}  // namespace ironbus::simulator
