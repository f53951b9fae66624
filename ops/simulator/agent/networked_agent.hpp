#pragma once

#include "ops/simulator/agent/api_client.hpp"
#include "ops/simulator/agent/simulated_agent.hpp"

#include <boost/asio/steady_timer.hpp>

#include <optional>
#include <random>

namespace ironbus::simulator {

/// The machine that an agent runs on. The agent calls it on its executor.
class agent_machine {
public:
  virtual ~agent_machine() = default;

  /// The agent's inventory; null: the one of its script.
  virtual json inventory() { return nullptr; }
  /// URL of the boot ISO in the drive; empty if there is none.
  virtual std::string disc() { return {}; }
  /// The network offers no ramdisk, or the boot ISO cannot be read.
  virtual void nothing_to_boot() {}
  virtual void disk_changed(disk_effect) {}
  virtual void shut_down() {}
  virtual void reboot() {}
};

/// An agent that acts by itself: it calls the service and ends its commands. Everything runs on one
/// executor, which runs one handler at a time and must have stopped before this object is
/// destroyed. Before it boots it only uses memory.
class networked_agent {
public:
  /// `boots_when_revoked`: the agent has no machine, and reboots when its token is revoked.
  networked_agent(boost::asio::any_io_executor executor, api_client& service, agent_machine& host,
                  simulated_agent its, bool boots_when_revoked = false);

  const simulated_agent& agent() const { return agent_; }
  void power_on(simulated_agent::source origin);
  void power_on();
  void power_off();
  /// Answers a request. Unset: the connection closes without an answer, because the agent does not
  /// listen. `secure`: the request came by TLS.
  std::optional<agent_answer> answer(const agent_request& request, bool secure);

private:
  using awaited = boost::asio::awaitable<void>;

  void boot();
  void finish(command_outcome outcome);
  awaited live();
  awaited run_ramdisk(uint64_t life);
  awaited read_boot_iso(uint64_t life);
  awaited greet(uint64_t life);
  awaited send_inventory(uint64_t life);
  boost::asio::awaitable<bool> find_node(uint64_t life);
  awaited keep_sending_heartbeats(uint64_t life);
  awaited send_heartbeat(uint64_t life);
  awaited work();
  awaited rest(std::chrono::milliseconds length);
  std::chrono::milliseconds heartbeat_pause();

  boost::asio::any_io_executor executor_;
  api_client& service_;
  agent_machine& host_;
  simulated_agent agent_;
  const bool boots_when_revoked_;
  boost::asio::steady_timer rest_;      ///< Until the agent's next call.
  boost::asio::steady_timer work_end_;  ///< Until the end of the running command.
  bool is_heartbeat_due_ = false;       ///< Send the next heartbeat immediately.
  std::minstd_rand random_;
};

}  // namespace ironbus::simulator
