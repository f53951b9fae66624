#include "messages/contract/driver_contract.hpp"

#include "messages/base/text.hpp"
#include "messages/contract/driver_contract_rows.hpp"
#include "messages/model/node.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, static_cast<size_t>(value_type::count_)> value_type_names{
    "nothing",  "a string",  "a boolean", "a whole number from 1",
    "a number", "an object", "a list",    "any value"};

struct fact_row {
  uint32_t fact;
  std::string_view name;
};

constexpr std::array fact_rows{
    fact_row{fact_power_state, "power_state"},
    fact_row{fact_boot_mode, "boot_mode"},
    fact_row{fact_secure_boot, "secure_boot"},
    fact_row{fact_console, "console_enabled"},
    fact_row{fact_health, "health"},
    fact_row{fact_properties, "properties"},
    fact_row{fact_bios_settings, "bios"},
    fact_row{fact_firmware_components, "firmware"},
    fact_row{fact_raid_config, "raid_config"},
    fact_row{fact_inventory, "inventory"},
    fact_row{fact_mac_addresses, "mac_addresses"},
    fact_row{fact_driver_info, "driver_info"},
};

bool is_allowed(const value_contract& contract, const json& value) {
  const auto& words = contract.allowed;
  const auto known = [&](const json& one) {
    return one.is_string() &&
           std::find(words.begin(), words.end(), one.get_ref<const std::string&>()) != words.end();
  };
  if (words.empty()) return true;
  return value.is_array() ? std::all_of(value.begin(), value.end(), known) : known(value);
}

bool has_type(value_type type, const json& value) {
  switch (type) {
    case value_type::nothing: return value.is_null();
    case value_type::text: return value.is_string();
    case value_type::boolean: return value.is_boolean();
    case value_type::whole: return value.is_number_integer() && value >= 1;
    case value_type::number: return value.is_number();
    case value_type::object: return value.is_object();
    case value_type::list: return value.is_array();
    default: return true;
  }
}

/// Does not show the value, which may be a secret, unless only certain words are allowed.
std::string describe_error(const value_contract& contract, const json& value) {
  constexpr size_t shown_bytes = 64;
  const auto name = "'" + std::string{contract.name} + "'";
  if (value.is_null()) return name + " is missing";
  if (!has_type(contract.type, value))
    return name + " must be " + std::string{to_string(contract.type)};
  return name + " is " + to_text(value).substr(0, shown_bytes) +
         "; allowed: " + allowed_words(contract);
}

/// For one object.
std::string wrong_members(std::span<const value_contract> members, const json& value) {
  std::string out;
  for (const auto& member : members) {
    const auto given = value.is_object() ? value.value(std::string{member.name}, json{}) : json{};
    const bool missing = given.is_null() && member.given == presence::required;
    if (missing || (!given.is_null() && !fits(member, given)))
      append_item(out, describe_error(member, given));
  }
  return out;
}

}  // namespace

std::string_view to_string(value_type x) { return value_type_names.at(static_cast<size_t>(x)); }

std::string fact_names(uint32_t facts) {
  std::string out;
  for (const auto& row : fact_rows)
    if ((facts & row.fact) != 0) append_item(out, row.name);
  return out;
}

const std::vector<operation_contract>& driver_contract() {
  static const auto all = [] {
    std::vector<operation_contract> out;
    for (const auto kind : interface_kinds)
      for (const auto part : {machine_contract(), workflow_contract()})
        std::copy_if(part.begin(), part.end(), std::back_inserter(out),
                     [kind](const auto& row) { return row.what.interface == kind; });
    return out;
  }();
  return all;
}

const operation_contract* find_operation(std::string_view kind, std::string_view name) {
  for (const auto& row : driver_contract())
    if (row.what.interface == kind && (row.what.name == name || row.is(op_open))) return &row;
  return nullptr;
}

const value_contract& argument_of(const driver_operation& what, std::string_view name) {
  if (const auto* row = find_operation(what.interface, what.name))
    for (const auto& argument : row->arguments)
      if (argument.name == name) return argument;
  throw std::logic_error(std::string{what.name} + " has no argument " + std::string{name});
}

bool fits(const value_contract& contract, const json& value) {
  return has_type(contract.type, value) && is_allowed(contract, value);
}

std::string allowed_words(const value_contract& contract) { return join(contract.allowed); }

std::string wrong_values(const operation_contract& operation, const json& args) {
  return wrong_members(operation.arguments, args);
}

std::string wrong_answer(const operation_contract& operation, const json& answer) {
  const auto& shape = operation.answer;
  if (!has_type(shape.type, answer))
    return "the answer must be " + std::string{to_string(shape.type)};
  if (!answer.is_array()) return wrong_members(shape.members, answer);
  std::string out;
  for (const auto& one : answer)
    if (auto wrong = wrong_members(shape.members, one); !wrong.empty()) append_item(out, wrong);
  return out;
}

}  // namespace ironbus
