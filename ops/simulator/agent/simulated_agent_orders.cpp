// The simulated agent's responses to requests of the service.

#include "ops/simulator/agent/simulated_agent.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

constexpr size_t history_max = 1000;
constexpr size_t refused_max = 20;
constexpr std::string_view commands_path = "/v1/commands/";

agent_answer refusal(unsigned status, const std::string& why) {
  return {status, {{"faultcode", status < 500 ? "Client" : "Server"}, {"faultstring", why}}};
}

std::string query_value(const std::string& query, const std::string& name) {
  for (size_t offset = 0; offset < query.size();) {
    const auto end = std::min(query.find('&', offset), query.size());
    if (query.compare(offset, name.size() + 1, name + "=") == 0)
      return query.substr(offset + name.size() + 1, end - offset - name.size() - 1);
    offset = end + 1;
  }
  return {};
}

std::string masked(const std::string& query) {
  const auto token = query_value(query, "agent_token");
  auto out = query;
  if (!token.empty()) out.replace(out.find("agent_token=") + 12, token.size(), "***");
  return out;
}

json front_page() {
  return {{"name", "fake agent"},
          {"description", "Behaves like the agent in a ramdisk."},
          {"versions", json::array({{{"id", "v1"}}})},
          {"default_version", {{"id", "v1"}}}};
}

json links_page() {
  return {{"id", "v1"}, {"commands", "/v1/commands/"}, {"status", "/v1/status"}};
}

bool executes_step(const known_command& x) {
  return x.name.starts_with("execute_") && x.allowed == "*";
}

bool lists_steps(const known_command& x) { return x.name.starts_with("get_") && !x.needed.empty(); }

}  // namespace

agent_answer simulated_agent::handle(const agent_request& request, clock::time_point now) {
  last_command_.clear();
  auto out = answer(request, now);
  auto line = request.method + " " + request.path +
              (request.query.empty() ? "" : "?" + masked(request.query));
  if (!last_command_.empty()) line += " " + last_command_;
  if (out.status >= 400 && refused_.size() < refused_max)
    refused_.push_back(
        {{"call", line}, {"status", out.status}, {"why", out.body.value("faultstring", "")}});
  if (out.body.contains("command_status"))
    line += " → " + out.body["command_status"].get<std::string>();
  else if (out.status == 200 && !commands_.empty())
    line += " → " + commands_.back()["command_status"].get<std::string>();
  record_call("service", line, out.status);
  return out;
}

bool simulated_agent::has_token(const agent_request& x) const {
  if (x.method == "GET" && !script_.token_on_get) return true;
  return !token_.empty() && query_value(x.query, "agent_token") == token_;
}

agent_answer simulated_agent::answer(const agent_request& request, clock::time_point now) {
  const bool get = request.method == "GET";
  const auto id =
      request.path.starts_with(commands_path) ? request.path.substr(commands_path.size()) : "";
  if (request.path == "/v1" || request.path == "/v1/commands") return {308, json::object()};
  const bool ours = request.path.starts_with(commands_path) && id.find('/') == std::string::npos;
  const bool page = request.path == "/" || request.path.empty() || request.path == "/v1/" ||
                    request.path == "/v1/status";
  if (!ours && !page) return refusal(404, "404 Not Found: The requested URL was not found.");
  if (!get && (page || !id.empty() || request.method != "POST"))
    return refusal(405, "405 Method Not Allowed: The method is not allowed for the requested URL.");
  if (page && request.path == "/v1/") return {200, links_page()};
  if (page && request.path == "/v1/status")
    return {200, {{"started_at", 1.0}, {"version", release}}};
  if (page) return {200, front_page()};
  if (!has_token(request)) return refusal(401, "401 Unauthorized: Token invalid.");
  return get ? show_commands(id) : read_command(request.body, now);
}

