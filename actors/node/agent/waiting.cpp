#include "actors/node/agent/waiting.hpp"

#include "actors/node/agent/agent_presence.hpp"
#include "actors/node/decision/machine.hpp"
#include "actors/node/tables/workflow_table.hpp"

#include <algorithm>

namespace ironbus {

namespace {

using std::chrono::seconds;

std::string consequence(const decision& d) {
  return "the " + std::string{info(d.next.current->kind).noun} + " operation fails";
}

std::optional<timestamp> after(timestamp now, seconds limit) {
  if (limit.count() == 0) return std::nullopt;
  return now + limit;
}

/// Workers of an older release send no handle; they report the end themselves.
std::optional<awaited_task> task_of(const decision& d, const step_outcome& x) {
  if (x.waits_for != awaited::task || x.task_handle.empty()) return std::nullopt;
  return awaited_task{x.task_handle, first_poll(d, x)};
}

}  // namespace

verdict::wait wait_for_operator() {
  return {.awaited_party = awaited::operator_,
          .until = {},
          .on_expiry = "nothing; an operator must unhold or abort",
          .entering = provision_event::hold};
}

verdict::wait wait_for_agent(const decision& decision) {
  return {.awaited_party = awaited::agent,
          .until = after(decision.ctx().now, agent_timeout(decision)),
          .on_expiry = consequence(decision)};
}

verdict::wait pause(const decision& decision, const json& args) {
  const auto found = args.find("seconds");
  if (found == args.end() || !found->is_number()) return wait_for_agent(decision);
  const auto longest = static_cast<double>(decision.ctx().options.max_wait_step.count());
  const auto asked = std::clamp(found->get<double>(), 0.0, longest);
  const auto length = std::chrono::milliseconds{static_cast<int64_t>(asked * 1000)};
  return {.awaited_party = awaited::timer,
          .until = decision.ctx().now + length,
          .on_expiry = "the workflow continues"};
}

verdict::wait wait_for_children(const decision& decision) {
  return {.awaited_party = awaited::children,
          .until = decision.ctx().now + decision.ctx().options.step_timeout,
          .on_expiry = consequence(decision)};
}

verdict::wait wait_for_step(const decision& decision, const step_outcome& outcome,
                            bool agent_called) {
  const auto limit =
      outcome.wait_seconds ? seconds{*outcome.wait_seconds} : agent_timeout(decision);
  return {.awaited_party = outcome.waits_for,
          .until = after(decision.ctx().now, limit),
          .on_expiry = consequence(decision),
          .agent_called = agent_called,
          .task = task_of(decision, outcome)};
}

timestamp first_poll(const decision& decision, const step_outcome& outcome) {
  const auto& options = decision.ctx().options;
  const auto pause =
      outcome.poll_seconds ? seconds{*outcome.poll_seconds} : options.task_poll_first;
  return decision.ctx().now +
         std::clamp(pause, seconds{1}, std::max(seconds{1}, options.task_poll_longest));
}

void end_wait(decision& decision) {
  decision.next.waiting.reset();
  if (!decision.next.current->concluded &&
      info(decision.next.attributes.state).kind == state_kind::waiting)
    move(decision, provision_event::resume);
}

void restart_wait(decision& decision) {
  auto& x = decision.next;
  if (!x.waiting || !x.waiting->until || x.waiting->awaited_party == awaited::timer) return;
  const auto limit = agent_timeout(decision);
  x.waiting->asks_console = false;
  x.waiting->until =
      decision.ctx().now + (limit.count() != 0 ? limit : decision.ctx().options.step_timeout);
}

}  // namespace ironbus
