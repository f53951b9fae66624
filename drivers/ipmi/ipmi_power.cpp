#include "drivers/ipmi/ipmi_power.hpp"

#include "drivers/ipmi/boot_memory.hpp"
#include "drivers/kit/order/execute_order.hpp"
#include "drivers/kit/power_change.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

/// An argument of ipmitool's `power`, and the resulting power state.
struct ipmi_power_move {
  const char* word = nullptr;
  power_state leads_to = power_state::on;
  bool boots = false;
  bool repeatable = false;  ///< A second command does not disturb the first one.
};

constexpr ipmi_power_move ipmi_switch_on{"on", power_state::on, true, true};
constexpr ipmi_power_move ipmi_switch_off{"off", power_state::off, false, true};
constexpr ipmi_power_move ipmi_shut_down{"soft", power_state::off};
constexpr ipmi_power_move ipmi_reset{"reset", power_state::on, true};

/// Moves in order. Moves to the current state are skipped.
struct ipmi_power_row {
  std::string_view target;
  std::array<const ipmi_power_move*, 2> moves;
  bool repeats = false;  ///< Must run even if the machine already has the final state.
};

constexpr std::array ipmi_power_rows{
    ipmi_power_row{"power on", {&ipmi_switch_on, nullptr}},
    ipmi_power_row{"power off", {&ipmi_switch_off, nullptr}},
    ipmi_power_row{"soft power off", {&ipmi_shut_down, nullptr}},
    ipmi_power_row{"rebooting", {&ipmi_switch_off, &ipmi_switch_on}, true},
    ipmi_power_row{"soft rebooting", {&ipmi_shut_down, &ipmi_switch_on}, true},
};

/// For a machine that must not be powered off.
constexpr ipmi_power_row ipmi_reset_row{"rebooting", {&ipmi_reset, nullptr}, true};

const ipmi_power_row* find_row(std::string_view target) {
  const auto found = std::find_if(ipmi_power_rows.begin(), ipmi_power_rows.end(),
                                  [target](const auto& row) { return row.target == target; });
  return found == ipmi_power_rows.end() ? nullptr : &*found;
}

ipmi_order power_order(const char* word) {
  return word == ipmi_reset.word ? single_order({"power", word})
                                 : repeatable_order({"power", word});
}

step_outcome has_state(power_state state, std::string evidence) {
  facts out;
  out.power_state = state;
  return step_done(std::move(out), std::move(evidence));
}

using state_result = asio::awaitable<tl::expected<power_state, ipmi_error>>;

state_result ask_state(ipmi_context& context, permit allowed, ipmi_access access) {
  auto order = power_order("status");
  const auto answer = co_await context.tool.run(std::move(allowed), std::move(access), order);
  if (!answer) co_return tl::unexpected(answer.error());
  co_return read_power_text(*answer);
}

std::string neither_on_nor_off(const ipmi_access& access) {
  return "The BMC at " + access.place() + " reports neither power on nor power off.";
}

asio::awaitable<order_sight> look_at_state(ipmi_context& context, permit allowed,
                                           ipmi_access access, power_state wanted) {
  const auto state = co_await ask_state(context, allowed, access);
  order_sight out;
  if (!state) {
    out = ipmi_unread(state.error(), allowed);
  } else if (*state == power_state::error) {
    out.words = neither_on_nor_off(access);
  } else {
    out.state = to_string(*state);
    out.shows = *state == wanted ? machine_sight::wanted : machine_sight::other;
  }
  co_return out;
}

asio::awaitable<order_answer> send_power(ipmi_context& context, permit allowed, ipmi_access access,
                                         const char* word) {
  auto order = power_order(word);
  const auto answer = co_await context.tool.run(std::move(allowed), std::move(access), order);
  if (answer) co_return order_answer{};
  co_return ipmi_order_answer(answer.error());
}

order_reader state_reader(ipmi_context& context, const permit& allowed, const ipmi_access& access,
                          power_state wanted) {
  return [&context, allowed, access, wanted] {
    return look_at_state(context, allowed, access, wanted);
  };
}

