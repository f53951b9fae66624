#include "tests/simulation/cluster/driver_process.hpp"

#include "drivers/registry/registration.hpp"
#include "messages/base/uuid.hpp"
#include "messages/ports/process_description.hpp"
#include "tests/simulation/cluster/network.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ironbus::simulation {

namespace asio = boost::asio;

/// A pending response, and the timer that is cancelled when it arrives.
struct driver_process::answer_awaited {
  explicit answer_awaited(asio::io_context& io)
      : ended{io, asio::steady_timer::time_point::max()} {}

  std::optional<http_result> answer;
  asio::steady_timer ended;
};

std::function<void(http_result)> driver_process::give_to(
    const std::shared_ptr<answer_awaited>& waiting) {
  return [waiting](http_result given) {
    waiting->answer = std::move(given);
    waiting->ended.cancel();
  };
}

driver_process::driver_process(surroundings& around, const std::string& name,
                               std::vector<std::string> groups, process_parts parts,
                               machine_pool& machines, agent_pool& agents)
    : process{around, name},
      groups_{std::move(groups)},
      parts_{std::move(parts)},
      machines_{machines},
      agents_{agents},
      messages_{*this, parts_.messages},
      records_{*this, parts_.records},
      work_{asio::make_work_guard(io_)},
      time_has_passed_{io_.get_executor()} {}

driver_process::~driver_process() {
  kill();
  role_.reset();
  drop_callbacks();
}

void driver_process::start() {
  enter([this] {
    const auto incarnation = random_uuid();
    held_ = std::make_shared<lease>(name(), incarnation);
    drivers_ = std::make_unique<registry>(make_drivers());
    role_ = std::make_unique<executor>(io_, messages_, records_, records_, *drivers_, held_, time_,
                                       parts_.policy, executor_options{.groups = groups_});
    records_.on_restart([listen = role_->restart_listener()](const store_restart&) { listen(); });
    role_->start();
    messages_.start();
    const process_description self{name(), {"driver"}, {"fake-hardware"}, groups_, 1, {}};
    announcing_ = std::make_unique<announcing>(
        *this, records_, member{name(), incarnation, encode_description(self)}, held_);
    announcing_->start();
  });
}

registry driver_process::make_drivers() {
  agent_options agents;
  agents.logs.collect = log_collection::never;
  const auto made = build_registry(parts_.policy, {}, io_, agents, {}, [this](http_request x) {
                      return ask_agent(std::move(x));
                    }).value();
  registry::table interfaces;
  const auto simulated = std::make_shared<machine_interface>(*this, machines_);
  for (const auto& row : registrations()) {
    const auto& [kind, name] = std::pair{row.implementation.kind, row.implementation.name};
    interfaces.emplace(registry::key{kind, name},
                       name == "fake" ? simulated : made.find(kind, name));
  }
  return registry{made.catalog(), std::move(interfaces)};
}

/// Delivers the request to the agent after its delay.
void driver_process::send_to_agent(http_request request, std::function<void(http_result)> done) {
  auto& surrounding = around();
  const auto there = surrounding.random.between(agent_way.least, agent_way.most);
  const auto back = surrounding.random.between(agent_way.least, agent_way.most);
  surrounding.loop.after(there, [&agents = agents_, &loop = surrounding.loop, back,
                                 done = std::move(done), asked = std::move(request)] {
    auto given = ask(agents, asked);
    loop.after(back, [done, given = std::move(given)] { done(given); });
  });
}

asio::awaitable<http_result> driver_process::ask_agent(http_request request) {
  if (!request.allowed.check() || !may_call())
    co_return http_fail(http_error::refused, permit_refused);
  const auto waiting = std::make_shared<answer_awaited>(io_);
  send_to_agent(std::move(request), once(give_to(waiting)));
  boost::system::error_code ended;
  if (!waiting->answer)
    co_await waiting->ended.async_wait(asio::redirect_error(asio::use_awaitable, ended));
  co_return *waiting->answer;
}

void driver_process::refresh_time() {
  // The earliest timer makes Asio read the clock, whose advance it does not notice.
  time_has_passed_.expires_at(timer::time_point::min());
  time_has_passed_.async_wait([](boost::system::error_code) {});
}

void driver_process::run_ready() {
  io_.restart();
  while (alive() && io_.poll_one() > 0) continue;
}

}  // namespace ironbus::simulation
