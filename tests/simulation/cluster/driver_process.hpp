#pragma once

#include "drivers/execution/executor.hpp"
#include "drivers/kit/timer.hpp"
#include "tests/simulation/cluster/conductor_process.hpp"
#include "tests/simulation/cluster/machine_agent.hpp"
#include "tests/simulation/cluster/machine_interface.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

namespace ironbus::simulation {

/// The role `driver`: the real executor, the real agent driver, and a driver for simulated machines
/// instead of `fake`.
class driver_process final : public process {
public:
  driver_process(surroundings& around, const std::string& name, std::vector<std::string> groups,
                 process_parts parts, machine_pool& machines, agent_pool& agents);
  ~driver_process() override;

  void start();

private:
  void run_ready() override;
  void refresh_time() override;
  void on_frozen(bool frozen) override { parts_.on_frozen(frozen); }
  void on_killed() override { parts_.on_killed(); }
  registry make_drivers();
  struct answer_awaited;

  boost::asio::awaitable<http_result> ask_agent(http_request request);
  void send_to_agent(http_request request, std::function<void(http_result)> done);
  static std::function<void(http_result)> give_to(const std::shared_ptr<answer_awaited>& waiting);

  const std::vector<std::string> groups_;
  process_parts parts_;
  machine_pool& machines_;
  agent_pool& agents_;
  process_bus messages_;
  process_store records_;
  system_clock time_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  timer time_has_passed_;  ///< Makes Asio check its other timers.
  lease_ptr held_;
  std::unique_ptr<registry> drivers_;
  std::unique_ptr<executor> role_;
  std::unique_ptr<announcing> announcing_;
};

}  // namespace ironbus::simulation
