#include "ops/simulator/agent/networked_agent.hpp"

#include "ops/simulator/agent/iso_reader.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace ironbus::simulator {

namespace asio = boost::asio;
using std::chrono::milliseconds;

namespace {

constexpr int inspection_attempts = 5;
constexpr int lookup_minor = 62;  // the latest API versions that agents request for these calls
constexpr int heartbeat_minor = 68;
constexpr int lookup_pause_growth_max = 50;
// Range of the pause between heartbeats as a share of the service's timeout, if the script sets no
// pause.
constexpr double pause_share_min = 0.3;
constexpr double pause_share_max = 0.6;
constexpr milliseconds refused_pause_min{5'000};
constexpr milliseconds refused_pause_max{10'000};

asio::awaitable<void> wait_for(asio::steady_timer& timer) {
  boost::system::error_code ignored;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

}  // namespace

networked_agent::networked_agent(asio::any_io_executor executor, api_client& service,
                                 agent_machine& host, simulated_agent its, bool boots_when_revoked)
    : executor_{std::move(executor)},
      service_{service},
      host_{host},
      agent_{std::move(its)},
      boots_when_revoked_{boots_when_revoked},
      rest_{executor_},
      work_end_{executor_},
      random_{static_cast<unsigned>(std::hash<std::string>{}(agent_.lookup_target()))} {
  boot();
}

void networked_agent::power_on(simulated_agent::source origin) {
  agent_.power_on(origin);
  boot();
}

void networked_agent::power_on() {
  agent_.power_on();
  boot();
}

// Coroutines that wait notice the changed life of the agent and end.
void networked_agent::power_off() {
  agent_.power_off();
  rest_.cancel();
  work_end_.cancel();
}

void networked_agent::boot() {
  rest_.cancel();
  work_end_.cancel();
  is_heartbeat_due_ = false;
  if (agent_.state() == simulated_agent::mode::looking)
    asio::co_spawn(executor_, live(), asio::detached);
}

std::optional<agent_answer> networked_agent::answer(const agent_request& request, bool secure) {
  if (agent_.state() != simulated_agent::mode::up) return std::nullopt;
  if (agent_.is_reached_by_tls() != secure) return std::nullopt;
  const bool was_busy = agent_.busy_until().has_value();
  auto out = agent_.handle(request, simulated_agent::clock::now());
  if (!was_busy && agent_.busy_until()) asio::co_spawn(executor_, work(), asio::detached);
  return out;
}

networked_agent::awaited networked_agent::rest(milliseconds length) {
  rest_.expires_after(length);
  co_await wait_for(rest_);
}

namespace {

/// The path of a boot ISO that the service serves; empty for any other URL.
std::string target_of_disc(const std::string& url) {
  const auto found = url.find("/v1/boot/");
  return found == std::string::npos ? std::string{} : url.substr(found);
}

}  // namespace

networked_agent::awaited networked_agent::live() {
  const auto life = agent_.life();
  co_await rest(agent_.script().boots);
  if (agent_.life() == life) co_await run_ramdisk(life);
  if (agent_.life() != life) co_return;
  const bool found = co_await find_node(life);
  if (found) co_await keep_sending_heartbeats(agent_.life());
}

/// Runs the ramdisk until its first lookup.
networked_agent::awaited networked_agent::run_ramdisk(uint64_t life) {
  if (agent_.boots_from_network()) {
    const auto script = co_await service_.get(agent_.boot_target(), std::string());
    if (agent_.life() != life) co_return;
    agent_.booted(script.status, script.text);
    if (agent_.state() == simulated_agent::mode::disk) co_return host_.nothing_to_boot();
  }
  co_await read_boot_iso(life);
  if (agent_.life() != life) co_return;
  co_await greet(life);
  co_await send_inventory(life);
}

/// Reads the kernel parameters from a boot ISO of the service. The content of other ISOs is
/// unknown.
networked_agent::awaited networked_agent::read_boot_iso(uint64_t life) {
  const auto target = target_of_disc(host_.disc());
  if (target.empty()) co_return;
  std::vector<std::string> path{"BOOT", "GRUB", "GRUB.CFG;1"};
  const auto text = co_await read_iso_file(service_, target, std::move(path));
  if (agent_.life() != life) co_return;
  agent_.booted_from_iso(target, text);
  if (agent_.state() == simulated_agent::mode::disk) host_.nothing_to_boot();
}

networked_agent::awaited networked_agent::greet(uint64_t life) {
  while (agent_.life() == life) {
    const auto greeting = co_await service_.get("/", std::string());
    if (agent_.life() == life && agent_.greeted(greeting.status, greeting.body)) co_return;
    if (agent_.life() == life) co_await rest(agent_.script().lookup_pause);
  }
}

networked_agent::awaited networked_agent::send_inventory(uint64_t life) {
  for (int i = 0; i < inspection_attempts && agent_.life() == life; ++i) {
    if (agent_.inspection_target().empty()) co_return;
    const auto answered = co_await service_.post(agent_.inspection_target(), std::string(),
                                                 agent_.inspection_body(host_.inventory()));
    if (agent_.life() != life) co_return;
    agent_.inspected(answered.status, answered.body);
    co_await rest(agent_.script().lookup_pause);
  }
}

/// Looks up the node until it is found. Doubles the pause after each 404, like real agents. Returns
/// whether it found the node.
asio::awaitable<bool> networked_agent::find_node(uint64_t life) {
  auto next = agent_.script().lookup_pause;
  while (agent_.life() == life) {
    const auto answer =
        co_await service_.get(agent_.lookup_target(), agent_.version_to_ask(lookup_minor));
    if (agent_.life() != life) break;
    if (agent_.looked_up(answer.status, answer.body)) co_return true;
    if (agent_.life() != life) break;
    co_await rest(next);
    if (answer.status == 404)
      next = std::min(2 * next, lookup_pause_growth_max * agent_.script().lookup_pause);
  }
  co_return false;
}

milliseconds networked_agent::heartbeat_pause() {
  if (agent_.script().heartbeat_pause.count() != 0) return agent_.script().heartbeat_pause;
  const auto between = [this](double least, double most) {
    return milliseconds{
        static_cast<int64_t>(std::uniform_real_distribution<double>{least, most}(random_))};
  };
  if (agent_.was_heartbeat_refused())
    return between(refused_pause_min.count(), refused_pause_max.count());
  const auto whole = static_cast<double>(milliseconds{agent_.heartbeat_timeout()}.count());
  return between(pause_share_min * whole, pause_share_max * whole);
}

networked_agent::awaited networked_agent::send_heartbeat(uint64_t life) {
  const auto answer = co_await service_.post(
      agent_.heartbeat_target(), agent_.version_to_ask(heartbeat_minor), agent_.heartbeat_body());
  agent_.heartbeat_answered(answer.status);
  if (agent_.life() == life && answer.status == 400 && boots_when_revoked_) power_on();
}

networked_agent::awaited networked_agent::keep_sending_heartbeats(uint64_t life) {
  while (agent_.life() == life) {
    is_heartbeat_due_ = false;
    for (uint32_t i = 0; i < agent_.script().heartbeats_each && agent_.life() == life; ++i)
      co_await send_heartbeat(life);
    if (agent_.life() != life) co_return;
    if (!is_heartbeat_due_) co_await rest(heartbeat_pause());
  }
}

/// Waits for the end of the running command and sends a heartbeat.
networked_agent::awaited networked_agent::work() {
  const auto life = agent_.life();
  work_end_.expires_at(*agent_.busy_until());
  co_await wait_for(work_end_);
  if (agent_.life() != life || !agent_.busy_until()) co_return;
  const auto outcome = agent_.end_command();
  finish(outcome);
  if (outcome.next != after_command::tell) co_return;
  asio::steady_timer late{executor_, agent_.script().heartbeat_late};
  co_await wait_for(late);
  if (agent_.life() != life) co_return;
  is_heartbeat_due_ = true;
  rest_.cancel();
}

/// Applies the effects of an ended command, except the heartbeat.
void networked_agent::finish(command_outcome outcome) {
  if (outcome.disk != disk_effect::none) host_.disk_changed(outcome.disk);
  switch (outcome.next) {
    case after_command::restart: return boot();
    case after_command::power_off: return host_.shut_down();
    case after_command::reboot: return host_.reboot();
    default: return;
  }
}

}  // namespace ironbus::simulator
