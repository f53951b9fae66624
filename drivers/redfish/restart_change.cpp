#include "drivers/redfish/restart_change.hpp"

#include "drivers/kit/pause.hpp"
#include "drivers/redfish/redfish_power.hpp"
#include "messages/base/host_source.hpp"

namespace ironbus {

namespace {

/// A call for the same machine that changes its power.
redfish_call power_change_of(redfish_call call, const char* target) {
  call.request.what.interface = "power";
  call.request.what.name = "set_power_state";
  call.request.what.args = json{{"target", target}};
  return call;
}

/// Unset: the change is visible.
boost::asio::awaitable<std::optional<step_outcome>> await_change(redfish_call call,
                                                                 shown_change is_shown,
                                                                 std::string what) {
  const auto& options = call.bmc.options();
  const auto give_up = steady_clock::now() + options.boot_mode_config_timeout;
  for (;;) {
    const auto shown = co_await is_shown(call);
    if (shown && *shown) co_return std::nullopt;
    const bool passing = shown || shown.error().fault == redfish_fault::broken ||
                         shown.error().fault == redfish_fault::busy ||
                         shown.error().fault == redfish_fault::silent;
    if (!passing) co_return redfish_step_failed(shown.error());
    if (steady_clock::now() >= give_up)
      co_return step_failed("The machine was restarted, but " + what + " did not change.");
    co_await pause_for(options.boot_mode_config_interval);
  }
}

boost::asio::awaitable<std::optional<step_outcome>> start_and_wait(redfish_call call,
                                                                   shown_change is_shown,
                                                                   std::string what) {
  if (call.bmc.options().boot_mode_config_timeout.count() == 0) co_return std::nullopt;
  const auto before = co_await read_redfish_power(call.bmc, call.system);
  auto started = co_await set_redfish_power(power_change_of(call, "rebooting"));
  if (started.status != step_status::done) co_return started;
  auto wrong = co_await await_change(call, is_shown, std::move(what));
  const bool was_off = before && before->power == power_state::off;
  if (!was_off || call.request.machine.disable_power_off) co_return wrong;
  auto ended = co_await set_redfish_power(power_change_of(call, "power off"));
  if (!wrong && ended.status != step_status::done) co_return ended;
  co_return wrong;
}

}  // namespace

boost::asio::awaitable<std::optional<step_outcome>> restart_for_change(redfish_call call,
                                                                       shown_change is_shown,
                                                                       std::string what) {
  return start_and_wait(std::move(call), is_shown, std::move(what));
}

}  // namespace ironbus
