#pragma once

#include "messages/base/json.hpp"
#include "messages/contract/driver_operations.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What every implementation of an interface kind keeps to, as data: which operations there are,
// what they take, what they answer, what they may report about the node. The catalogue is checked
// against it when it is built, arguments before a driver hears of them, and every hardware type by
// tests/contract/driver. docs/reference/driver_contract.md is made from it. Reference: the interfaces of
// hardware types of the Bare Metal service, with the names that this service uses.

namespace ironbus {

enum class value_type : uint8_t {
  nothing,
  text,
  boolean,
  whole,
  number,
  object,
  list,
  any,
  count_
};

/// "text", "whole number from 1", …: for sentences.
std::string_view to_string(value_type x);

/// Who gives an argument; of a member of an answer: `optional` ones may be missing or null.
enum class presence : uint8_t {
  optional,
  required,
  from_service,  ///< Given by the service only, so that no driver declares it.
};

/// An argument of an operation, or a member of its answer.
struct value_contract {
  std::string_view name;
  value_type type = value_type::any;
  presence given = presence::optional;
  /// Of a text, or of each text of a list; empty: any.
  std::span<const std::string_view> allowed = {};
};

struct answer_contract {
  value_type type = value_type::nothing;
  /// Of the object, or of each object of the list.
  std::span<const value_contract> members = {};
};

/// What a driver may report about a node. A mask. Notes of its own (driver_internal_info) it may
/// leave with every operation.
enum reported_fact : uint32_t {
  fact_none = 0,
  fact_power_state = 1U << 0,
  fact_boot_mode = 1U << 1,
  fact_secure_boot = 1U << 2,
  fact_console = 1U << 3,              ///< Whether it is enabled.
  fact_health = 1U << 4,               ///< "OK", "Warning", "Critical".
  fact_properties = 1U << 5,           ///< Of the node, its vendor among them.
  fact_bios_settings = 1U << 6,        ///< All of them.
  fact_firmware_components = 1U << 7,  ///< Those there is news of.
  fact_raid_config = 1U << 8,
  fact_inventory = 1U << 9,
  fact_mac_addresses = 1U << 10,
  fact_driver_info = 1U << 11,  ///< How its BMC is reached.
};

/// The names of a mask's facts: "power_state, boot_mode"; empty: none.
std::string fact_names(uint32_t facts);

/// What else is true of an operation. A mask.
enum operation_trait : uint8_t {
  op_plain = 0,
  op_required = 1U << 0,    ///< Every implementation has it, but those whose steps an agent offers.
  op_reads = 1U << 1,       ///< Changes nothing, so it is declared repeatable.
  op_idempotent = 1U << 2,  ///< Run again it ends alike and leaves the machine as after the first.
  op_by_agent = 1U << 3,    ///< May wait for the agent, whose heartbeats have the driver asked.
  op_by_task = 1U << 4,     ///< May go on as a task of the BMC.
  op_open = 1U << 5,        ///< Stands for all that a driver adds by itself, of any shape.
};

struct operation_contract {
  driver_operation what;  ///< Its name is "*" where it is open.
  std::string_view description;
  std::span<const value_contract> arguments = {};
  answer_contract answer = {};
  uint32_t reports = fact_none;
  uint32_t traits = op_plain;
  uint32_t phases = 0;         ///< Of lists of steps it may be part of: step_phase.
  std::string_view rest = {};  ///< The call of the API that leads to it: "PUT /v1/…".

  bool is(operation_trait x) const { return (traits & x) != 0; }
};

/// All of them, by kind in the order of interface_kinds.
const std::vector<operation_contract>& driver_contract();

/// The row of an operation, or the open row of its kind; null: there can be no such operation.
const operation_contract* find_operation(std::string_view kind, std::string_view name);

/// An argument of an operation in the table.
const value_contract& argument_of(const driver_operation& what, std::string_view name);

/// Whether a value is of the type, and allowed.
bool fits(const value_contract& contract, const json& value);

/// "bios, uefi"; empty: any.
std::string allowed_words(const value_contract& contract);

/// What is wrong with the values of arguments: every one is named with what it must be, and, where
/// words are allowed, the word it has. Empty: nothing, or the operation is open. Neither arguments
/// that are unknown nor what only a driver can know is looked at.
std::string wrong_values(const operation_contract& operation, const json& args);

/// What is wrong with an answer; empty: nothing.
std::string wrong_answer(const operation_contract& operation, const json& answer);

}  // namespace ironbus
