#include "drivers/redfish/restart_change.hpp"

#include "drivers/redfish/redfish_order.hpp"
#include "drivers/redfish/redfish_power.hpp"

namespace ironbus {

namespace {

using maybe_failed = boost::asio::awaitable<std::optional<step_outcome>>;

/// A call for the same machine that changes its power.
redfish_call power_change_of(redfish_call call, const char* target) {
  call.request.what.interface = "power";
  call.request.what.name = "set_power_state";
  call.request.what.args = json{{"target", target}};
  return call;
}

order_reader change_reader(const redfish_call& call, shown_change look) {
  return [call, look] { return look(call); };
}

/// Unset: the change is visible.
maybe_failed await_change(redfish_call call, restart_change change) {
  const auto& options = call.bmc.options();
  auto pace = redfish_order_pace(call.bmc, options.boot_mode_config_timeout);
  pace.first = options.boot_mode_config_interval;
  pace.longest = options.boot_mode_config_interval;
  auto look = change_reader(call, change.look);
  const auto end = co_await await_sight(std::move(look), std::move(pace));
  if (end.result == order_result::done) co_return std::nullopt;
  auto text = "The machine was restarted, but " + change.what + " did not change.";
  if (!end.unread.empty()) text += " The last reading failed: " + end.unread;
  co_return step_failed(std::move(text));
}

maybe_failed restart_and_wait(redfish_call call, restart_change change) {
  if (call.bmc.options().boot_mode_config_timeout.count() == 0) co_return std::nullopt;
  const auto before = co_await read_redfish_power(call.bmc, call.system);
  auto started = co_await set_redfish_power(power_change_of(call, "rebooting"));
  if (started.status != step_status::done) co_return started;
  auto wrong = co_await await_change(call, std::move(change));
  const bool was_off = before && before->power == power_state::off;
  if (!was_off || call.request.machine.disable_power_off) co_return wrong;
  auto ended = co_await set_redfish_power(power_change_of(call, "power off"));
  if (!wrong && ended.status != step_status::done) co_return ended;
  co_return wrong;
}

maybe_failed send_and_restart(redfish_call call, restart_change change) {
  machine_order order;
  order.send = change.send;
  order.look = change_reader(call, change.look);
  order.repeatable = true;
  order.seen_other = true;
  auto pace = redfish_order_pace(call.bmc, call.bmc.options().setting_shown_within);
  const auto end = co_await execute_order(std::move(order), std::move(pace));
  if (end.result == order_result::done) co_return std::nullopt;
  if (!info(end.answer).accepted)
    co_return step_failed(text_of(end, redfish_machine_text(call.bmc), change.wanted));
  co_return co_await restart_and_wait(std::move(call), std::move(change));
}

}  // namespace

maybe_failed change_with_restart(redfish_call call, restart_change change) {
  return send_and_restart(std::move(call), std::move(change));
}

}  // namespace ironbus
