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

/// A request to the service's API, and its answer; status 0: there was none.
struct api_request {
  std::string method;
  std::string target;
  std::string body;
  std::string version;  ///< Of the API; empty: none is asked for.
};
struct api_answer {
  unsigned status = 0;
  std::string body;
};
using api_caller = std::function<void(api_request, std::function<void(api_answer)>)>;

/// The ramdisk agent of one machine: the strict double of the tests, in virtual time.
class machine_agent {
public:
  machine_agent(event_loop& loop, random_stream& random, simulator::agent_script script,
                std::string place, api_caller service);

  /// The power of its machine has changed, or it was asked to be on again (a reboot).
  void on_power(power_state state);
  simulator::agent_answer handle(const simulator::agent_request& request);
  const simulator::simulated_agent& agent() const { return agent_; }

private:
  void boot();
  void greet();
  void look_up(uint32_t attempt);
  void send_heartbeats();
  void work();
  /// Does something later, unless it has been booted or has ended meanwhile.
  void later(std::chrono::nanoseconds wait, event_loop::action what);
  /// Asks the service; the answer is void if it has been booted meanwhile.
  void ask(api_request request, std::function<void(unsigned, const json&)> done);
  simulator::simulated_agent::clock::time_point now() const;

  event_loop& loop_;
  random_stream& random_;
  simulator::simulated_agent agent_;
  api_caller service_;
  uint64_t heartbeat_round_ = 0;
};

/// All agents, by the authority of their URL ("10.0.0.1:9999").
using agent_park = std::map<std::string, std::unique_ptr<machine_agent>>;

/// What an agent answers to a request, or why there is none.
http_result ask(agent_park& agents, const http_request& request);

}  // namespace ironbus::simulation
