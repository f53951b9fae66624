#include "tests/support/agent_fleet/fleet.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ironbus::test {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds journal_pause{20};

}  // namespace

agent_fleet::agent_fleet(asio::io_context& io, fleet_options options)
    : io_{io},
      options_{std::move(options)},
      service_{io.get_executor(),
               {options_.service.address().to_string(), options_.service.port(), {}, nullptr}},
      acceptor_{io, options_.listen},
      tls_acceptor_{io} {
  asio::co_spawn(io_, accept(), asio::detached);
  if (!options_.certificate.empty()) use_tls();
  if (!options_.journal.empty()) asio::co_spawn(io_, follow_journal(), asio::detached);
}

size_t agent_fleet::add(simulator::agent_script script) {
  if (options_.journal.empty()) script.up = true;
  const auto number = machines_.size();
  const bool tls = script.tls && tls_acceptor_.is_open();
  const auto below = ":" + std::to_string(tls ? tls_acceptor_.local_endpoint().port() : port()) +
                     "/agents/" + std::to_string(number);
  const std::string scheme = tls ? "https://" : "http://";
  on_power_line_.emplace(script.node, number);
  machines_.emplace_back(
      io_.get_executor(), service_, machine_,
      simulator::simulated_agent{std::move(script),
                                 scheme + options_.listen.address().to_string() + below,
                                 scheme + "127.0.0.2" + below, tls ? certificate_ : std::string{}},
      options_.journal.empty());
  return number;
}

void agent_fleet::power(size_t number, std::string_view target) {
  auto& x = machines_.at(number);
  const bool enabled = x.agent().state() != simulator::simulated_agent::mode::off;
  if (target.ends_with("power off")) return x.power_off();
  if (target == "power on" && enabled) return;
  x.power_on();
}

// -- power ----------------------------------------------------------------------------------------

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
    boost::system::error_code ignored;
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
}

void agent_fleet::read_journal_line(const std::string& text) {
  const auto line = json::parse(text, nullptr, false);
  if (!line.is_object() || !line.contains("target")) return;
  const auto target = line["target"].get<std::string>();
  const bool begins = line.value("what", "") == "start";
  if (!begins && line.value("what", "") != "done") return;
  if (begins && target == "power on") return;
  // Power off before the service sees the change: an agent must not call after that.
  const auto [first, last] = on_power_line_.equal_range(line.value("node", ""));
  for (auto x = first; x != last; ++x) power(x->second, begins ? "power off" : target);
}

}  // namespace ironbus::test
