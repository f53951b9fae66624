#pragma once

#include "drivers/redfish/client/redfish_client.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

// Tasks of a BMC (DSP0266, "Asynchronous operations"; the schema Task).

enum class task_stage : uint8_t {
  going_on,
  ended,  ///< Succeeded.
  failed,
  gone,  ///< The BMC does not have it, not yet or no longer.
};

struct redfish_task {
  task_stage stage = task_stage::going_on;
  /// TaskState, or "Success" of a finished request. Empty: not reported; an ended task then shows
  /// no result.
  std::string state;
  std::string words;  ///< The BMC's reason for a failure.
};

/// The task that a response started: from its Location, else its body. Empty: none.
std::string task_of(const redfish_answer& answer);

using redfish_task_result = boost::asio::awaitable<redfish_result<redfish_task>>;

/// Reads a task by its path or that of its monitor. The state in the body precedes the status,
/// because many BMCs answer 200 for a running task.
redfish_task_result get_task(redfish_client bmc, std::string path);

using redfish_paths = boost::asio::awaitable<redfish_result<std::vector<std::string>>>;

/// All tasks of the BMC. `missing`: it does not list tasks.
redfish_paths list_tasks(redfish_client bmc);

/// Task names, short enough for notes.
json names_of_tasks(const std::vector<std::string>& tasks);
/// Tasks that are not among the earlier names, at most 64.
std::vector<std::string> new_tasks(const std::vector<std::string>& now, const json& before);

}  // namespace ironbus
