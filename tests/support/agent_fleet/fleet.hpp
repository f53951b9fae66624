#pragma once

#include "tests/support/agent_fleet/api_client.hpp"
#include "tests/support/agent_fleet/fake_agent.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <fstream>
#include <string>
#include <unordered_map>

namespace ironbus::test {

struct fleet_options {
  boost::asio::ip::tcp::endpoint service;  ///< Where the machines' agents call.
  boost::asio::ip::tcp::endpoint listen;   ///< Port 0: any free one.
  /// The journal of the simulated machines (option fake.journal): its power changes switch the
  /// agents. It is read every few milliseconds, so give its power a delay (fake.power_delay).
  /// Empty: they boot at once, and again when the service revokes their token.
  std::string journal;
  /// PEM files. With them the agents can also be reached by TLS, on a port of their own; those
  /// whose script says so are.
  std::string certificate;
  std::string key;
};

/// Many fake agents on one port, each below its own path (/agents/<number>), all on the threads of
/// one io_context, of which there must be one. It must outlive what runs there.
///
/// The same port has the control endpoint: GET /fleet counts the agents by mode; POST /fleet/agents
/// adds one by its script, or a list of them, and answers {"number"}, that of the first; GET
/// /fleet/agents lists the summaries of all; GET /fleet/agents/<number> is the report of one; POST
/// /fleet/agents/<number>/power with {"target": "rebooting"} switches it.
class agent_fleet {
public:
  /// Throws boost::system::system_error if it cannot listen or read the certificate.
  agent_fleet(boost::asio::io_context& io, fleet_options options);

  uint16_t port() const { return acceptor_.local_endpoint().port(); }
  size_t add(agent_script script);
  size_t size() const { return machines_.size(); }
  const fake_agent& agent(size_t number) const { return machines_.at(number).agent; }
  void power(size_t number, std::string_view target);

private:
  struct machine_on_line {
    machine_on_line(boost::asio::io_context& io, fake_agent its)
        : agent{std::move(its)}, heartbeat{io} {}
    fake_agent agent;
    boost::asio::steady_timer heartbeat;  ///< Until the next heartbeat.
  };
  using awaited = boost::asio::awaitable<void>;

  awaited live(machine_on_line& machine);
  awaited run_ramdisk(machine_on_line& machine);
  boost::asio::awaitable<bool> find_node(machine_on_line& machine);
  awaited keep_sending_heartbeats(machine_on_line& machine);
  awaited work(machine_on_line& machine);
  awaited follow_journal();
  awaited accept();
  awaited accept_by_tls();
  template <class Stream>
  awaited serve(Stream stream);
  template <class Stream>
  awaited answer_all(Stream& stream, bool secure);
  void use_tls();
  void boot(machine_on_line& x);
  void read_journal_line(const std::string& text);
  agent_answer control(const agent_request& request);
  agent_answer add_all(const json& scripts);
  json modes() const;
  /// False: it hangs up without an answer, as where nobody listens. `secure`: asked by TLS.
  bool answer(const agent_request& request, bool secure, agent_answer& out);

  boost::asio::io_context& io_;
  fleet_options options_;
  api_client service_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::ip::tcp::acceptor tls_acceptor_;
  boost::asio::ssl::context tls_{boost::asio::ssl::context::tls_server};
  std::string certificate_;                                     ///< The file's text.
  std::deque<machine_on_line> machines_;                        ///< A deque: references stay good.
  std::unordered_multimap<std::string, size_t> on_power_line_;  ///< Node → machines.
  std::ifstream journal_;
  std::string journal_rest_;
};

}  // namespace ironbus::test
