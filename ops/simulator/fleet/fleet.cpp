#include "ops/simulator/fleet/fleet.hpp"

#include "messages/platform/log.hpp"
#include "ops/simulator/bmc/machine_report.hpp"
#include "ops/simulator/fleet/agent_pool.hpp"
#include "ops/simulator/fleet/bmc_application.hpp"
#include "ops/simulator/fleet/certificate.hpp"
#include "ops/simulator/fleet/endpoint.hpp"
#include "ops/simulator/fleet/event_sender.hpp"
#include "ops/simulator/fleet/fleet_application.hpp"
#include "ops/simulator/fleet/vm_pool.hpp"
#include "ops/simulator/vm/vm_plan.hpp"

#include <boost/asio/executor_work_guard.hpp>

#include <algorithm>
#include <future>
#include <thread>

namespace ironbus::simulator {

namespace asio = boost::asio;

namespace {

constexpr unsigned ports_end = 65'536;
// All requests to a fleet come from one client, so the limit per address must not apply.
constexpr size_t connections_max = 1'000'000;

std::string in_url(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

}  // namespace

// Destruction runs in reverse order of the members: remaining handlers in `io` hold connections,
// which use their endpoint when they end.
struct fleet::state {
  struct member {
    member(machine_plan plan, const clock& clock, const fleet_options& options)
        : played(std::move(plan.played)),
          shown(std::move(plan.shown)),
          bmc(plan.who, *plan.kind, clock, options.plan, options.seed, played.get(), plan.quirks) {}

    const mockup_ptr played;
    const json shown;
    simulated_bmc bmc;
    std::unique_ptr<bmc_application> app;
    std::unique_ptr<endpoint> listener;
    uint16_t port = 0;
  };

  state(fleet_options given, const clock& clock)
      : options(std::move(given)),
        budget({.connections_per_address_max = connections_max, .trusted_proxies = {}}),
        app([this](std::function<void(json)> done) { list(std::move(done)); }, agent_handler(),
            [this](const std::string& name) { return console_of(name); },
            [this] { return report(); }),
        io(static_cast<int>(options.threads)),
        work(asio::make_work_guard(io)) {
    events = std::make_unique<event_sender>(io, options.plan.times.event_retry);
    for (auto& plan : plan_machines(options.machines, options.seed)) {
      if (options.vm) become_virtual(plan.who, *options.vm);
      members.push_back(std::make_unique<member>(std::move(plan), clock, options));
    }
    for (const auto& one : members) events->add(one->bmc);
  }

  std::unique_ptr<endpoint> make_endpoint(http::application& app, const std::string& name) {
    std::function<http::tls_context()> make_tls;
    if (options.tls)
      make_tls = [name, host = options.host] {
        return make_server_certificate(name, host).context;
      };
    return std::make_unique<endpoint>(io, serving, app, budget, std::move(make_tls));
  }

  result<std::monostate> open();
  result<std::monostate> open_front(const asio::ip::address& host);
  result<std::monostate> open_machine(size_t number, const asio::ip::address& host);
  result<std::monostate> make_vms();
  void make_agents(const std::string& certificate);
  std::string url_of(uint16_t port) const;
  std::function<void(http::request, http::responder)> agent_handler();
  void list(std::function<void(json)> done);
  json describe(member& one);
  json report();
  std::optional<std::string> console_of(const std::string& name);
  void run_thread();
  void stop();

