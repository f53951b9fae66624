#include "drivers/redfish/redfish_power.hpp"

#include "drivers/kit/order/execute_order.hpp"
#include "drivers/kit/pause.hpp"
#include "drivers/kit/power_change.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_boot.hpp"
#include "drivers/redfish/redfish_identity.hpp"
#include "drivers/redfish/redfish_order.hpp"
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
  bool restarts = false;    ///< The state before is also on, so the end is not visible.
  bool repeatable = false;  ///< A second request does not disturb the first one.
};

constexpr power_move switch_on{"On", power_state::on, false, true};
constexpr power_move switch_off{"ForceOff", power_state::off, false, true};
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
/// One reading.
shown_result ask_power(redfish_client bmc, std::string system) {
  const auto shown = co_await look_at_system(std::move(bmc), std::move(system));
  if (!shown) co_return tl::unexpected(shown.error());
  co_return power_of(*shown);
}

/// A reading before an order. Readings fail for a while after a reset, which may be of another
/// client.
shown_result ask_power_patiently(redfish_call call) {
  const auto shown = co_await get_system(call.bmc, call.system);
  if (!shown) co_return tl::unexpected(shown.error());
  co_return power_of(*shown);
}

step_outcome has_power(const shown_power& shown, std::string evidence) {
  facts out;
  out.power_state = shown.state;
  return step_done(std::move(out), std::move(evidence));
}

/// An answer without a power state shows nothing: some BMCs have none for a while after a change.
order_sight power_sight(const redfish_result<shown_power>& shown, power_state wanted) {
  if (!shown) return redfish_unread(shown.error());
  if (!shown->state) return {machine_sight::nothing, {}, "The BMC reports no power state."};
  order_sight out{machine_sight::other, std::string{to_string(*shown->state)}, {}};
  if (shown->changing) out.shows = machine_sight::changing;
  if (shown->is(wanted)) out.shows = machine_sight::wanted;
  return out;
}

asio::awaitable<order_sight> look_at_power(redfish_client bmc, std::string system,
                                           power_state wanted) {
  const auto shown = co_await ask_power(std::move(bmc), std::move(system));
  co_return power_sight(shown, wanted);
}

order_pace power_pace(const redfish_call& call) {
  return redfish_order_pace(call.bmc, power_change_limit(call.request));
}

