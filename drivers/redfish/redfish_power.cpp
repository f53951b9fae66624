#include "drivers/redfish/redfish_power.hpp"

#include "drivers/kit/pause.hpp"
#include "drivers/kit/power_change.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_boot.hpp"
#include "drivers/redfish/redfish_identity.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

/// A ResetType and the resulting power state.
struct power_move {
  const char* type = nullptr;
  power_state leads_to = power_state::on;
  bool restarts = false;  ///< The state before is also on, so the end is not visible.
};

constexpr power_move switch_on{"On", power_state::on};
constexpr power_move switch_off{"ForceOff", power_state::off};
constexpr power_move shut_down{"GracefulShutdown", power_state::off};
constexpr power_move reset{"ForceRestart", power_state::on, true};
constexpr power_move soft_restart{"GracefulRestart", power_state::on, true};

/// Moves in order. Moves to the current state are skipped.
struct power_row {
  std::string_view target;
  std::array<const power_move*, 2> moves;
  bool repeats = false;  ///< Must run even if the machine already has the final state.
};

constexpr std::array power_rows{
    power_row{"power on", {&switch_on, nullptr}},
    power_row{"power off", {&switch_off, nullptr}},
    power_row{"soft power off", {&shut_down, nullptr}},
    power_row{"rebooting", {&switch_off, &switch_on}, true},
    power_row{"soft rebooting", {&soft_restart, nullptr}, true},
};

/// For a machine that must not be powered off.
constexpr power_row reset_row{"rebooting", {&reset, nullptr}, true};

const power_row* find_power_row(std::string_view target) {
  const auto* found = std::find_if(power_rows.begin(), power_rows.end(),
                                   [target](const auto& row) { return row.target == target; });
  return found == power_rows.end() ? nullptr : found;
}

/// The reported power state; for a changing machine the final one.
struct shown_power {
  std::optional<power_state> state;
  bool changing = false;

  bool is(power_state wanted) const { return state == wanted && !changing; }
};

struct shown_row {
  std::string_view text;
  shown_power meaning;
};

constexpr std::array shown_rows{
    shown_row{"On", {power_state::on, false}},
    shown_row{"Off", {power_state::off, false}},
    shown_row{"PoweringOn", {power_state::on, true}},
    shown_row{"PoweringOff", {power_state::off, true}},
};

shown_power power_of(const redfish_resource& system) {
  const auto text = member_text(system.body, "PowerState");
  const auto* row = std::find_if(shown_rows.begin(), shown_rows.end(),
                                 [&](const auto& one) { return one.text == text; });
  return row == shown_rows.end() ? shown_power{} : row->meaning;
}

using shown_result = asio::awaitable<redfish_result<shown_power>>;
using maybe_fault = asio::awaitable<std::optional<redfish_error>>;

shown_result ask_power(redfish_client bmc, std::string system) {
  const auto shown = co_await get_system(std::move(bmc), std::move(system));
  if (!shown) co_return tl::unexpected(shown.error());
  co_return power_of(*shown);
}

step_outcome has_power(const shown_power& shown, std::string evidence) {
  facts out;
  out.power_state = shown.state;
  return step_done(std::move(out), std::move(evidence));
}

std::string state_text(const shown_power& shown) {
  return shown.state ? std::string{to_string(*shown.state)} : "no power state";
}

/// Polls with growing pauses until the machine has the state, or, without a wanted state, until it
/// stops changing.
shown_result await_power(redfish_call call, std::optional<power_state> wanted) {
  const auto give_up = steady_clock::now() + power_change_limit(call.request);
  for (auto pause = call.bmc.options().power_poll_first;; pause = next_power_pause(pause)) {
    const auto shown = co_await ask_power(call.bmc, call.system);
    if (!shown) co_return shown;
    if (wanted ? shown->is(*wanted) : !shown->changing) co_return shown;
    if (steady_clock::now() >= give_up)
      co_return redfish_refusal("The machine of the BMC at " + call.bmc.account().place() +
                                    " did not reach '" +
                                    std::string{wanted ? to_string(*wanted) : "stable"} +
                                    "' in time. It still reports '" + state_text(*shown) +
                                    (shown->changing ? "' and is changing." : "'."),
                                redfish_fault::broken);
    co_await pause_for(pause);
  }
}

std::optional<redfish_error> check_type(const redfish_resource& system, const char* type) {
  const auto& action = member_at(system.body, {"Actions", "#ComputerSystem.Reset"});
  const auto offered = allowed_values(action, "ResetType");
  if (!offered || std::find(offered->begin(), offered->end(), type) != offered->end())
    return std::nullopt;
  return redfish_error{redfish_fault::refused,
                       0,
                       "The machine does not support the reset type " + std::string{type} +
                           "; its BMC allows: " + join(*offered) + ".",
                       {}};
}

json reset_body(const char* type) { return {{"ResetType", type}}; }

