// A fleet of simulated agents as a program: prints "ready <port>" when it listens; ends on SIGTERM.

#include "tests/support/agent_fleet/fleet.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/signal_set.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

using namespace ironbus;
using namespace ironbus::test;

namespace {

boost::asio::ip::tcp::endpoint endpoint_of(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) throw std::invalid_argument("'" + text + "' has no port");
  return {boost::asio::ip::make_address(text.substr(0, colon)),
          static_cast<uint16_t>(std::stoi(text.substr(colon + 1)))};
}

/// Adds the agents of a file that contains a list of scripts.
void add_agents(agent_fleet& fleet, const std::string& path) {
  std::ifstream file{path};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  const auto list = json::parse(text);
  for (const auto& item : list) {
    auto script = simulator::read_script(item);
    if (!script) throw std::invalid_argument(script.error().message);
    fleet.add(std::move(*script));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App line{"A fleet of simulated provisioning agents."};
  std::string service;
  std::string listen = "127.0.0.1:0";
  std::string scripts;
  fleet_options options;
  line.add_option("--service", service, "Where the service listens: 127.0.0.1:6385.")->required();
  line.add_option("--listen", listen, "Where the agents listen; port 0: any.");
  line.add_option("--journal", options.journal,
                  "The service's file fake.journal: it is the power.");
  auto* certificate = line.add_option("--certificate", options.certificate,
                                      "PEM: agents whose script says tls are reached by it.");
  line.add_option("--key", options.key, "PEM, of the certificate.")->needs(certificate);
  line.add_option("--agents", scripts, "A JSON list of scripts.");
  CLI11_PARSE(line, argc, argv);
  try {
    options.service = endpoint_of(service);
    options.listen = endpoint_of(listen);
    boost::asio::io_context io{1};
    agent_fleet fleet{io, options};
    if (!scripts.empty()) add_agents(fleet, scripts);
    std::cout << "ready " << fleet.port() << std::endl;
    boost::asio::signal_set signals{io, SIGINT, SIGTERM};
    signals.async_wait([&io](boost::system::error_code, int) { io.stop(); });
    io.run();
  } catch (const std::exception& e) {
    std::cerr << "agent_fleet: " << e.what() << "\n";
    return 1;
  }
  return 0;
}
