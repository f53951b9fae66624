#pragma once

#include "gateways/http/transport/message.hpp"
#include "ops/simulator/agent/api_client.hpp"
#include "ops/simulator/bmc/simulated_bmc.hpp"
#include "ops/simulator/ramdisk/stock_agent.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ironbus::simulator {

struct agent_pool_options {
  api_address service;  ///< Called by the agents.
  std::string url;      ///< Base URL of the agents, followed by the number: "https://h:1/agents/".
  std::string certificate;  ///< PEM, of the listener; empty: plain HTTP.
  timing times;
  /// Called with a machine's number after a change.
  std::function<void(size_t)> changed = nullptr;
};

/// The agents in the ramdisks of a fleet's machines. It checks each machine when it may have
/// changed and when its next event is due. A machine that has booted a ramdisk has an agent until
/// its next boot. Everything runs on one strand; any thread may call the methods. The `io_context`
/// must have stopped before this object is destroyed.
class agent_pool {
public:
  agent_pool(boost::asio::io_context& io, agent_pool_options options);
  ~agent_pool();
  agent_pool(const agent_pool&) = delete;
  agent_pool& operator=(const agent_pool&) = delete;

  /// Adds a machine, which must outlive this object. Numbers start at 0. Call it before the
  /// `io_context` runs.
  void add(simulated_bmc& bmc);
  /// Checks a machine that may have changed.
  void look_at(size_t number);
  /// Answers a request below `/agents/`. If `reply` is not called, the connection must be closed.
  void answer(http::request asked, http::responder reply);
  /// Passes the modes of all agents by number: "off", "looking", "up", "silent" or "disk".
  void list_modes(std::function<void(std::vector<std::string>)> done);

private:
  class member;

  boost::asio::strand<boost::asio::io_context::executor_type> strand_;
  const agent_pool_options options_;
  const agent_steps steps_;
  api_client service_;
  std::vector<std::unique_ptr<member>> members_;
};

}  // namespace ironbus::simulator
