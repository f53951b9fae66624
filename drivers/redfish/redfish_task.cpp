#include "drivers/redfish/redfish_task.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t new_tasks_max = 64;
constexpr size_t messages_max = 8;
constexpr size_t task_words_max = 600;

/// The answer table of tasks (DSP0268, Task.TaskState). Unlisted states, such as "Downloading" or
/// "Scheduled" of vendors, are in progress: the step's time limit ends the wait.
struct task_state_row {
  std::string_view state;
  task_stage stage;
};

constexpr std::array task_state_rows{
    task_state_row{"Completed", task_stage::ended}, task_state_row{"Exception", task_stage::failed},
    task_state_row{"Killed", task_stage::failed},     // deprecated, for Cancelled
    task_state_row{"Cancelled", task_stage::failed},  // by an operator or the BMC
};
constexpr std::array<std::string_view, 2> good_ends{"OK", "Warning"};

task_stage stage_of(const std::string& state) {
  const auto* row = std::find_if(task_state_rows.begin(), task_state_rows.end(),
                                 [&](const auto& one) { return one.state == state; });
  return row == task_state_rows.end() ? task_stage::going_on : row->stage;
}

/// Some BMCs report only the message id.
std::string words_of(const json& task) {
  std::string out;
  const auto& messages = member_at(task, {"Messages"});
  if (!messages.is_array()) return out;
  size_t count = 0;
  for (const auto& one : messages) {
    auto text = member_text(one, "Message");
    if (text.empty()) text = member_text(one, "MessageId");
    if (!text.empty() && count++ < messages_max) append_item(out, text, "; ");
  }
  return mask_text(out.substr(0, task_words_max));
}

std::string task_name(const std::string& path) {
  constexpr size_t bytes_max = 40;
  return last_segment(path).substr(0, bytes_max);
}

/// The monitor of a finished task shows the result of its request, or nothing.
bool says_success(const json& body) {
  return to_text(member_at(body, {"@Message.ExtendedInfo"})).find("Success") != std::string::npos;
}

redfish_task read_task(const json& body) {
  redfish_task out;
  out.state = member_text(body, "TaskState").substr(0, 40);
  if (out.state.empty()) {
    out.stage = task_stage::ended;
    if (says_success(body)) out.state = "Success";
    return out;
  }
  out.stage = stage_of(out.state);
  if (out.stage == task_stage::going_on) return out;
  const auto status = member_text(body, "TaskStatus");
  const bool good =
      status.empty() || std::find(good_ends.begin(), good_ends.end(), status) != good_ends.end();
  if (!good) out.stage = task_stage::failed;
  out.words = words_of(body);
  return out;
}

}  // namespace

std::string task_of(const redfish_answer& answer) {
  if (!answer.location.empty()) return answer.location;
  const auto type = member_text(answer.body, "@odata.type");
  if (answer.status != 202 && type.find("Task") == std::string::npos) return {};
  return member_text(answer.body, "@odata.id");
}

redfish_task_result get_task(redfish_client bmc, std::string path) {
  const auto shown = co_await bmc.get(std::move(path));
  if (shown) co_return read_task(shown->body);
  if (shown.error().fault != redfish_fault::missing) co_return tl::unexpected(shown.error());
  redfish_task out;
  out.stage = task_stage::gone;
  co_return out;
}

redfish_paths list_tasks(redfish_client bmc) {
  const auto root = co_await bmc.get_known(bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  const auto service = link_at(root->body, {"Tasks"});
  if (service.empty()) co_return no_link(*root, "Tasks");
  const auto shown = co_await bmc.get(service);
  if (!shown) co_return tl::unexpected(shown.error());
  const auto tasks = link_at(shown->body, {"Tasks"});
  if (tasks.empty()) co_return no_link(*shown, "Tasks");
  co_return co_await get_member_links(bmc, tasks);
}

json names_of_tasks(const std::vector<std::string>& tasks) {
  auto out = json::array();
  for (const auto& one : tasks) out.push_back(task_name(one));
  return out;
}

std::vector<std::string> new_tasks(const std::vector<std::string>& now, const json& before) {
  std::vector<std::string> out;
  for (const auto& one : now)
    if (out.size() < new_tasks_max &&
        (!before.is_array() ||
         std::find(before.begin(), before.end(), task_name(one)) == before.end()))
      out.push_back(one);
  return out;
}

}  // namespace ironbus