order_pace power_pace(const ipmi_context& context, const step_request& request) {
  order_pace out;
  out.limit = power_change_limit(request);
  out.first = context.options.power_poll_first;
  out.again_after = 2 * context.options.min_command_interval;
  return out;
}

machine_order order_of(ipmi_context& context, const permitted_step& request,
                       const ipmi_access& access, const ipmi_power_move& move, power_state before) {
  machine_order out;
  out.send = [&context, allowed = request.allowed, access, word = move.word] {
    return send_power(context, allowed, access, word);
  };
  out.look = state_reader(context, request.allowed, access, move.leads_to);
  out.repeatable = move.repeatable;
  out.returns = &move == &ipmi_reset;
  out.seen_other = !out.returns && before != power_state::error;
  out.effect_after = out.returns ? context.options.reset_pause : context.options.power_poll_first;
  return out;
}

step_outcome power_failed(const ipmi_access& access, const ipmi_power_move& move,
                          const order_end& end) {
  auto out = step_failed(text_of(end, "The machine of the BMC at " + access.place(),
                                 std::string{to_string(move.leads_to)}));
  out.power_unknown = end.result == order_result::unknown;
  power_state last{};
  if (from_string(end.state, last)) out.observed.power_state = last;
  return out;
}

/// A BMC may report an old state for a while. So the state is read twice if it decides that a
/// requested move is not made. For a reset the other state decides.
state_result decisive_state(ipmi_context& context, permitted_step request, ipmi_access access,
                            const ipmi_power_move& first) {
  const auto state = co_await ask_state(context, request.allowed, access);
  const bool resets = &first == &ipmi_reset;
  const auto deciding = resets ? power_state::off : first.leads_to;
  if (!state || *state != deciding) co_return state;
  auto look = state_reader(context, request.allowed, access, deciding);
  order_sight before;
  before.shows = machine_sight::wanted;
  before.state = to_string(deciding);
  auto pace = power_pace(context, request);
  const auto sight = co_await confirmed_sight(std::move(look), std::move(pace), before);
  if (sight.shows == machine_sight::wanted) co_return state;
  co_return co_await ask_state(context, request.allowed, access);
}

ipmi_outcome make_moves(ipmi_context& context, permitted_step request, ipmi_access access,
                        const ipmi_power_row& row) {
  auto state = co_await decisive_state(context, request, access, *row.moves[0]);
  if (!state) co_return step_failed(state.error().message);
  facts observed;
  for (const auto* move : row.moves) {
    if (move == nullptr) continue;
    // A machine that is off is powered on instead of reset.
    if (move == &ipmi_reset && *state == power_state::off) move = &ipmi_switch_on;
    if (*state == move->leads_to && move != &ipmi_reset) continue;
    if (move->boots) {
      auto wrong = co_await renew_boot_device(context, request, access, observed);
      if (wrong) co_return step_failed(*wrong);
    }
    auto order = order_of(context, request, access, *move, *state);
    auto pace = power_pace(context, request);
    const auto end = co_await execute_order(std::move(order), std::move(pace));
    if (end.result != order_result::done) co_return power_failed(access, *move, end);
    *state = move->leads_to;
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
        join(ipmi_power_rows, [](const auto& one) -> std::string_view { return one.target; }) +
        ".");
  if (request.machine.disable_power_off && row->moves[0]->leads_to == power_state::off) {
    if (target != ipmi_reset_row.target)
      co_return step_refused("'" + target +
                             "' would power the machine off, which disable_power_off forbids.");
    row = &ipmi_reset_row;
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

/// One reading could be older than the dead worker's command.
recovered recover_power(ipmi_context& context, permitted_step request) {
  const auto* row = find_row(member_text(request.what.args, "target"));
  if (row == nullptr || row->repeats) co_return std::nullopt;
  const auto access = ipmi_access_of(request.machine);
  if (!access) co_return std::nullopt;
  const auto wanted = row->moves[0]->leads_to;
  auto look = state_reader(context, request.allowed, *access, wanted);
  auto pace = power_pace(context, request);
  const auto sight = co_await confirmed_sight(std::move(look), std::move(pace));
  if (sight.shows != machine_sight::wanted) co_return std::nullopt;
  co_return has_state(wanted, "reported by the machine");
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