agent_answer simulated_agent::show_commands(const std::string& id) const {
  if (id.empty() && cannot_list_)
    return refusal(500, "Object of type TypeError is not JSON serializable");
  if (id.empty()) return {200, {{"commands", commands_}}};
  for (const auto& x : commands_)
    if (x["id"] == id) return {200, x};
  return refusal(404, "Not found: Command Result with id " + id + " not found.");
}

agent_answer simulated_agent::read_command(const std::string& body, clock::time_point now) {
  const auto order = parse_json(body, {64 * 1024 * 1024, 50});
  if (!order) return refusal(400, "400 Bad Request: The browser (or proxy) sent a bad request.");
  if (!order->is_object() || !order->contains("name") || !order->contains("params") ||
      !(*order)["params"].is_object())
    return refusal(400, "400 Bad Request: Missing or invalid name or params");
  if (!(*order)["name"].is_string()) return refusal(500, "object has no attribute 'split'");
  return take_command((*order)["name"].get<std::string>(), (*order)["params"], now);
}

/// Records a command without the node's data.
void simulated_agent::log_command(const std::string& full, const json& params) {
  json out = {{"boot", boots_}, {"name", full}};
  const bool step = params.contains("step") && params["step"].is_object();
  if (step) out["step"] = params["step"].value("step", "");
  last_command_ = full + (step ? " " + out["step"].get<std::string>() : std::string{});
  if (!script_.keeps_journal) return;
  out["args"] = step                      ? params["step"].value("args", json::object())
                : params.contains("node") ? json::object()
                                          : params;
  if (history_.size() < history_max) history_.push_back(std::move(out));
}

agent_answer simulated_agent::take_command(const std::string& full, const json& params,
                                           clock::time_point now) {
  log_command(full, params);
  const auto dot = full.find('.');
  if (dot == std::string::npos)
    return refusal(400, "Invalid command: Command name must be of the form <extension>.<name>");
  if (ends_)
    return refusal(409, "Agent is busy: executing command " +
                            commands_.back()["command_name"].get<std::string>());
  const auto extension = full.substr(0, dot);
  if (!is_extension(extension))
    return refusal(404, "Not found: Extension with id " + extension + " not found.");
  const auto* known = find_known(extension, full.substr(dot + 1));
  if (known == nullptr)
    return refusal(400, "Invalid command: Unknown command: " + full.substr(dot + 1));
  return run_command(*known, params, now);
}

agent_answer simulated_agent::run_command(const known_command& command, const json& params,
                                          clock::time_point now) {
  if (command.name == "set_node_info")
    return refusal(400,
                   "Invalid command: Node lookup data can only be set when the Ironic Python Agent "
                   "is running in standalone mode.");
  if (command.name == "prepare_image")
    if (const auto why = image_error(params.value("image_info", json::object())); !why.empty())
      return refusal(400, "Invalid command parameters: " + why);
  const auto fault = params_error(command, params);
  if (!fault.empty() && command.async) return begin(command, {}, now, failed_by(fault));
  if (!fault.empty()) {
    cannot_list_ = true;
    return refusal(500, "Object of type TypeError is not JSON serializable");
  }
  if (lists_steps(command)) return list_steps(command, params);
  if (executes_step(command)) return run_step(command, params, now);
  if (command.async) {
    auto out = begin(command, script_.step_takes, now,
                     {"SUCCEEDED", nullptr, json::parse(command.result)});
    after_ = command.next;
    effect_ = effect_on_disk(command.name);
    return out;
  }
  auto out = answer_at_once(command, json::parse(command.result));
  if (command.next != after_command::tell) become(mode::silent);
  return out;
}

agent_answer simulated_agent::list_steps(const known_command& command, const json& params) {
  if (!params["node"].is_object() || !params["node"].contains("uuid"))  // a KeyError in the agent
    return refusal(
        404, "Not found: Extension with id " + std::string{command.extension} + " not found.");
  const std::string phase{command.extension};
  auto steps = json::array();
  for (const auto& one : script_.steps[phase]) steps.push_back(*one.declaration);
  json offered = {{"FleetHardwareManager", std::move(steps)}};
  return answer_at_once(command, {{phase + "_steps", std::move(offered)},
                                  {"hardware_manager_version", {{"fleet", script_.version}}}});
}

