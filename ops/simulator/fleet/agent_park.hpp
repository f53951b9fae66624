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

struct agent_park_options {
  api_address service;  ///< Where agents call.
  std::string url;  ///< Below which they are reached, each by its number: "https://h:1/agents/".
  std::string certificate;  ///< In PEM, of whoever listens there; empty: in the clear.
  timing times;
  std::function<void(size_t)> changed = nullptr;  ///< Told of what an agent has changed; by number.
};

/// The agents in the ramdisks of a fleet's machines. It looks at each machine when it may have
/// changed, and when something of it is due: what has booted a ramdisk has an agent until it runs
/// something else. All of it on one strand; the methods may be called from any thread, and the
/// `io_context` must not run any more when it goes.
class agent_park {
public:
  agent_park(boost::asio::io_context& io, agent_park_options options);
  ~agent_park();
  agent_park(const agent_park&) = delete;
  agent_park& operator=(const agent_park&) = delete;

  /// Before the `io_context` runs. The machine must outlive the park; its number is one more than
  /// the last one's, from 0.
  void add(simulated_bmc& bmc);
  /// A machine may have changed.
  void look_at(size_t number);
  /// Answers a request below `/agents/`; without a call of `reply` the connection is to end.
  void answer(http::request asked, http::responder reply);
  /// Tells what all agents are doing, "off", "looking", "up", "silent" or "disk", by number.
  void list_modes(std::function<void(std::vector<std::string>)> done);

private:
  class member;

  boost::asio::strand<boost::asio::io_context::executor_type> strand_;
  const agent_park_options options_;
  const agent_steps steps_;
  api_client service_;
  std::vector<std::unique_ptr<member>> members_;
};

}  // namespace ironbus::simulator
