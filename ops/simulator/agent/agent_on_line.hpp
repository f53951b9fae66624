#pragma once

#include "ops/simulator/agent/api_client.hpp"
#include "ops/simulator/agent/simulated_agent.hpp"

#include <boost/asio/steady_timer.hpp>

#include <optional>
#include <random>

namespace ironbus::simulator {

/// The machine that an agent runs on, as far as the agent does something to it. Called on the
/// agent's executor.
class agent_machine {
public:
  virtual ~agent_machine() = default;

  /// What the agent finds in it; null: what its script says.
  virtual json inventory() { return nullptr; }
  /// What it has booted from, as a URL; empty: from no disc.
  virtual std::string disc() { return {}; }
  /// The network has no ramdisk for it, or the disc cannot be read.
  virtual void nothing_to_boot() {}
  virtual void disk_changed(disk_effect) {}
  virtual void shut_down() {}
  virtual void reboot() {}
};

/// An agent with what it does by itself: it calls the service, and ends what it was told to do. All
/// of it on one executor, which runs one handler at a time and must not run any more when this
/// object goes. While nobody has booted it there is nothing but its memory.
class agent_on_line {
public:
  /// `boots_when_revoked`: it has no power of its own, and takes the end of its token for a reboot.
  agent_on_line(boost::asio::any_io_executor executor, api_client& service, agent_machine& host,
                simulated_agent its, bool boots_when_revoked = false);

  const simulated_agent& agent() const { return agent_; }
  void power_on(simulated_agent::source origin);
  void power_on();
  void power_off();
  /// Unset: it hangs up without an answer, as where nobody listens. `secure`: asked by TLS.
  std::optional<agent_answer> answer(const agent_request& request, bool secure);

private:
  using awaited = boost::asio::awaitable<void>;

  void boot();
  void finish(command_outcome outcome);
  awaited live();
  awaited run_ramdisk(uint64_t life);
  awaited read_disc(uint64_t life);
  awaited greet(uint64_t life);
  awaited tell_inventory(uint64_t life);
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
  boost::asio::steady_timer rest_;      ///< Of its life: until its next call.
  boost::asio::steady_timer work_end_;  ///< Of the command in progress.
  bool is_heartbeat_due_ = false;       ///< The next heartbeat does not wait.
  std::minstd_rand random_;
};

}  // namespace ironbus::simulator
