#pragma once

#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/dispatcher.hpp"
#include "gateways/http/services/bus_watch.hpp"
#include "gateways/http/services/network_data.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/services/write_probe.hpp"
#include "tests/simulation/cluster/conductor_process.hpp"
#include "tests/simulation/cluster/machine_agent.hpp"

#include <deque>

namespace ironbus::simulation {

/// The role `gateway` without sockets: the real API, starting with the parsed request.
class gateway_process final : public process {
public:
  gateway_process(surroundings& around, const std::string& name, process_parts parts);
  ~gateway_process() override;

  void start();

  /// Handles a client's request after its delay. Calls `done` once: with the response, or with
  /// status 0 if the connection closes first.
  void ask(api_request request, std::function<void(api_answer)> done);

private:
  void run_ready() override;
  void on_frozen(bool frozen) override { parts_.on_frozen(frozen); }
  void on_killed() override;
  void tick();

  using answered = std::function<void(api_answer)>;

  process_parts parts_;
  process_bus messages_;
  process_store records_;
  system_clock time_;
  inspection::engine inspecting_{inspection::default_policy(), {}};
  http::gateway_options options_;
  http::bus_watch watch_;
  http::write_probe writes_;
  const std::shared_ptr<http::event_hub> followers_;
  http::request_metrics counted_;
  http::commander commands_;
  http::heartbeat_throttle heartbeats_;
  http::network_data_schema networks_;
  const http::sign_in users_{{}, {}, {}};
  std::deque<std::function<void()>> posted_;
  http::services services_;
  http::api api_;
  std::map<uint64_t, answered> open_;  ///< Requests with waiting clients.
  uint64_t requests_ = 0;
};

}  // namespace ironbus::simulation
