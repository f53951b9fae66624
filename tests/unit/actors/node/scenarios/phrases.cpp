#include "tests/unit/actors/node/scenarios/phrases.hpp"

#include "messages/base/text.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/agent_fixture.hpp"

#include <sstream>
#include <stdexcept>

namespace ironbus::test {

namespace {

using std::chrono::seconds;

struct unit_of_time {
  char letter;
  int64_t seconds;
};

constexpr std::array units{unit_of_time{'d', 86400}, unit_of_time{'h', 3600}, unit_of_time{'m', 60},
                           unit_of_time{'s', 1}};

seconds read_time(const std::string& text) {
  for (const auto& unit : units)
    if (!text.empty() && text.back() == unit.letter)
      return seconds{std::stoll(text.substr(0, text.size() - 1)) * unit.seconds};
  throw std::invalid_argument("'" + text + "' is no time; write 90s, 30m, 2h or 1d");
}

/// "bios.factory_reset", and "deploy.wait(5)" for a pause of five seconds.
json read_steps(const std::string& text) {
  auto out = json::array();
  for (const auto& word : words_of(text)) {
    const auto dot = word.find('.');
    const auto bracket = word.find('(');
    if (dot == std::string::npos)
      throw std::invalid_argument("'" + word + "' is no step; write interface.step");
    json step{
        {"interface", word.substr(0, dot)},
        {"step", word.substr(dot + 1, bracket == std::string::npos ? bracket : bracket - dot - 1)}};
    if (bracket != std::string::npos)
      step["args"] = {{"seconds", std::stoi(word.substr(bracket + 1))}};
    out.push_back(std::move(step));
  }
  return out;
}

json request_of(const std::string& verb, const std::string& rest) {
  auto out = json::object();
  if (verb == "rescue") out["hashed_rescue_password"] = "$6$a$hash";
  if (rest.empty()) return out;
  auto steps = read_steps(rest);
  const bool deploys = verb == "active" || verb == "rebuild";
  if (deploys)
    for (auto& step : steps) step["priority"] = 50;
  out[(deploys ? "deploy" : verb) + "_steps"] = std::move(steps);
  return out;
}

// -- phrases of the driver
// -------------------------------------------------------------------------

/// "deploy.erase_devices", as an agent lists it.
facts offered(const std::string& names) {
  auto steps = json::object();
  steps["deploy"] = json::array();
  for (auto step : read_steps(names)) {
    step["priority"] = 10;
    step["abortable"] = true;
    steps["deploy"].push_back(std::move(step));
  }
  return offers(steps);
}

step_outcome waiting_for(awaited whom) {
  step_outcome out;
  out.status = step_status::waiting;
  out.waits_for = whom;
  return out;
}

step_outcome done(const std::string&) { return ended(step_status::done); }

step_outcome done_with_offer(const std::string& rest) {
  auto out = ended(step_status::done);
  out.observed = offered(rest);
  return out;
}

step_outcome done_with_console(const std::string& rest) {
  auto out = ended(step_status::done);
  out.answer = {{"text", rest}};
  return out;
}

step_outcome failed(const std::string& rest) { return ended(step_status::failed, rest); }

step_outcome interrupted(const std::string&) {
  return ended(step_status::interrupted, "its worker ended");
}

step_outcome agent_gone(const std::string&) {
  auto out = ended(step_status::interrupted, "the agent does not answer");
  out.agent_gone = true;
  return out;
}

step_outcome works_in_agent(const std::string&) { return waiting_for(awaited::agent); }

step_outcome works_on_task(const std::string& rest) {
  auto out = waiting_for(awaited::task);
  out.task_handle = rest;
  return out;
}

struct driver_phrase {
  std::string_view words;
  step_outcome (*outcome)(const std::string& rest);
};

/// Answers of a driver, after "driver: " or "probe: ".
constexpr std::array driver_phrases{
    driver_phrase{"done, the agent offers ", done_with_offer},
    driver_phrase{"done, the agent offers nothing", done_with_offer},
    driver_phrase{"done, the console shows ", done_with_console},
    driver_phrase{"done", done},
    driver_phrase{"failed: ", failed},
    driver_phrase{"interrupted", interrupted},
    driver_phrase{"the agent is gone", agent_gone},
    driver_phrase{"the agent works on it", works_in_agent},
    driver_phrase{"the machine works on task ", works_on_task},
};

step_outcome read_outcome(const std::string& text) {
  for (const auto& row : driver_phrases)
    if (text.starts_with(row.words)) {
      const auto rest = text.substr(row.words.size());
      return row.outcome(text.ends_with("offers nothing") ? "" : rest);
    }
  throw std::invalid_argument("a driver does not say '" + text + "'");
}

// -- events ---------------------------------------------------------------------------------------

void driver_says(stage& staged, const std::string& rest) {
  if (!staged.node.is_out()) throw std::invalid_argument("no driver has been asked for anything");
  staged.node.answer(read_outcome(rest));
}

void probe_finds(stage& staged, const std::string& rest) {
  if (!staged.probe) throw std::invalid_argument("no driver has been asked how a step goes");
  staged.node.agent_ends(*staged.probe, read_outcome(rest));
}

void pass_time(stage& staged, const std::string& rest) { staged.node.pass(read_time(rest)); }

void change_power(stage& staged, const std::string& rest) {
  staged.answer = staged.node.power(rest);
}

void set_mode(stage& subject, const std::string& rest) {
  subject.answer = subject.node.tell(set_maintenance{rest == "on", {}});
}

void call(stage& staged, const std::string& rest) {
  const auto step = read_steps(rest).at(0);
  staged.answer =
      staged.node.tell(call_driver{step["interface"], step["step"], json::object(), true});
}

void look_up_node(stage& staged, const std::string&) {
  staged.answer = staged.node.tell(agent_lookup{token});
}

void agent_calls(stage& staged, const std::string& argument) {
  staged.answer =
      staged.node.tell(agent_heartbeat{"https://192.0.2.1:9999", "10.0", argument, {}, {}});
}

void call_in(stage& staged, const std::string&) {
  agent_calls(staged,
              staged.node.now().attributes.driver_internal_info.value("agent_secret_token", ""));
}

void call_in_wrongly(stage& staged, const std::string&) { agent_calls(staged, "another token"); }

void send_data(stage& staged, const std::string&) {
  continue_inspection data;
  data.inventory = {{"cpu", {{"architecture", "x86_64"}}},
                    {"interfaces", {{{"name", "eth0"}, {"mac_address", "52:54:00:00:00:01"}}}}};
  staged.answer = staged.node.tell(std::move(data));
}

void find_power(stage& staged, const std::string& rest) {
  power_state found{};
  if (!from_string(rest, found)) throw std::invalid_argument("'" + rest + "' is no power state");
  staged.answer = staged.node.tell(observe_power{{test_uuid, found, {}, {}}});
}

void take_over(stage& staged, const std::string&) { staged.node.take_over(); }
void repeat(stage& staged, const std::string&) { staged.answer = staged.node.repeat_last().answer; }

struct phrase {
  std::string_view words;
  void (*act)(stage& stage, const std::string& rest);
};

constexpr std::array phrases{
    phrase{"driver: ", driver_says},
    phrase{"probe: ", probe_finds},
    phrase{"time passes: ", pass_time},
    phrase{"power: ", change_power},
    phrase{"power found: ", find_power},
    phrase{"maintenance: ", set_mode},
    phrase{"call: ", call},
    phrase{"lookup", look_up_node},
    phrase{"heartbeat with a wrong token", call_in_wrongly},
    phrase{"heartbeat", call_in},
    phrase{"inspection data", send_data},
    phrase{"another conductor takes over", take_over},
    phrase{"the same again", repeat},
};

}  // namespace

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream input{text};
  return {std::istream_iterator<std::string>{input}, {}};
}

void happen(stage& staged, const std::string& line) {
  for (const auto& row : phrases)
    if (line.starts_with(row.words)) return row.act(staged, line.substr(row.words.size()));
  const auto colon = line.find(": ");
  const auto verb = line.substr(0, colon);
  if (find_verb(verb) == nullptr) throw std::invalid_argument("nothing happens by '" + line + "'");
  const auto rest = colon == std::string::npos ? std::string{} : line.substr(colon + 2);
  staged.answer = staged.node.order(verb, request_of(verb, rest));
}

std::string shown(seconds seconds) {
  for (const auto& unit : units)
    if (seconds.count() != 0 && seconds.count() % unit.seconds == 0)
      return std::to_string(seconds.count() / unit.seconds) + unit.letter;
  return "0s";
}

}  // namespace ironbus::test
