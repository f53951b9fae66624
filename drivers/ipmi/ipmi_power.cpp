#include "drivers/ipmi/ipmi_power.hpp"

#include "drivers/ipmi/boot_memory.hpp"
#include "drivers/kit/pause.hpp"
#include "drivers/kit/power_change.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

/// An argument of ipmitool's `power`, and the resulting power state.
struct power_move {
  const char* word = nullptr;
  power_state leads_to = power_state::on;
  bool boots = false;
};

constexpr power_move switch_on{"on", power_state::on, true};
constexpr power_move switch_off{"off", power_state::off};
constexpr power_move shut_down{"soft", power_state::off};
constexpr power_move reset{"reset", power_state::on, true};

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
    power_row{"soft rebooting", {&shut_down, &switch_on}, true},
};

/// For a machine that must not be powered off.
constexpr power_row reset_row{"rebooting", {&reset, nullptr}, true};

const power_row* find_row(std::string_view target) {
  const auto found = std::find_if(power_rows.begin(), power_rows.end(),
                                  [target](const auto& row) { return row.target == target; });
  return found == power_rows.end() ? nullptr : &*found;
}

ipmi_order power_order(const char* word) {
  return word == reset.word ? single_order({"power", word}) : repeatable_order({"power", word});
}

step_outcome has_state(power_state state, std::string evidence) {
  facts out;
  out.power_state = state;
  return step_done(std::move(out), std::move(evidence));
}

failure driver_failure(std::string message) {
  return {error_code::driver_failed, std::move(message)};
}

using state_result = asio::awaitable<result<power_state>>;

state_result ask_state(ipmi_context& context, permit allowed, ipmi_access access) {
  auto order = power_order("status");
  const auto answer = co_await context.tool.run(std::move(allowed), std::move(access), order);
  if (!answer) co_return tl::unexpected(driver_failure(answer.error().message));
  co_return read_power_text(*answer);
}

std::string neither_on_nor_off(const ipmi_access& access) {
  return "The BMC at " + access.place() + " reports neither power on nor power off.";
}

std::string not_reached(const ipmi_access& access, power_state wanted, power_state last) {
  return "The machine of the BMC at " + access.place() + " did not reach '" +
         std::string{to_string(wanted)} + "' in time. It still reports '" +
         std::string{to_string(last)} + "'.";
}

/// Polls with growing pauses until the machine has the state.
state_result await_state(ipmi_context& context, permit allowed, ipmi_access access,
                         power_state wanted, std::chrono::seconds limit) {
  const auto give_up = steady_clock::now() + limit;
  for (auto pause = context.options.power_poll_first;; pause = next_power_pause(pause)) {
    co_await pause_for(pause);
    const auto state = co_await ask_state(context, allowed, access);
    if (!state || *state == wanted) co_return state;
    if (steady_clock::now() >= give_up)
      co_return tl::unexpected(driver_failure(not_reached(access, wanted, *state)));
  }
}

/// Makes one move and waits for its end.
state_result make_move(ipmi_context& context, permitted_step request, ipmi_access access,
                       const power_move& move) {
  auto order = power_order(move.word);
  const auto answer = co_await context.tool.run(request.allowed, access, order);
  if (!answer) co_return tl::unexpected(driver_failure(answer.error().message));
  if (move.word == reset.word) co_await pause_for(context.options.reset_pause);
  const auto limit = power_change_limit(request);
  auto waiting = await_state(context, request.allowed, std::move(access), move.leads_to, limit);
  co_return co_await std::move(waiting);
}

ipmi_outcome make_moves(ipmi_context& context, permitted_step request, ipmi_access access,
                        const power_row& row) {
  auto state = co_await ask_state(context, request.allowed, access);
  if (!state) co_return step_failed(state.error().message);
  facts observed;
  for (const auto* move : row.moves) {
    if (move == nullptr) continue;
    // A machine that is off is powered on instead of reset.
    if (move == &reset && *state == power_state::off) move = &switch_on;
    if (*state == move->leads_to && move != &reset) continue;
    if (move->boots) {
      auto wrong = co_await renew_boot_device(context, request, access, observed);
      if (wrong) co_return step_failed(*wrong);
    }
    state = co_await make_move(context, request, access, *move);
    if (!state) co_return step_failed(state.error().message);
  }
  observed.power_state = *state;
  co_return step_done(std::move(observed), "ipmitool: " + std::string{row.target});
}

