#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "messages/model/power_state.hpp"
#include "ops/simulator/agent/simulated_agent.hpp"
#include "tests/simulation/core/event_loop.hpp"
#include "tests/simulation/core/random_stream.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace ironbus::simulation {

/// A request to the API, and its response; status 0: no response.
struct api_request {
  std::string method;
  std::string target;
  std::string body;
  std::string version;  ///< API version; empty: none requested.
};
struct api_answer {
  unsigned status = 0;
  std::string body;
};
using api_caller = std::function<void(api_request, std::function<void(api_answer)>)>;

/// The agent in one machine's ramdisk: the strict simulated_agent, in virtual time.
class machine_agent {
public:
  machine_agent(event_loop& loop, random_stream& random, simulator::agent_script script,
                std::string place, api_caller service);

  /// The machine's power has changed, or it has been rebooted.
  void on_power(power_state state);
  simulator::agent_answer handle(const simulator::agent_request& request);
  const simulator::simulated_agent& agent() const { return agent_; }

private:
  void boot();
  void greet();
  void look_up(uint32_t attempt);
  void send_heartbeats();
  void work();
  /// Runs an action later, unless the agent reboots or ends first.
  void later(std::chrono::nanoseconds wait, event_loop::action what);
  /// Sends a request; ignores the response if the agent has rebooted.
  void ask(api_request request, std::function<void(unsigned, const json&)> done);
  simulator::simulated_agent::clock::time_point now() const;

  event_loop& loop_;
  random_stream& random_;
  simulator::simulated_agent agent_;
  api_caller service_;
  uint64_t heartbeat_round_ = 0;
};

/// All agents, by the authority of their URL ("10.0.0.1:9999").
using agent_pool = std::map<std::string, std::unique_ptr<machine_agent>>;

/// Sends a request to an agent. Returns its response or the failure.
http_result ask(agent_pool& agents, const http_request& request);

}  // namespace ironbus::simulation
