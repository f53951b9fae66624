#pragma once

#include "drivers/agent/protocol/agent_command.hpp"
#include "messages/wire/step.hpp"

#include <string>

namespace ironbus {

/// What the agent is told for a kind of workflow, by the names of its protocol.
struct agent_dialect {
  workflow kind;
  std::string_view extension;    ///< "clean": the commands' prefix.
  std::string_view collect;      ///< "get_clean_steps".
  std::string_view execute;      ///< "execute_clean_step".
  std::string_view steps_key;    ///< Of the result: "clean_steps".
  std::string_view version_key;  ///< Of the params: "clean_version".
  std::string_view cache_key;    ///< Of driver_internal_info: "agent_cached_clean_steps".
  std::string_view result_key;   ///< Of the result: "clean_result".
};

/// Null for workflows that an agent has no steps for.
const agent_dialect* dialect_of(workflow x);
/// The dialect whose `collect` has this name; null if none has.
const agent_dialect* dialect_that_collects(std::string_view step);

/// What an agent's answer to get_…_steps says, as facts of its node: the steps by interface, when
/// they were read, and the versions of its hardware managers. They take the place of what `known`,
/// the node's driver_internal_info, has of them. `invalid` names what is wrong: a step without
/// interface, step or priority, another type, more than `steps_max` of them.
result<facts> read_offer(const agent_dialect& how, const json& answer, const json& known,
                         timestamp now, size_t steps_max);

}  // namespace ironbus
