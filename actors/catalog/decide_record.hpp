#pragma once

#include "actors/catalog/record_decision.hpp"
#include "actors/reminder.hpp"

#include <variant>

namespace ironbus {

/// The result of a record's query: the ids of the rows, and their names if they have one.
struct rows_found {
  struct item {
    std::string id;
    std::string name;
  };
  std::vector<item> rows;
};

/// All messages that a record can receive.
using record_message = std::variant<record_command, rows_found, deadline_passed, taken_over>;

/// Decides on a message without side effects; the rules of decide() apply. `before` is null if the
/// record does not exist (yet).
record_decision decide_record(const record_type& type, const record_snapshot* before,
                              const std::string& uuid, const std::string& id,
                              const record_message& message, const context& ctx);

}  // namespace ironbus
