#pragma once

#include "tests/support/agent_fleet/api_client.hpp"
#include "tests/support/agent_fleet/fake_agent.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <fstream>
#include <string>

namespace ironbus::test {

struct fleet_options {
  boost::asio::ip::tcp::endpoint service;  ///< Where the machines' agents call.
  boost::asio::ip::tcp::endpoint listen;   ///< Port 0: any free one.
  /// The journal of the simulated machines (option fake.journal): its power changes switch the
  /// agents. It is read every few milliseconds, so give its power a delay (fake.power_delay).
  /// Empty: they boot at once, and again when the service revokes their token.
  std::string journal;
};

/// Many fake agents on one port, each below its own path (/agents/<number>), all on the threads of
/// one io_context, of which there must be one. It must outlive what runs there.
///
/// The same port has the control endpoint: GET /fleet counts the agents by mode; POST /fleet/agents
/// adds one by its script and answers its number; GET /fleet/agents/<number> is its report; POST
/// /fleet/agents/<number>/power with {"target": "rebooting"} switches it.
class agent_fleet {
public:
  /// Throws boost::system::system_error if it cannot listen.
  agent_fleet(boost::asio::io_context& io, fleet_options options);

  uint16_t port() const { return acceptor_.local_endpoint().port(); }
  size_t add(agent_script script);
  size_t size() const { return machines_.size(); }
  const fake_agent& agent(size_t number) const { return machines_.at(number).agent; }
  void power(size_t number, std::string_view target);

private:
  struct machine_on_line {
    machine_on_line(boost::asio::io_context& io, agent_script script, std::string url)
        : agent{std::move(script), std::move(url)}, beat{io} {}
    fake_agent agent;
    boost::asio::steady_timer beat;  ///< Until the next heartbeat.
  };
  using awaited = boost::asio::awaitable<void>;

  awaited live(machine_on_line& x);
  awaited look_for_node(machine_on_line& x);
  awaited keep_beating(machine_on_line& x);
  awaited work(machine_on_line& x);
  awaited follow_journal();
  awaited accept();
  awaited serve(boost::asio::ip::tcp::socket socket);
  void boot(machine_on_line& x);
  void read_journal_line(const std::string& text);
  agent_answer control(const agent_request& x);
  /// False: it hangs up without an answer.
  bool answer(const agent_request& x, agent_answer& out);

  boost::asio::io_context& io_;
  fleet_options options_;
  api_client service_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::deque<machine_on_line> machines_;  ///< A deque: references stay good.
  std::ifstream journal_;
  std::string journal_rest_;
};

}  // namespace ironbus::test