ipmi_outcome set_power(ipmi_context& context, permitted_step request, ipmi_access access) {
  const auto target = member_text(request.what.args, "target");
  const auto* row = find_row(target);
  if (row == nullptr)
    co_return step_refused(
        "The power target '" + target + "' is not supported; allowed: " +
        join(power_rows, [](const auto& one) -> std::string_view { return one.target; }) + ".");
  if (request.machine.disable_power_off && row->moves[0]->leads_to == power_state::off) {
    if (target != reset_row.target)
      co_return step_refused("'" + target +
                             "' would power the machine off, which disable_power_off forbids.");
    row = &reset_row;
  }
  co_return co_await make_moves(context, std::move(request), std::move(access), *row);
}

/// The power sync repeats its reads and could lock the account.
power_reading skipped_reading(const ipmi_access& access) {
  return fail(error_code::unavailable,
              "The BMC at " + access.place() +
                  " rejected the user name, the password or the K_g key of driver_info. The power "
                  "sync skips it for 10 minutes. A power request still reaches it.");
}

using recovered = asio::awaitable<std::optional<step_outcome>>;

recovered recover_power(ipmi_context& context, permitted_step request) {
  const auto* row = find_row(member_text(request.what.args, "target"));
  if (row == nullptr || row->repeats) co_return std::nullopt;
  const auto access = ipmi_access_of(request.machine);
  if (!access) co_return std::nullopt;
  const auto state = co_await ask_state(context, request.allowed, *access);
  if (!state || *state != row->moves[0]->leads_to) co_return std::nullopt;
  co_return has_state(*state, "reported by the machine");
}

}  // namespace

power_state read_power_text(std::string_view text) {
  if (text == "Chassis Power is on\n") return power_state::on;
  return text == "Chassis Power is off\n" ? power_state::off : power_state::error;
}

ipmi_outcome get_ipmi_power(ipmi_context& context, permitted_step request, ipmi_access access) {
  const auto state = co_await ask_state(context, request.allowed, access);
  if (!state) co_return step_failed(state.error().message);
  if (*state == power_state::error) co_return step_failed(neither_on_nor_off(access));
  co_return has_state(*state, "ipmitool: power status");
}

ipmi_outcome set_ipmi_power(ipmi_context& context, permitted_step request, ipmi_access access) {
  return set_power(context, std::move(request), std::move(access));
}

asio::awaitable<std::optional<step_outcome>> recover_ipmi_power(ipmi_context& context,
                                                                permitted_step request) {
  return recover_power(context, std::move(request));
}

asio::awaitable<power_reading> read_ipmi_power(ipmi_context& context, machine target,
                                               permit allowed) {
  const auto access = ipmi_access_of(target);
  if (!access) co_return tl::unexpected(access.error());
  const auto bmc = context.tool.queue_of(*access);
  if (bmc->has_refused(access->credentials())) co_return skipped_reading(*access);
  if (!co_await bmc->enter())
    co_return fail(error_code::unavailable,
                   "Too many commands are waiting for the BMC at " + access->place() + ".");
  const bmc_turn turn{bmc};
  co_await bmc->rest();
  if (context.batches.can_ask(*access, *bmc)) {
    auto found = co_await context.batches.ask(allowed, *access, bmc);
    if (found) co_return std::move(*found);
  }
  auto order = power_order("status");
  const auto answer = co_await context.tool.run_in_turn(allowed, *access, order, bmc);
  if (!answer) co_return fail(error_code::unavailable, answer.error().message);
  machine_reading found;
  found.power = read_power_text(*answer);
  if (found.power == power_state::error)
    co_return fail(error_code::unavailable, neither_on_nor_off(*access));
  co_return found;
}

}  // namespace ironbus