/// Polls with growing pauses until the machine stops changing.
shown_result await_stable_power(redfish_call call) {
  const auto give_up = steady_clock::now() + power_change_limit(call.request);
  for (auto pause = call.bmc.options().power_poll_first;; pause = next_power_pause(pause)) {
    const auto shown = co_await ask_power_patiently(call);
    if (!shown || !shown->changing) co_return shown;
    if (steady_clock::now() >= give_up)
      co_return redfish_refusal(redfish_machine_text(call.bmc) +
                                    " did not reach a stable power state in time. It still "
                                    "reports that it is changing.",
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
asio::awaitable<order_answer> send_reset(redfish_call call, const char* type) {
  const auto system = co_await look_at_system(call.bmc, call.system);
  if (!system) co_return redfish_unsent_order(system.error());
  const auto target = action_target(system->body, "ComputerSystem.Reset");
  if (target.empty())
    co_return redfish_unsent_order(no_link(*system, "Actions.#ComputerSystem.Reset").value());
  if (auto wrong = check_type(*system, type)) co_return redfish_unsent_order(*wrong);
  auto body = reset_body(type);
  const auto done = co_await call.bmc.post_once(target, std::move(body));
  co_return redfish_order_answer(done);
}

machine_order power_order(const redfish_call& call, const power_move& move, bool seen_other) {
  machine_order out;
  out.send = [call, type = move.type] { return send_reset(call, type); };
  out.look = [call, wanted = move.leads_to] {
    return look_at_power(call.bmc, call.system, wanted);
  };
  out.repeatable = move.repeatable;
  out.seen_other = seen_other && !move.restarts;
  out.returns = move.restarts;
  if (move.restarts) out.effect_after = call.bmc.options().reset_pause;
  return out;
}

/// A move that is replaced or skipped because of the shown state.
bool depends_on(const power_move& move, const shown_power& shown) {
  return move.restarts ? shown.is(power_state::off) : shown.is(move.leads_to);
}

/// A BMC may report an old state for a while. So the state is read twice if it decides that a
/// requested move is not made.
shown_result decisive_power(redfish_call call, const power_move& first) {
  auto shown = co_await await_stable_power(call);
  if (!shown || !depends_on(first, *shown)) co_return shown;
  const auto state = *shown->state;
  auto before = power_sight(shown, state);
  const order_reader look = [call, state] { return look_at_power(call.bmc, call.system, state); };
  auto pace = power_pace(call);
  const auto sight = co_await confirmed_sight(look, std::move(pace), std::move(before));
  if (sight.shows == machine_sight::wanted) co_return shown;
  co_return co_await await_stable_power(call);
}

step_outcome power_failed(const redfish_call& call, const power_move& move, const order_end& end) {
  auto text = text_of(end, redfish_machine_text(call.bmc), std::string{to_string(move.leads_to)});
  const bool unasked = end.result == order_result::refused && end.answer == answer_kind::not_sent;
  auto out = unasked ? step_refused(std::move(text)) : step_failed(std::move(text));
  out.power_unknown = end.result == order_result::unknown;
  power_state last{};
  if (from_string(end.state, last)) out.observed.power_state = last;
  return out;
}

redfish_outcome make_power_moves(redfish_call call, const power_row& row) {
  auto shown = co_await decisive_power(call, *row.moves[0]);
  if (!shown) co_return redfish_step_failed(shown.error());
  for (const auto* move : row.moves) {
    if (move == nullptr) continue;
    // A machine that is off is powered on instead of restarted.
    if (move->restarts && shown->is(power_state::off)) move = &switch_on;
    if (!move->restarts && shown->is(move->leads_to)) continue;
    if (move->leads_to == power_state::on) co_await renew_redfish_boot_device(call);
    auto order = power_order(call, *move, shown->state.has_value());
    auto pace = power_pace(call);
    const auto end = co_await execute_order(std::move(order), std::move(pace));
    if (end.result != order_result::done) co_return power_failed(call, *move, end);
    *shown = shown_power{move->leads_to, false};
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

/// One reading could be older than the dead worker's request.
asio::awaitable<std::optional<step_outcome>> recover_power(redfish_call call) {
  const auto* row = find_power_row(member_text(call.request.what.args, "target"));
  if (row == nullptr || row->repeats) co_return std::nullopt;
  const auto wanted = row->moves[0]->leads_to;
  const order_reader look = [call, wanted] { return look_at_power(call.bmc, call.system, wanted); };
  auto pace = power_pace(call);
  const auto sight = co_await confirmed_sight(look, std::move(pace));
  if (sight.shows != machine_sight::wanted) co_return std::nullopt;
  co_return has_power(shown_power{wanted, false}, "reported by the machine");
}

asio::awaitable<redfish_reading> read_power(redfish_client bmc, std::string system) {
  const auto shown = co_await look_at_system(std::move(bmc), std::move(system));
  if (!shown) co_return fail(error_code::unavailable, shown.error().message);
  machine_reading found;
  found.power = power_of(*shown).state;
  found.health = health_of(*shown);
  co_return found;
}

}  // namespace

redfish_outcome inject_redfish_nmi(redfish_call call) {
  const auto answer = co_await send_reset(std::move(call), "Nmi");
  if (info(answer.kind).accepted) co_return step_done({}, "Redfish: Nmi");
  if (answer.kind == answer_kind::not_sent) co_return step_refused(answer.words);
  co_return step_failed(answer.words);
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
