#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/task_reply.hpp"

namespace ironbus::simulator {

namespace {

const std::string tasks_path = service_path("/TaskService/Tasks");
const std::string monitors_path = service_path("/TaskService/TaskMonitors");

std::string state_of(const profile& kind, const machine_task& task) {
  switch (task.phase) {
    case task_phase::waiting: return std::string{kind.task_first};
    case task_phase::running: return "Running";
    case task_phase::completed: return "Completed";
    case task_phase::failed: return "Exception";
  }
  return {};
}

/// Null if the task does not exist or is not visible yet.
const machine_task* visible_task(const call& call) {
  const auto* task = call.machine().find_task(call.ids[0]);
  return task != nullptr && call.now() >= task->made + call.kind().task_hidden ? task : nullptr;
}

fault no_task(const call& call) { return {"ResourceNotFound", {"Task", call.ids[0]}}; }

}  // namespace

json shown_task(const call& call, const machine_task& task) {
  const auto& kind = call.kind();
  const bool failed = task.phase == task_phase::failed;
  auto out = resource(tasks_path + "/" + task.id, "Task.v1_5_0.Task", task.id,
                      std::string{name_of(task.kind)});
  out["TaskState"] = state_of(kind, task);
  out["TaskStatus"] = failed ? "Critical" : "OK";
  out["PercentComplete"] = percent_of(task, call.now());
  out["StartTime"] = to_string(task.made);
  if (task.over()) out["EndTime"] = to_string(task.ends);
  out["TaskMonitor"] = monitors_path + "/" + task.id;
  out["Messages"] = json::array();
  if (task.over())
    out["Messages"].push_back(message_entry(kind, {failed ? "InternalError" : "Success"}));
  return out;
}

reply accepted(const call& call, machine_task& task) {
  task.fails = call.memory.tasks_fail;
  reply out{202, shown_task(call, task), {{"Retry-After", "1"}}};
  if (call.kind().task_is == task_place::monitor)
    out.headers.emplace_back("Location", monitors_path + "/" + task.id);
  if (call.kind().task_is == task_place::task)
    out.headers.emplace_back("Location", tasks_path + "/" + task.id);
  return out;
}

answer show_task_service(const call& call) {
  auto out = resource(service_path("/TaskService"), "TaskService.v1_2_0.TaskService", "TaskService",
                      "Task Service");
  out["ServiceEnabled"] = true;
  out["DateTime"] = to_string(call.now());
  out["CompletedTaskOverWritePolicy"] = "Oldest";
  out["Status"] = good_status();
  out["Tasks"] = link_to(tasks_path);
  return reply{200, out};
}

answer list_tasks(const call& call) {
  std::vector<std::string> ids;
  for (const auto& [number, task] : call.machine().tasks()) ids.push_back(task.id);
  return reply{200, collection(tasks_path, "TaskCollection", "Task Collection",
                               member_links(tasks_path, ids))};
}

answer show_task(const call& call) {
  const auto* task = visible_task(call);
  if (task == nullptr) return refuse(no_task(call));
  return reply{200, shown_task(call, *task)};
}

answer delete_task(const call& call) {
  const auto* task = visible_task(call);
  if (task == nullptr) return refuse(no_task(call));
  if (!task->over()) return refuse({"ResourceInUse"});
  call.machine().forget_task(call.ids[0]);
  return no_content();
}

answer show_task_monitor(const call& call) {
  const auto* task = visible_task(call);
  if (task == nullptr) return refuse(no_task(call));
  if (task->over()) return reply{200, shown_task(call, *task)};
  return reply{202, shown_task(call, *task), {{"Location", call.path}, {"Retry-After", "1"}}};
}

}  // namespace ironbus::simulator
