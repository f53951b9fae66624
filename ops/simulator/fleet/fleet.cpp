#include "ops/simulator/fleet/fleet.hpp"

#include "messages/platform/log.hpp"
#include "ops/simulator/fleet/bmc_application.hpp"
#include "ops/simulator/fleet/certificate.hpp"
#include "ops/simulator/fleet/endpoint.hpp"
#include "ops/simulator/fleet/list_application.hpp"

#include <boost/asio/executor_work_guard.hpp>

#include <thread>

namespace ironbus::simulator {

namespace asio = boost::asio;

namespace {

constexpr unsigned ports_end = 65'536;
// Whoever asks a fleet is one client: it may have as many connections as there are descriptors.
constexpr size_t connections_max = 1'000'000;

std::string in_url(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

}  // namespace

// The order of the members is that of their ends, reversed: handlers that are left in `io` hold
// connections, which tell their endpoint that they end.
struct fleet::state {
  struct member {
    member(identity who, const profile& kind, const clock& clock, const fleet_options& options)
        : bmc(std::move(who), kind, clock, options.plan, options.seed) {}

    simulated_bmc bmc;
    std::unique_ptr<bmc_application> app;
    std::unique_ptr<endpoint> listener;
    uint16_t port = 0;
  };

  state(fleet_options given, const clock& clock)
      : options(std::move(given)),
        budget({.connections_per_address_max = connections_max, .trusted_proxies = {}}),
        list_app([this] { return list(); }),
        io(static_cast<int>(options.threads)),
        work(asio::make_work_guard(io)) {
    if (options.kinds.empty())
      for (const auto& kind : profiles()) options.kinds.push_back(&kind);
    for (unsigned i = 0; i < options.machines; ++i)
      members.push_back(std::make_unique<member>(make_identity(options.seed, i),
                                                 *options.kinds[i % options.kinds.size()], clock,
                                                 options));
  }

  std::unique_ptr<endpoint> make_endpoint(http::application& app, const std::string& name) {
    std::function<http::tls_context()> make_tls;
    if (options.tls)
      make_tls = [name, host = options.host] { return make_tls_context(name, host); };
    return std::make_unique<endpoint>(io, serving, app, budget, std::move(make_tls));
  }

  result<std::monostate> open();
  json list();
  json describe(member& one);
  void run_thread();
  void stop();

  fleet_options options;
  http::server_options serving;
  http::client_budget budget;
  std::vector<std::unique_ptr<member>> members;
  list_application list_app;
  std::unique_ptr<endpoint> list_endpoint;
  uint16_t list_port = 0;
  asio::io_context io;
  asio::executor_work_guard<asio::io_context::executor_type> work;
  std::vector<std::thread> threads;
};

result<std::monostate> fleet::state::open() {
  boost::system::error_code e;
  const auto host = asio::ip::make_address(options.host, e);
  if (e)
    return fail(error_code::invalid,
                "--listen names the host '" + options.host + "'; allowed: an IP address");
  if (options.port + members.size() >= ports_end)
    return fail(error_code::invalid,
                "--listen names the port " + std::to_string(options.port) + ", and " +
                    std::to_string(members.size()) +
                    " machines have those after it; allowed: as many below 65536");
  list_endpoint = make_endpoint(list_app, "simulate");
  const auto bound = list_endpoint->listen(host, options.port);
  if (!bound) return tl::unexpected(bound.error());
  list_port = *bound;
  for (size_t i = 0; i < members.size(); ++i) {
    auto& one = *members[i];
    one.app = std::make_unique<bmc_application>(one.bmc, io,
                                                [&one] { one.listener->drop_connections(); });
    one.listener = make_endpoint(*one.app, one.bmc.who().name);
    const auto wanted = options.port == 0 ? 0 : options.port + 1 + i;
    const auto port = one.listener->listen(host, static_cast<uint16_t>(wanted));
    if (!port) return tl::unexpected(port.error());
    one.port = *port;
  }
  return {};
}

json fleet::state::describe(member& one) {
  const auto& kind = one.bmc.kind();
  const std::string scheme = options.tls ? "https://" : "http://";
  return {{"name", one.bmc.who().name},
          {"redfish_address", scheme + in_url(options.host) + ":" + std::to_string(one.port)},
          {"system_id", "/redfish/v1/Systems/" + std::string{kind.system_id}},
          {"user", kind.user},
          {"password", one.bmc.who().password},
          {"macs", one.bmc.who().macs},
          {"profile", kind.name},
          {"state", one.bmc.state()}};
}

json fleet::state::list() {
  auto out = json::array();
  for (const auto& one : members) out.push_back(describe(*one));
  return {{"machines", out}};
}

void fleet::state::run_thread() {
  for (;;) {
    try {
      io.run();
      return;
    } catch (const std::exception& e) {  // a defect of one answer must not end the fleet
      log::error("simulate: uncaught exception", {{log_key::error, e.what()}});
    }
  }
}

void fleet::state::stop() {
  work.reset();
  io.stop();
  for (auto& thread : threads) thread.join();
  threads.clear();
  if (list_endpoint) list_endpoint->end();
  for (const auto& one : members)
    if (one->listener) one->listener->end();
}

fleet::fleet(fleet_options options, const clock& clock)
    : state_(std::make_unique<state>(std::move(options), clock)) {}

fleet::~fleet() { stop(); }

result<std::monostate> fleet::start() {
  if (auto opened = state_->open(); !opened) return opened;
  for (unsigned i = 0; i < std::max(1U, state_->options.threads); ++i)
    state_->threads.emplace_back([x = state_.get()] { x->run_thread(); });
  return {};
}

void fleet::stop() { state_->stop(); }

uint16_t fleet::port() const { return state_->list_port; }

simulated_bmc& fleet::machine(unsigned number) { return state_->members.at(number)->bmc; }

json fleet::list() { return state_->list(); }

}  // namespace ironbus::simulator