scripted_step* simulated_agent::find_step(const std::string& phase, const json& step) {
  for (auto& x : script_.steps[phase])
    if ((*x.declaration)["step"] == step.value("step", "")) return &x;
  return nullptr;
}

agent_answer simulated_agent::run_step(const known_command& command, const json& params,
                                       clock::time_point now) {
  const std::string phase{command.extension};
  const auto& step = params["step"];
  auto* known = step.is_object() ? find_step(phase, step) : nullptr;
  const json versions = {{"fleet", script_.version}};
  if (auto refused = step_failure(command, params, versions,
                                  known != nullptr ? known->declaration.get() : nullptr))
    return begin(command, {}, now, std::move(*refused));
  ++steps_run_;
  command_end end;
  end.result = {{phase + "_result", known != nullptr ? known->result : json{}},
                {phase + "_step", step}};
  const auto behaviour = known != nullptr ? known->behaviour : step_behaviour::succeed;
  if (behaviour == step_behaviour::fail) end = failed_by(known->error, "CleaningError");
  auto out =
      begin(command, known != nullptr ? known->takes : script_.step_takes, now, std::move(end));
  behaviour_ = behaviour;
  effect_ = effect_on_disk(step.value("step", ""));
  log_run(phase + "." + step.value("interface", "") + "." + step.value("step", ""), out.body["id"]);
  if (known != nullptr && known->times != 0 && --known->times == 0)
    known->behaviour = step_behaviour::succeed;
  return out;
}

void simulated_agent::log_run(const std::string& step, const json& id) {
  if (!script_.keeps_journal) return;
  running_ = runs_.size();
  runs_.push_back({{"boot", boots_}, {"step", step}, {"id", id}, {"end", "running"}});
}

agent_answer simulated_agent::begin(const known_command& command, clock::duration takes,
                                    clock::time_point now, command_end end) {
  answer_at_once(command, nullptr);
  commands_.back()["command_status"] = "RUNNING";
  ends_ = now + takes;
  behaviour_ = step_behaviour::succeed;
  effect_ = disk_effect::none;
  after_ = after_command::tell;
  end_ = std::move(end);
  return {200, commands_.back()};
}

agent_answer simulated_agent::answer_at_once(const known_command& command, json result) {
  commands_.push_back(
      {{"id", "command-" + std::to_string(boots_) + "-" + std::to_string(next_id_++)},
       {"command_name", command.name},
       {"command_status", "SUCCEEDED"},
       {"command_error", nullptr},
       {"command_result", std::move(result)}});
  return {200, commands_.back()};
}

after_command simulated_agent::next_after_command() const {
  if (behaviour_ == step_behaviour::silence) return after_command::nothing;
  if (behaviour_ == step_behaviour::restart) return after_command::restart;
  return after_;
}

command_outcome simulated_agent::end_command() {
  ends_.reset();
  if (script_.next_version_after != 0 && steps_run_ == script_.next_version_after) {
    script_.version = script_.next_version;
    script_.next_version_after = 0;
  }
  const auto next = next_after_command();
  if (next == after_command::restart) {
    end_run("restarted");
    power_on(origin_);
    return {next};
  }
  if (next != after_command::tell) {
    end_run("silent");
    become(mode::silent);
    return {next};
  }
  auto& last = commands_.back();
  last["command_status"] = end_.status;
  last["command_error"] = end_.error;
  last["command_result"] = end_.result;
  end_run(end_.status);
  return {next, end_.status == "SUCCEEDED" ? effect_ : disk_effect::none};
}

}  // namespace ironbus::simulator
