// What a fake agent is asked, and what it answers.

#include "tests/support/agent_fleet/fake_agent.hpp"

#include <algorithm>
#include <array>

namespace ironbus::test {

namespace {

constexpr size_t history_max = 1000;

agent_answer refusal(unsigned status, const std::string& why) {
  return {status, {{"faultcode", "Client"}, {"faultstring", why}}};
}

std::string query_value(const std::string& query, const std::string& name) {
  for (size_t at = 0; at < query.size();) {
    const auto end = std::min(query.find('&', at), query.size());
    if (query.compare(at, name.size() + 1, name + "=") == 0)
      return query.substr(at + name.size() + 1, end - at - name.size() - 1);
    at = end + 1;
  }
  return {};
}

/// How a command goes that is no scripted step.
enum class conduct : uint8_t {
  answered,  ///< It has ended when it is answered.
  begun,     ///< It takes the script's step_takes.
  last,      ///< The agent says and hears nothing after it, until the power does something.
};

struct command_row {
  std::string_view extension;
  std::string_view name;
  conduct how;
  const char* result;  ///< JSON; null: what agents say of a command that returned a text.
};

constexpr std::array command_rows{
    command_row{"standby", "sync", conduct::answered, nullptr},
    command_row{"standby", "get_partition_uuids", conduct::answered,
                R"({"root uuid": "0x1234", "efi system partition uuid": null})"},
    command_row{"standby", "cache_image", conduct::begun, nullptr},
    command_row{"standby", "prepare_image", conduct::begun, nullptr},
    command_row{"standby", "execute_bootc_install", conduct::begun, nullptr},
    command_row{"standby", "power_off", conduct::last, nullptr},
    command_row{"standby", "run_image", conduct::last, nullptr},
    command_row{"image", "install_bootloader", conduct::begun, nullptr},
    command_row{"rescue", "finalize_rescue", conduct::begun, nullptr},
    command_row{"system", "lockdown", conduct::last, nullptr},
    command_row{"log", "collect_system_logs", conduct::answered,
                R"({"system_logs": "H4sIAAAAAAAAA0vOzy3IKUktLgYAkCEaHgAAAA=="})"},
    command_row{"flow", "start_flow", conduct::begun, nullptr},
    command_row{"poll", "get_hardware_info", conduct::answered,
                R"({"interfaces": [], "disks": [], "memory": {"physical_mb": 1024}})"},
    command_row{"poll", "set_node_info", conduct::answered, nullptr},
};

bool has_steps(std::string_view extension) {
  return extension == "clean" || extension == "deploy" || extension == "service";
}

const command_row* find_row(std::string_view extension, std::string_view name) {
  for (const auto& row : command_rows)
    if (row.extension == extension && row.name == name) return &row;
  return nullptr;
}

bool is_extension(std::string_view x) {
  return std::any_of(command_rows.begin(), command_rows.end(),
                     [x](const command_row& row) { return row.extension == x; });
}

json result_of(const command_row& row) {
  if (row.result == nullptr) return {{"result", std::string{row.name} + ": ok"}};
  return json::parse(row.result);
}

json front_page() {
  return {{"name", "fake agent"},
          {"description", "Answers as the agent in a ramdisk does."},
          {"versions", json::array({{{"id", "v1"}}})},
          {"default_version", {{"id", "v1"}}}};
}

json links_page() {
  return {{"id", "v1"}, {"commands", "/v1/commands/"}, {"status", "/v1/status"}};
}

}  // namespace

agent_answer fake_agent::handle(const agent_request& x, clock::time_point now) {
  auto out = answer(x, now);
  auto line = x.method + " " + x.path;
  if (x.method == "POST" && !history_.empty()) {
    const auto& order = history_.back();
    line += " " + order["name"].get<std::string>();
    if (order.contains("step")) line += " " + order["step"].get<std::string>();
  }
  if (out.body.contains("command_status"))
    line += " → " + out.body["command_status"].get<std::string>();
  else if (out.status == 200 && !commands_.empty())
    line += " → " + commands_.back()["command_status"].get<std::string>();
  note_call("service", line, out.status);
  return out;
}

agent_answer fake_agent::answer(const agent_request& x, clock::time_point now) {
  constexpr std::string_view commands = "/v1/commands/";
  if (x.method == "GET") {
    if (x.path == commands) return {200, {{"commands", commands_}}};
    if (x.path == "/" || x.path.empty()) return {200, front_page()};
    if (x.path == "/v1/") return {200, links_page()};
    if (x.path == "/v1/status")
      return {200, {{"started_at", "2026-01-01T00:00:00"}, {"version", release}}};
    if (x.path.starts_with(commands)) return show_command(x.path.substr(commands.size()));
  }
  if (x.path != commands || x.method != "POST") return refusal(404, "Not found");
  if (token_.empty() || query_value(x.query, "agent_token") != token_) {
    ++orders_refused_;
    return refusal(401, "Token invalid.");
  }
  const auto order = parse_json(x.body, {64 * 1024 * 1024, 50});
  if (!order || !order->is_object() || !order->contains("name"))
    return refusal(400, "The order is no JSON object with a name.");
  return take_order(*order, now);
}

agent_answer fake_agent::show_command(const std::string& id) const {
  for (const auto& x : commands_)
    if (x["id"] == id) return {200, x};
  return refusal(404, "Command not found: " + id);
}

agent_answer fake_agent::take_order(const json& in, clock::time_point now) {
  const auto full = in["name"].get<std::string>();
  const auto params = in.value("params", json::object());
  const auto dot = full.find('.');
  const auto extension = full.substr(0, dot);
  const auto name = dot == std::string::npos ? full : full.substr(dot + 1);
  history_.push_back({{"boot", boots_}, {"name", full}});
  if (params.contains("step")) history_.back()["step"] = params["step"].value("step", "");
  // What it was told, but for the node itself.
  history_.back()["args"] = params.contains("step")   ? params["step"].value("args", json::object())
                            : params.contains("node") ? json::object()
                                                      : params;
  if (history_.size() > history_max) history_.erase(0);
  if (has_steps(extension) && name == "get_" + extension + "_steps")
    return list_steps(extension, name, params);
  if (has_steps(extension) && name == "execute_" + extension + "_step")
    return run_step(extension, name, params, now);
  const auto* row = find_row(extension, name);
  if (row == nullptr)
    return is_extension(extension) || has_steps(extension)
               ? refusal(400, "Unknown command " + full + ".")
               : refusal(404, "Unknown extension " + extension + ".");
  if (row->how == conduct::begun)
    return begin(name, params, script_.step_takes, now, result_of(*row));
  auto answer = at_once(name, params, result_of(*row));
  if (row->how == conduct::last) become(mode::silent);
  return answer;
}

agent_answer fake_agent::list_steps(const std::string& phase, const std::string& name,
                                    const json& params) {
  auto steps = json::array();
  for (const auto& x : script_.steps[phase]) steps.push_back(x.about);
  json offered = {{"FleetHardwareManager", std::move(steps)}};
  return at_once(name, params,
                 {{phase + "_steps", std::move(offered)},
                  {"hardware_manager_version", {{"fleet", script_.version}}}});
}

scripted_step* fake_agent::find_step(const std::string& phase, const json& step) {
  for (auto& x : script_.steps[phase])
    if (x.about["step"] == step.value("step", "") &&
        x.about["interface"] == step.value("interface", ""))
      return &x;
  return nullptr;
}

agent_answer fake_agent::run_step(const std::string& phase, const std::string& name,
                                  const json& params, clock::time_point now) {
  if (ends_) return refusal(409, "Agent is busy");
  const auto version = params.value(phase + "_version", json::object());
  if (version != json{{"fleet", script_.version}}) {
    auto answer = at_once(name, params, json::object());
    commands_.back()["command_status"] = "CLEAN_VERSION_MISMATCH";
    answer.body["command_status"] = "CLEAN_VERSION_MISMATCH";
    return answer;
  }
  const auto step = params.value("step", json::object());
  auto* known = find_step(phase, step);
  if (known == nullptr && step.value("step", "") != "write_image")
    return refusal(400, "Unknown step " + step.value("step", "") + ".");
  ++steps_run_;
  json result = {{phase + "_result", known != nullptr ? known->result : json{}},
                 {phase + "_step", step}};
  auto answer = begin(name, params, known != nullptr ? known->takes : script_.step_takes, now,
                      std::move(result));
  running_ = runs_.size();
  runs_.push_back(
      {{"boot", boots_},
       {"step", phase + "." + step.value("interface", "") + "." + step.value("step", "")},
       {"id", answer.body["id"]},
       {"end", "running"}});
  if (known == nullptr || known->course == step_course::succeed) return answer;
  course_ = known->course;
  outcome_ = known->error;
  if (known->times != 0 && --known->times == 0) known->course = step_course::succeed;
  return answer;
}

agent_answer fake_agent::begin(const std::string& name, const json& params, clock::duration takes,
                               clock::time_point now, json result) {
  if (ends_) return refusal(409, "Agent is busy");
  auto answer = at_once(name, params, json::object());
  commands_.back()["command_status"] = "RUNNING";
  answer.body = commands_.back();
  ends_ = now + takes;
  busy_with_ = commands_.size() - 1;
  course_ = step_course::succeed;
  outcome_ = std::move(result);
  return answer;
}

agent_answer fake_agent::at_once(const std::string& name, const json& params, json result) {
  commands_.push_back(
      {{"id", "command-" + std::to_string(boots_) + "-" + std::to_string(next_id_++)},
       {"command_name", name},
       {"command_params", params},
       {"command_status", "SUCCEEDED"},
       {"command_error", nullptr},
       {"command_result", std::move(result)}});
  return {200, commands_.back()};
}

bool fake_agent::end_command() {
  ends_.reset();
  if (script_.next_version_after != 0 && steps_run_ == script_.next_version_after) {
    script_.version = script_.next_version;
    script_.next_version_after = 0;
  }
  auto& last = commands_[busy_with_];
  switch (course_) {
    case step_course::succeed:
      last["command_status"] = "SUCCEEDED";
      last["command_result"] = outcome_;
      end_run("SUCCEEDED");
      return true;
    case step_course::fail:
      last["command_status"] = "FAILED";
      last["command_error"] = {{"type", "CleaningError"},
                               {"code", 500},
                               {"message", "step failed"},
                               {"details", outcome_}};
      end_run("FAILED");
      return true;
    case step_course::silence:
      end_run("silent");
      become(mode::silent);
      return false;
    case step_course::restart:
      end_run("restarted");
      power_on();
      return false;
  }
  return true;
}

}  // namespace ironbus::test
