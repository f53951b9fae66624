#include "tests/support/agent_fleet/fleet.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace ironbus::test {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds journal_pause{20};
constexpr int inspection_attempts = 5;
constexpr int lookup_minor = 62;  // the last versions that agents know of these calls
constexpr int heartbeat_minor = 68;

asio::awaitable<void> rest_until(asio::steady_timer& timer) {
  boost::system::error_code ignored;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

}  // namespace

agent_fleet::agent_fleet(asio::io_context& io, fleet_options options)
    : io_{io},
      options_{std::move(options)},
      service_{io, options_.service},
      acceptor_{io, options_.listen},
      tls_acceptor_{io} {
  asio::co_spawn(io_, accept(), asio::detached);
  if (!options_.certificate.empty()) use_tls();
  if (!options_.journal.empty()) asio::co_spawn(io_, follow_journal(), asio::detached);
}

size_t agent_fleet::add(agent_script script) {
  if (options_.journal.empty()) script.up = true;
  const auto number = machines_.size();
  const bool tls = script.tls && tls_acceptor_.is_open();
  const auto below = ":" + std::to_string(tls ? tls_acceptor_.local_endpoint().port() : port()) +
                     "/agents/" + std::to_string(number);
  const std::string scheme = tls ? "https://" : "http://";
  on_power_line_.emplace(script.node, number);
  machines_.emplace_back(
      io_, fake_agent{std::move(script), scheme + options_.listen.address().to_string() + below,
                      scheme + "127.0.0.2" + below, tls ? certificate_ : std::string{}});
  boot(machines_.back());
  return number;
}

void agent_fleet::boot(machine_on_line& x) {
  if (x.agent.state() == fake_agent::mode::looking) asio::co_spawn(io_, live(x), asio::detached);
}

void agent_fleet::power(size_t number, std::string_view target) {
  auto& x = machines_.at(number);
  const bool enabled = x.agent.state() != fake_agent::mode::off;
  if (target.ends_with("power off")) return x.agent.power_off();
  if (target == "power on" && enabled) return;
  x.agent.power_on();
  boot(x);
}

// -- what agents do -------------------------------------------------------------------------------

agent_fleet::awaited agent_fleet::live(machine_on_line& machine) {
  const auto life = machine.agent.life();
  co_await run_ramdisk(machine);
  if (machine.agent.life() != life) co_return;
  const bool found = co_await find_node(machine);
  if (found) co_await keep_sending_heartbeats(machine);
}

/// Up to its first lookup.
agent_fleet::awaited agent_fleet::run_ramdisk(machine_on_line& machine) {
  const auto life = machine.agent.life();
  asio::steady_timer pause{io_, machine.agent.script().boots};
  co_await rest_until(pause);
  if (machine.agent.life() == life && machine.agent.script().boots_from_network) {
    const auto script = co_await service_.get(machine.agent.boot_target(), std::string());
    if (machine.agent.life() == life) machine.agent.booted(script.status, script.text);
  }
  while (machine.agent.life() == life) {
    const auto greeting = co_await service_.get("/", std::string());
    if (machine.agent.life() == life && machine.agent.greeted(greeting.status, greeting.body))
      break;
    pause.expires_after(machine.agent.script().lookup_pause);
    co_await rest_until(pause);
  }
  for (int i = 0; i < inspection_attempts && machine.agent.life() == life; ++i) {
    if (machine.agent.inspection_target().empty()) co_return;
    const auto answered = co_await service_.post(machine.agent.inspection_target(), std::string(),
                                                 machine.agent.inspection_body());
    if (machine.agent.life() == life) machine.agent.inspected(answered.status, answered.body);
    pause.expires_after(machine.agent.script().lookup_pause);
    co_await rest_until(pause);
  }
}

/// Whether it has found it. One that expects no agent is asked for less and less often, as agents
/// do.
asio::awaitable<bool> agent_fleet::find_node(machine_on_line& machine) {
  const auto life = machine.agent.life();
  asio::steady_timer pause{io_};
  auto next = machine.agent.script().lookup_pause;
  while (machine.agent.life() == life) {
    const auto answer = co_await service_.get(machine.agent.lookup_target(),
                                              machine.agent.version_to_ask(lookup_minor));
    if (machine.agent.life() != life) break;
    if (machine.agent.looked_up(answer.status, answer.body)) co_return true;
    pause.expires_after(next);
    co_await rest_until(pause);
    if (answer.status == 404) next = std::min(2 * next, 50 * machine.agent.script().lookup_pause);
  }
  co_return false;
}

agent_fleet::awaited agent_fleet::keep_sending_heartbeats(machine_on_line& machine) {
  const auto life = machine.agent.life();
  while (machine.agent.life() == life) {
    machine.heartbeat.expires_after(machine.agent.script().heartbeat_pause);
    for (uint32_t i = 0; i < machine.agent.script().heartbeats_each && machine.agent.life() == life;
         ++i) {
      const auto answer = co_await service_.post(machine.agent.heartbeat_target(),
                                                 machine.agent.version_to_ask(heartbeat_minor),
                                                 machine.agent.heartbeat_body());
      machine.agent.heartbeat_answered(answer.status);
      const bool revoked = answer.status == 400 && options_.journal.empty();
      if (revoked && machine.agent.life() == life) {
        machine.agent.power_on();
        boot(machine);
      }
    }
    co_await rest_until(machine.heartbeat);
  }
}

/// Waits for the end of the command in progress and tells of it.
agent_fleet::awaited agent_fleet::work(machine_on_line& machine) {
  const auto life = machine.agent.life();
  asio::steady_timer end{io_, *machine.agent.busy_until()};
  co_await rest_until(end);
  if (machine.agent.life() != life || !machine.agent.busy_until()) co_return;
  if (!machine.agent.end_command()) {
    boot(machine);
    co_return;
  }
  end.expires_after(machine.agent.script().heartbeat_late);
  co_await rest_until(end);
  if (machine.agent.life() == life) machine.heartbeat.cancel();
}

// -- their power ----------------------------------------------------------------------------------

agent_fleet::awaited agent_fleet::follow_journal() {
  asio::steady_timer pause{io_};
  for (;;) {
    if (!journal_.is_open()) journal_.open(options_.journal);
    std::string line;
    while (journal_.is_open() && std::getline(journal_, line)) {
      journal_rest_ += line;
      if (journal_.eof()) break;  // half a line: the rest comes later
      read_journal_line(std::exchange(journal_rest_, {}));
    }
    journal_.clear();
    pause.expires_after(journal_pause);
    co_await rest_until(pause);
  }
}

void agent_fleet::read_journal_line(const std::string& text) {
  const auto line = json::parse(text, nullptr, false);
  if (!line.is_object() || !line.contains("target")) return;
  const auto target = line["target"].get<std::string>();
  const bool begins = line.value("what", "") == "start";
  if (!begins && line.value("what", "") != "done") return;
  if (begins && target == "power on") return;
  // What runs ends when the change begins: it must not call once the service counts it as gone.
  const auto [first, last] = on_power_line_.equal_range(line.value("node", ""));
  for (auto x = first; x != last; ++x) power(x->second, begins ? "power off" : target);
}

}  // namespace ironbus::test
