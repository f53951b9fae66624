#include "tests/support/agent_fleet/fake_agent.hpp"

#include "messages/time.hpp"

#include <algorithm>

namespace ironbus::test {

namespace {

constexpr const char* agent_release = "11.3.0";
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

std::string_view name_of(fake_agent::mode x) {
  constexpr std::array<std::string_view, 4> names{"off", "looking", "up", "silent"};
  return names[static_cast<size_t>(x)];
}

}  // namespace

fake_agent::fake_agent(agent_script script, std::string url)
    : script_{std::move(script)}, url_{std::move(url)}, node_{script_.node} {
  if (script_.up) power_on();
}

void fake_agent::become(mode x) {
  mode_ = x;
  ++life_;
}

void fake_agent::note_call(const char* from, const std::string& line, unsigned status) {
  if (calls_.size() < history_max)
    calls_.push_back(
        {{"at", system_clock{}.now()}, {"from", from}, {"call", line}, {"status", status}});
}

void fake_agent::power_on() {
  commands_ = json::array();
  ends_.reset();
  token_.clear();
  ++boots_;
  become(mode::looking);
}

void fake_agent::power_off() {
  commands_ = json::array();
  ends_.reset();
  token_.clear();
  become(mode::off);
}

// -- what it says ---------------------------------------------------------------------------------

std::string fake_agent::lookup_target() const {
  std::string macs;
  for (const auto& x : script_.addresses) macs += (macs.empty() ? "" : ",") + x;
  std::string out = "/v1/lookup?addresses=" + macs;
  if (script_.addresses.empty()) out = "/v1/lookup?node_uuid=" + script_.node;
  return out;
}

bool fake_agent::looked_up(unsigned status, const json& body) {
  ++lookups_;
  note_call("agent", "GET " + lookup_target(), status);
  if (status != 200 || !body.is_object() || !body.contains("node") || !body.contains("config"))
    return false;
  const auto token = body["config"].value("agent_token", "");
  if (token == "******") {  // another has it: an agent can do nothing but begin again
    ++masked_;
    return false;
  }
  if (token.size() < 32) return false;
  node_ = body["node"].value("uuid", "");
  token_ = token;
  become(mode::up);
  return true;
}

std::string fake_agent::beat_target() const { return "/v1/heartbeat/" + node_; }

json fake_agent::beat_body() {
  ++beats_;
  const bool wrong = beats_ <= script_.wrong_token_beats;
  return {{"callback_url", url_},
          {"agent_token", wrong ? std::string(43, 'x') : token_},
          {"agent_version", agent_release}};
}

void fake_agent::beaten(unsigned status) {
  note_call("agent", "POST " + beat_target(), status);
  if (status != 202) ++beats_refused_;
}

// -- what it is asked -----------------------------------------------------------------------------

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
  if (x.path == "/v1/commands/" && x.method == "GET") return {200, {{"commands", commands_}}};
  if (x.path == "/v1/status")
    return {200, {{"started_at", "2026-01-01T00:00:00"}, {"version", agent_release}}};
  if (x.path != "/v1/commands/" || x.method != "POST") return refusal(404, "Not found");
  if (token_.empty() || query_value(x.query, "agent_token") != token_) {
    ++orders_refused_;
    return refusal(401, "Token invalid.");
  }
  const auto order = parse_json(x.body, {64 * 1024 * 1024, 50});
  if (!order || !order->is_object() || !order->contains("name"))
    return refusal(400, "The order is no JSON object with a name.");
  return take_order(*order, now);
}

agent_answer fake_agent::take_order(const json& in, clock::time_point now) {
  const auto full = in["name"].get<std::string>();
  const auto params = in.value("params", json::object());
  const auto dot = full.find('.');
  const auto extension = full.substr(0, dot);
  const auto name = dot == std::string::npos ? full : full.substr(dot + 1);
  history_.push_back({{"boot", boots_}, {"name", full}});
  if (params.contains("step")) history_.back()["step"] = params["step"].value("step", "");
  if (history_.size() > history_max) history_.erase(0);
  const bool has_phase = extension == "clean" || extension == "deploy" || extension == "service";
  if (has_phase && name == "get_" + extension + "_steps") {
    auto steps = json::array();
    for (const auto& x : script_.steps[extension]) steps.push_back(x.about);
    json offered = {{"FleetHardwareManager", std::move(steps)}};
    return at_once(name, params,
                   {{extension + "_steps", std::move(offered)},
                    {"hardware_manager_version", {{"fleet", script_.version}}}});
  }
  if (has_phase && name == "execute_" + extension + "_step")
    return run_step(extension, name, params, now);
  if (name == "sync" || name == "lockdown")
    return at_once(name, params, {{"result", name + ": ok"}});
  if (name == "get_partition_uuids")
    return at_once(name, params, {{"root uuid", "0x1234"}, {"efi system partition uuid", nullptr}});
  if (name == "power_off" || name == "run_image") {
    auto answer = at_once(name, params, json::object());
    become(mode::silent);  // until the power does something
    return answer;
  }
  if (name == "install_bootloader" || name == "finalize_rescue")
    return begin(name, params, script_.step_takes, now, {{"result", name + ": ok"}});
  return refusal(404, "Unknown command " + full + ".");
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
  const auto key = phase + "_result";
  json result = {{key, known != nullptr ? known->result : json{}}, {phase + "_step", step}};
  auto answer = begin(name, params, known != nullptr ? known->takes : script_.step_takes, now,
                      std::move(result));
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
  auto& last = commands_.back();
  switch (course_) {
    case step_course::succeed:
      last["command_status"] = "SUCCEEDED";
      last["command_result"] = outcome_;
      return true;
    case step_course::fail:
      last["command_status"] = "FAILED";
      last["command_error"] = {{"type", "CleaningError"},
                               {"code", 500},
                               {"message", "step failed"},
                               {"details", outcome_}};
      return true;
    case step_course::silence: become(mode::silent); return false;
    case step_course::restart: power_on(); return false;
  }
  return true;
}

json fake_agent::report() const {
  return {{"node", node_},
          {"mode", name_of(mode_)},
          {"boots", boots_},
          {"lookups", lookups_},
          {"masked", masked_},
          {"beats", beats_},
          {"beats_refused", beats_refused_},
          {"orders_refused", orders_refused_},
          {"steps_run", steps_run_},
          {"orders", history_},
          {"calls", calls_}};
}

}  // namespace ironbus::test
