#pragma once

#include "actors/catalog/record_decision.hpp"
#include "actors/reminder.hpp"

#include <variant>

namespace ironbus {

/// What a record's question found: ids of the rows, and their names where they have one.
struct rows_found {
  struct item {
    std::string id;
    std::string name;
  };
  std::vector<item> rows;
};

/// Everything a record can be told.
using record_message = std::variant<record_command, rows_found, deadline_passed, taken_over>;

/// Decides what a message leads to, and does nothing; the rules of decide() hold. `before` is null
/// for a record that does not exist (yet).
record_decision decide_record(const record_type& type, const record_snapshot* before,
                              const std::string& uuid, const std::string& id,
                              const record_message& message, const context& ctx);

}  // namespace ironbus