  fleet_options options;
  http::server_options serving;
  http::client_budget budget;
  std::vector<std::unique_ptr<member>> members;
  fleet_application app;
  std::unique_ptr<endpoint> front;  ///< Serves the list and the agents.
  uint16_t front_port = 0;
  asio::io_context io;
  asio::executor_work_guard<asio::io_context::executor_type> work;
  std::vector<std::thread> threads;
  std::unique_ptr<event_sender> events;
  std::unique_ptr<agent_pool> agents;  ///< Null: no agents.
  std::unique_ptr<vm_pool> vms;        ///< Null: no virtual machines.
};

result<std::monostate> fleet::state::open() {
  boost::system::error_code e;
  const auto host = asio::ip::make_address(options.host, e);
  if (e)
    return fail(error_code::invalid,
                "--listen: the host '" + options.host + "' is not an IP address.");
  if (options.port + members.size() >= ports_end)
    return fail(error_code::invalid,
                "--listen: port " + std::to_string(options.port) + " leaves too few ports for " +
                    std::to_string(members.size()) +
                    " machines. Each machine uses one of the following ports, all below 65536.");
  if (options.api && host.is_unspecified())
    return fail(error_code::invalid, "--listen: the host '" + options.host +
                                         "' cannot be used with --api. Set an address that "
                                         "the service can reach.");
  if (auto made = make_vms(); !made) return made;
  if (auto opened = open_front(host); !opened) return opened;
  for (size_t i = 0; i < members.size(); ++i)
    if (auto opened = open_machine(i, host); !opened) return opened;
  return {};
}

// The certificate must exist before the first connection, because agents send it to the service.
result<std::monostate> fleet::state::open_front(const asio::ip::address& host) {
  std::function<http::tls_context()> make_tls;
  server_certificate proof;
  if (options.tls) {
    proof = make_server_certificate("simulate", options.host);
    if (!proof.context)
      return fail(error_code::internal, "OpenSSL could not create a certificate.");
    make_tls = [context = proof.context] { return context; };
  }
  front = std::make_unique<endpoint>(io, serving, app, budget, std::move(make_tls));
  const auto bound = front->listen(host, options.port);
  if (!bound) return tl::unexpected(bound.error());
  front_port = *bound;
  if (options.api) make_agents(proof.certificate);
  return {};
}

/// Null without --api. The agents exist before the first request.
std::function<void(http::request, http::responder)> fleet::state::agent_handler() {
  if (!options.api) return nullptr;
  return [this](http::request asked, http::responder reply) {
    agents->answer(std::move(asked), std::move(reply));
  };
}

result<std::monostate> fleet::state::make_vms() {
  if (!options.vm) return {};
  auto folder = vm_folder::open(options.vm->folder);
  if (!folder) return tl::unexpected(folder.error());
  vms = std::make_unique<vm_pool>(io, *options.vm, std::move(*folder),
                                  [this](size_t number) { events->look_at(number); });
  for (const auto& one : members)
    if (auto added = vms->add(one->bmc); !added) return added;
  return {};
}

void fleet::state::make_agents(const std::string& certificate) {
  agent_pool_options wanted;
  wanted.service = *options.api;
  wanted.url = url_of(front_port) + "/agents/";
  wanted.certificate = certificate;
  wanted.times = options.plan.times;
  wanted.changed = [this](size_t number) { events->look_at(number); };
  agents = std::make_unique<agent_pool>(io, std::move(wanted));
  for (const auto& one : members) agents->add(one->bmc);
}

result<std::monostate> fleet::state::open_machine(size_t number, const asio::ip::address& host) {
  auto& one = *members[number];
  const auto asked = [this, number] {
    events->look_at(number);
    if (agents) agents->look_at(number);
    if (vms) vms->look_at(number);
  };
  one.app = std::make_unique<bmc_application>(one.bmc, io, asked,
                                              [&one] { one.listener->drop_connections(); });
  one.listener = make_endpoint(*one.app, one.bmc.who().name);
  const auto wanted = options.port == 0 ? 0 : options.port + 1 + number;
  const auto port = one.listener->listen(host, static_cast<uint16_t>(wanted));
  if (!port) return tl::unexpected(port.error());
  one.port = *port;
  return {};
}

std::string fleet::state::url_of(uint16_t port) const {
  return (options.tls ? "https://" : "http://") + in_url(options.host) + ":" + std::to_string(port);
}

json fleet::state::describe(member& one) {
  const auto& kind = one.bmc.kind();
  json out{{"name", one.bmc.who().name},
           {"redfish_address", url_of(one.port)},
           {"system_id", one.bmc.shown_system_path()},
           {"user", kind.user},
           {"password", one.bmc.who().password},
           {"macs", one.bmc.who().macs},
           {"profile", kind.name},
           {"state", one.bmc.state()}};
  out.update(one.shown);
  return out;
}

json fleet::state::report() {
  std::vector<json> machines;
  for (const auto& one : members) {
    machines.push_back(one->bmc.report());
    machines.back()["name"] = one->bmc.who().name;
    machines.back()["profile"] = one->bmc.kind().name;
  }
  return total_of(machines);
}

std::optional<std::string> fleet::state::console_of(const std::string& name) {
  const auto found =
      std::ranges::find_if(members, [&](const auto& one) { return one->bmc.who().name == name; });
  if (found == members.end() || !vms) return std::nullopt;
  return vms->console_of(static_cast<size_t>(found - members.begin()));
}

void fleet::state::list(std::function<void(json)> done) {
  auto out = json::array();
  for (const auto& one : members) {
    out.push_back(describe(*one));
    if (vms) out.back()["vm"] = vms->describe(out.size() - 1);
  }
  if (!agents) return done(std::move(out));
  agents->list_modes([out = std::move(out), done = std::move(done)](const auto& modes) mutable {
    for (size_t i = 0; i < modes.size(); ++i) out[i]["state"]["agent"] = modes[i];
    done(std::move(out));
  });
}

void fleet::state::run_thread() {
  for (;;) {
    try {
      io.run();
      return;
    } catch (const std::exception& e) {  // one failed request must not end the fleet
      log::error("simulate: uncaught exception", {{log_key::error, e.what()}});
    }
  }
}

void fleet::state::stop() {
  work.reset();
  io.stop();
  for (auto& thread : threads) thread.join();
  threads.clear();
  if (front) front->end();
  vms.reset();     // their threads use `events`
  agents.reset();  // their timers belong to `io`, like those of `events`
  events.reset();
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

uint16_t fleet::port() const { return state_->front_port; }

simulated_bmc& fleet::machine(unsigned number) { return state_->members.at(number)->bmc; }

json fleet::report() { return state_->report(); }

json fleet::list() {
  std::promise<json> promised;
  state_->list([&promised](json machines) { promised.set_value(std::move(machines)); });
  return {{"machines", promised.get_future().get()}};
}

}  // namespace ironbus::simulator
