#pragma once

#include "drivers/agent/protocol/agent_command.hpp"
#include "messages/wire/step.hpp"

#include <string>

namespace ironbus {

/// Names of the agent protocol for one kind of workflow.
struct agent_dialect {
  workflow kind;
  std::string_view extension;    ///< Prefix of the commands: "clean".
  std::string_view collect;      ///< "get_clean_steps".
  std::string_view execute;      ///< "execute_clean_step".
  std::string_view steps_key;    ///< Key in the result: "clean_steps".
  std::string_view version_key;  ///< Key in the params: "clean_version".
  std::string_view cache_key;    ///< Key in driver_internal_info: "agent_cached_clean_steps".
  std::string_view result_key;   ///< Key in the result: "clean_result".
};

/// Null for workflows without agent steps.
const agent_dialect* dialect_of(workflow x);
/// The dialect whose `collect` has this name; null: none.
const agent_dialect* dialect_that_collects(std::string_view step);

/// Parses the response to get_…_steps into facts of the node: the steps by interface, the time, and
/// the versions of the hardware managers. They replace those in `known`, the node's
/// driver_internal_info. `invalid` names the error: a step without interface, step or priority, a
/// wrong type, or more than `steps_max` steps.
result<facts> read_offer(const agent_dialect& how, const json& answer, const json& known,
                         timestamp now, size_t steps_max);

}  // namespace ironbus
