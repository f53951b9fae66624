#pragma once

#include "messages/base/json.hpp"
#include "messages/contract/driver_operations.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The contract of every interface kind, as data: its operations, their arguments and answers, and
// the facts they may report. Checked against it: the catalogue when it is built, arguments before a
// driver is called, and every hardware type by tests/contract/driver.
// docs/reference/driver_contract.md is generated from it. Reference: the interfaces of hardware
// types of the Bare Metal service, with the names that this service uses.

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

/// "a string", "a whole number from 1", …: for sentences.
std::string_view to_string(value_type x);

/// Whether an argument is given, and whether a client or the service gives it. An `optional` member
/// of an answer may be missing or null.
enum class presence : uint8_t {
  optional,
  required,
  from_service,  ///< Only the service gives it; no driver declares it.
};

/// An argument of an operation, or a member of its answer.
struct value_contract {
  std::string_view name;
  value_type type = value_type::any;
  presence given = presence::optional;
  /// Of a string, or of each string of a list; empty: any.
  std::span<const std::string_view> allowed = {};
};

struct answer_contract {
  value_type type = value_type::nothing;
  /// Of the object, or of each object of the list.
  std::span<const value_contract> members = {};
};

/// Facts that a driver may report about a node. A mask. With every operation it may also store
/// notes (driver_internal_info).
enum reported_fact : uint32_t {
  fact_none = 0,
  fact_power_state = 1U << 0,
  fact_boot_mode = 1U << 1,
  fact_secure_boot = 1U << 2,
  fact_console = 1U << 3,              ///< Whether it is enabled.
  fact_health = 1U << 4,               ///< "OK", "Warning", "Critical".
  fact_properties = 1U << 5,           ///< Of the node, including its vendor.
  fact_bios_settings = 1U << 6,        ///< All settings.
  fact_firmware_components = 1U << 7,  ///< The changed components.
  fact_raid_config = 1U << 8,
  fact_inventory = 1U << 9,
  fact_mac_addresses = 1U << 10,
  fact_driver_info = 1U << 11,  ///< How its BMC is reached.
};

/// The names of the facts in a mask: "power_state, boot_mode"; empty: none.
std::string fact_names(uint32_t facts);

/// Further properties of an operation. A mask.
enum operation_trait : uint8_t {
  op_plain = 0,
  /// Every implementation has it, except those whose steps an agent offers.
  op_required = 1U << 0,
  op_reads = 1U << 1,  ///< Changes nothing, so it is declared repeatable.
  /// Can run again: it ends alike and leaves the machine in the same state.
  op_idempotent = 1U << 2,
  op_by_agent = 1U << 3,  ///< May wait for the agent; each heartbeat makes the driver poll it.
  op_by_task = 1U << 4,   ///< May continue as a task of the BMC.
  op_open = 1U << 5,      ///< Stands for all operations of any form that a driver adds itself.
};

struct operation_contract {
  driver_operation what;  ///< Its name is "*" if it is open.
  std::string_view description;
  std::span<const value_contract> arguments = {};
  answer_contract answer = {};
  uint32_t reports = fact_none;
  uint32_t traits = op_plain;
  uint32_t phases = 0;         ///< The phases whose step lists may contain it: step_phase.
  std::string_view rest = {};  ///< The API call that runs it: "PUT /v1/…".

  bool is(operation_trait x) const { return (traits & x) != 0; }
};

/// All operations, by kind in the order of interface_kinds.
const std::vector<operation_contract>& driver_contract();

/// The row of an operation, or the open row of its kind; null: the operation is not allowed.
const operation_contract* find_operation(std::string_view kind, std::string_view name);

/// An argument of an operation in the table.
const value_contract& argument_of(const driver_operation& what, std::string_view name);

/// Whether a value has the type and is allowed.
bool fits(const value_contract& contract, const json& value);

/// "bios, uefi"; empty: any.
std::string allowed_words(const value_contract& contract);

/// Checks the values of arguments. Names every wrong one, its requirement and, if only certain
/// words are allowed, its value. Empty: no error, or the operation is open. Ignores unknown
/// arguments and rules that only the driver knows.
std::string wrong_values(const operation_contract& operation, const json& args);

/// The error in an answer; empty: none.
std::string wrong_answer(const operation_contract& operation, const json& answer);

}  // namespace ironbus
