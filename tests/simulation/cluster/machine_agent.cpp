#include "tests/simulation/cluster/machine_agent.hpp"

#include "drivers/kit/http/call_metrics.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

using mode = simulator::simulated_agent::mode;

constexpr int lookup_minor = 62;  // the latest API versions that agents request for these calls
constexpr int heartbeat_minor = 68;
constexpr std::chrono::seconds lookup_pause_max{30};
constexpr uint32_t lookups_max = 40;  // then it gives up, like real agents

}  // namespace

machine_agent::machine_agent(event_loop& loop, random_stream& random,
                             simulator::agent_script script, std::string place, api_caller service)
    : loop_{loop},
      random_{random},
      agent_{std::move(script), place, place, std::string{}},
      service_{std::move(service)} {}

simulator::simulated_agent::clock::time_point machine_agent::now() const {
  return simulator::simulated_agent::clock::time_point{loop_.now()};
}

void machine_agent::later(std::chrono::nanoseconds wait, event_loop::action what) {
  loop_.after(wait, [this, life = agent_.life(), what = std::move(what)] {
    if (agent_.life() == life) what();
  });
}

void machine_agent::ask(api_request request, std::function<void(unsigned, const json&)> done) {
  service_(std::move(request),
           [this, life = agent_.life(), done = std::move(done)](const api_answer& answer) {
             if (agent_.life() == life)
               done(answer.status, json::parse(answer.body, nullptr, false));
           });
}

void machine_agent::on_power(power_state state) {
  if (state == power_state::off) return agent_.power_off();
  agent_.power_on();
  boot();
}

void machine_agent::boot() {
  later(agent_.script().boots, [this] { greet(); });
}

void machine_agent::greet() {
  ask({"GET", "/", {}, {}}, [this](unsigned status, const json& body) {
    if (agent_.greeted(status, body)) return look_up(0);
    later(agent_.script().lookup_pause, [this] { greet(); });
  });
}

void machine_agent::look_up(uint32_t attempt) {
  ask({"GET", agent_.lookup_target(), {}, agent_.version_to_ask(lookup_minor)},
      [this, attempt](unsigned status, const json& body) {
        if (agent_.looked_up(status, body)) return send_heartbeats();
        if (agent_.state() != mode::looking || attempt > lookups_max) return;
        const std::chrono::nanoseconds pause = agent_.script().lookup_pause;
        later(std::min<std::chrono::nanoseconds>(pause * (attempt + 1), lookup_pause_max),
              [this, attempt] { look_up(attempt + 1); });
      });
}

void machine_agent::send_heartbeats() {
  const auto round = ++heartbeat_round_;
  ask({"POST", agent_.heartbeat_target(), to_text(agent_.heartbeat_body()),
       agent_.version_to_ask(heartbeat_minor)},
      [this](unsigned status, const json&) { agent_.heartbeat_answered(status); });
  later(agent_.script().heartbeat_pause, [this, round] {
    if (round == heartbeat_round_) send_heartbeats();
  });
}

simulator::agent_answer machine_agent::handle(const simulator::agent_request& request) {
  const bool was_busy = agent_.busy_until().has_value();
  auto out = agent_.handle(request, now());
  if (!was_busy && agent_.busy_until()) work();
  return out;
}

/// Ends the running command and sends a heartbeat.
void machine_agent::work() {
  later(*agent_.busy_until() - now(), [this] {
    if (!agent_.busy_until()) return;
    if (agent_.end_command().next == simulator::after_command::tell) return send_heartbeats();
    if (agent_.state() == mode::looking) boot();
  });
}

http_result ask(agent_pool& agents, const http_request& request) {
  const auto found = agents.find(authority_of(request.server));
  if (found == agents.end() || found->second->agent().state() != mode::up)
    return http_fail(http_error::unreachable, "The agent cannot be reached.");
  const auto question = request.target.find('?');
  simulator::agent_request asked;
  asked.method = name_of(request.method);
  asked.path = request.target.substr(0, question);
  asked.query = question == std::string::npos ? "" : request.target.substr(question + 1);
  asked.body = request.body;
  const auto given = found->second->handle(asked);
  return http_response{given.status, {}, to_text(given.body)};
}

}  // namespace ironbus::simulation