/// Sends the request once. The caller handles 503 (busy).
maybe_fault send_reset_once(redfish_call call, const char* type) {
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return system.error();
  const auto target = action_target(system->body, "ComputerSystem.Reset");
  if (target.empty()) co_return no_link(*system, "Actions.#ComputerSystem.Reset").value();
  if (auto wrong = check_type(*system, type)) co_return wrong;
  auto body = reset_body(type);
  const auto done = co_await call.bmc.post_once(target, std::move(body));
  if (done) co_return std::nullopt;
  co_return done.error();
}

/// BMCs reject a state that the machine already has, and for a while one that it just left.
bool is_conflict(const redfish_error& wrong) {
  return wrong.status == 409 || (wrong.status == 400 && wrong.fault == redfish_fault::busy);
}

maybe_fault send_reset(redfish_call call, const power_move& move) {
  const auto& options = call.bmc.options();
  for (uint32_t attempt = 0;; ++attempt) {
    auto wrong = co_await send_reset_once(call, move.type);
    if (!wrong) co_return std::nullopt;
    const bool unknown = wrong->fault == redfish_fault::silent;
    if (!unknown && wrong->status != 400 && wrong->status != 409) co_return wrong;
    // It may have been sent. Sending it again would restart the machine twice.
    if (move.restarts && unknown) co_return std::nullopt;
    const auto shown = co_await ask_power(call.bmc, call.system);
    if (shown && shown->state == move.leads_to && !move.restarts) co_return std::nullopt;
    const bool again = unknown || is_conflict(*wrong);
    if (!again || attempt >= options.power_on_conflict_retry_attempts) co_return wrong;
    co_await pause_for(options.power_on_conflict_retry_interval);
  }
}

/// Makes one move and waits for its end.
shown_result make_power_move(redfish_call call, const power_move& move) {
  if (move.leads_to == power_state::on) co_await renew_redfish_boot_device(call);
  auto wrong = co_await send_reset(call, move);
  if (wrong) co_return tl::unexpected(std::move(*wrong));
  if (move.restarts) co_await pause_for(call.bmc.options().reset_pause);
  co_return co_await await_power(std::move(call), move.leads_to);
}

redfish_outcome make_power_moves(redfish_call call, const power_row& row) {
  auto shown = co_await await_power(call, std::nullopt);
  if (!shown) co_return redfish_step_failed(shown.error());
  for (const auto* move : row.moves) {
    if (move == nullptr) continue;
    // A machine that is off is powered on instead of restarted.
    if (move->restarts && shown->is(power_state::off)) move = &switch_on;
    if (!move->restarts && shown->is(move->leads_to)) continue;
    shown = co_await make_power_move(call, *move);
    if (!shown) co_return redfish_step_failed(shown.error());
  }
  co_return has_power(*shown, "Redfish: " + std::string{row.target});
}

std::string known_targets() {
  return join(power_rows, [](const auto& one) -> std::string_view { return one.target; });
}

redfish_outcome get_power(redfish_call call) {
  const auto shown = co_await ask_power(call.bmc, call.system);
  if (!shown) co_return redfish_step_failed(shown.error());
  co_return has_power(*shown, "Redfish: PowerState");
}

redfish_outcome set_power(redfish_call call) {
  const auto target = member_text(call.request.what.args, "target");
  const auto* row = find_power_row(target);
  if (row == nullptr)
    co_return step_refused("The power target '" + target +
                           "' is not supported; allowed: " + known_targets() + ".");
  if (call.request.machine.disable_power_off && row->moves[0]->leads_to == power_state::off) {
    if (target != reset_row.target)
      co_return step_refused("'" + target +
                             "' would power the machine off, which disable_power_off forbids.");
    row = &reset_row;
  }
  co_return co_await make_power_moves(std::move(call), *row);
}

asio::awaitable<std::optional<step_outcome>> recover_power(redfish_call call) {
  const auto* row = find_power_row(member_text(call.request.what.args, "target"));
  if (row == nullptr || row->repeats) co_return std::nullopt;
  const auto shown = co_await ask_power(call.bmc, call.system);
  if (!shown || !shown->is(row->moves[0]->leads_to)) co_return std::nullopt;
  co_return has_power(*shown, "reported by the machine");
}

asio::awaitable<redfish_reading> read_power(redfish_client bmc, std::string system) {
  const auto shown = co_await get_system(std::move(bmc), std::move(system));
  if (!shown) co_return fail(error_code::unavailable, shown.error().message);
  machine_reading found;
  found.power = power_of(*shown).state;
  found.health = health_of(*shown);
  co_return found;
}

}  // namespace

redfish_outcome inject_redfish_nmi(redfish_call call) {
  const auto wrong = co_await send_reset_once(std::move(call), "Nmi");
  if (wrong) co_return redfish_step_failed(*wrong);
  co_return step_done({}, "Redfish: Nmi");
}

redfish_outcome get_redfish_power(redfish_call call) { return get_power(std::move(call)); }

redfish_outcome set_redfish_power(redfish_call call) { return set_power(std::move(call)); }

asio::awaitable<std::optional<step_outcome>> recover_redfish_power(redfish_call call) {
  return recover_power(std::move(call));
}

asio::awaitable<redfish_reading> read_redfish_power(redfish_client bmc, std::string system) {
  return read_power(std::move(bmc), std::move(system));
}

}  // namespace ironbus
