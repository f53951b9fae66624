#pragma once

#include "messages/stream/byte_stream.hpp"
#include "ops/simulator/agent/networked_agent.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <deque>
#include <fstream>
#include <string>
#include <unordered_map>

namespace ironbus::test {

struct fleet_options {
  boost::asio::ip::tcp::endpoint service;  ///< Called by the agents.
  boost::asio::ip::tcp::endpoint listen;   ///< Port 0 selects a free port.
  /// The journal of the simulated machines (option fake.journal): its power changes switch the
  /// agents. It is read every few milliseconds, so power changes need a delay (fake.power_delay).
  /// Empty: agents boot immediately, and again when the service revokes their token.
  std::string journal;
  /// PEM files. With them, agents whose script has `tls` listen with TLS on a second port.
  std::string certificate;
  std::string key;
};

/// Many simulated agents on one port, each below its own path (/agents/<number>), all on the only
/// thread of one io_context, which must outlive them.
///
/// The same port has the control endpoint. GET /fleet counts the agents by mode. POST /fleet/agents
/// adds an agent by its script, or a list of them, and returns {"number"} of the first one. GET
/// /fleet/agents lists the summaries of all agents, GET /fleet/agents/<number> is the report of
/// one. POST /fleet/agents/<number>/power with {"target": "rebooting"} changes its power.
class agent_fleet {
public:
  /// Throws boost::system::system_error if it cannot listen or read the certificate.
  agent_fleet(boost::asio::io_context& io, fleet_options options);

  uint16_t port() const { return acceptor_.local_endpoint().port(); }
  size_t add(simulator::agent_script script);
  size_t size() const { return machines_.size(); }
  const simulator::simulated_agent& agent(size_t number) const {
    return machines_.at(number).agent();
  }
  void power(size_t number, std::string_view target);

private:
  using awaited = boost::asio::awaitable<void>;
  using agent_request = simulator::agent_request;
  using agent_answer = simulator::agent_answer;

  awaited follow_journal();
  awaited accept();
  awaited accept_by_tls();
  awaited serve(boost::asio::ip::tcp::socket socket, bool secure);
  void use_tls();
  void read_journal_line(const std::string& text);
  agent_answer control(const agent_request& request);
  agent_answer add_all(const json& scripts);
  json modes() const;
  /// Unset: the connection closes without a response. `secure`: the request came by TLS.
  std::optional<agent_answer> answer(const agent_request& request, bool secure);

  boost::asio::io_context& io_;
  fleet_options options_;
  simulator::api_client service_;
  simulator::agent_machine machine_;  ///< Shared by all agents: the journal is their power.
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::ip::tcp::acceptor tls_acceptor_;
  const byte_stream::tls_context tls_ =
      std::make_shared<boost::asio::ssl::context>(boost::asio::ssl::context::tls_server);
  std::string certificate_;  ///< Content of the file.
  std::deque<simulator::networked_agent>
      machines_;  ///< A deque, because references must stay valid.
  std::unordered_multimap<std::string, size_t> on_power_line_;  ///< Node → machines.
  std::ifstream journal_;
  std::string journal_rest_;
};

}  // namespace ironbus::test
