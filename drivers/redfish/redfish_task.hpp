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
  ended,  ///< Well.
  failed,
  gone,  ///< The BMC does not know it, yet or any more.
};

struct redfish_task {
  task_stage stage = task_stage::going_on;
  std::string state;  ///< TaskState; empty: the BMC does not say.
  std::string words;  ///< Why it failed, in the BMC's words.
};

/// Which task an answer says it has begun: of its Location, else of its body. Empty: none.
std::string task_of(const redfish_answer& answer);

using redfish_task_result = boost::asio::awaitable<redfish_result<redfish_task>>;

/// Asks for it by its path or that of its monitor. What the state says counts before the status, as
/// many answer 200 while it runs.
redfish_task_result get_task(redfish_client bmc, std::string path);

using redfish_paths = boost::asio::awaitable<redfish_result<std::vector<std::string>>>;

/// All tasks that the BMC lists. `missing`: it lists none at all.
redfish_paths list_tasks(redfish_client bmc);

/// What tasks are called, short enough for notes.
json names_of_tasks(const std::vector<std::string>& tasks);
/// Those that are listed now and were not among these names before, at most 64.
std::vector<std::string> new_tasks(const std::vector<std::string>& now, const json& before);

}  // namespace ironbus
