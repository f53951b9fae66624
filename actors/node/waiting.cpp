#include "actors/node/waiting.hpp"

#include "actors/node/agent_watch.hpp"
#include "actors/node/deferral.hpp"
#include "actors/node/in_flight.hpp"
#include "actors/node/ledger.hpp"

#include <algorithm>

namespace ironbus {

namespace {

using std::chrono::seconds;

constexpr auto until_told = "nothing; an operator must unhold or abort";

std::string consequence(const operation& op) {
  return "the " + std::string{info(op.kind).noun} + " operation fails";
}

std::optional<timestamp> after(timestamp now, seconds limit) {
  if (limit.count() == 0) return std::nullopt;
  return now + limit;
}

void wait_for_agent(decision& d) {
  const auto now = d.ctx().now;
  d.next.waiting.emplace(awaited::agent, now, after(now, agent_timeout(d)),
                         consequence(*d.next.current));
}

/// Enters the waiting state of the workflow, if it has one. While only tidying is left, the state
/// belongs to what comes next.
void enter_waiting_state(decision& d) {
  if (!d.next.current->settled && can_move(d.next, provision_event::wait))
    move(d, provision_event::wait);
}

void request_is_silent(decision& d) {
  const auto was = *std::exchange(d.next.in_flight, std::nullopt);
  const auto waited = std::chrono::duration_cast<seconds>(d.ctx().now - was.since);
  const auto reason = "No driver answered within " + std::to_string(waited.count()) + " s";
  rules_of(was).silent(d, reason, was);
}

/// "the agent", "the child nodes A, B".
std::string awaited_party(const node_snapshot& x) {
  if (x.waiting->for_whom != awaited::children)
    return "the " + std::string{to_string(x.waiting->for_whom)};
  std::string names;
  for (const auto& child : x.current->children_left) names += (names.empty() ? " " : ", ") + child;
  return "the child nodes" + names;
}

std::string advice(const node_snapshot& x) {
  if (x.waiting->for_whom != awaited::agent) return {};
  return " " + last_sign_of_agent(x.about) + " Please check if the ramdisk is running on the node.";
}

void wait_is_over(decision& d) {
  auto& x = d.next;
  const auto waited = *x.waiting;
  if (waited.for_whom == awaited::timer) {
    close_ledger_entry(d, *x.current, "done", "");
    return complete_step(d);
  }
  if (x.about.maintenance) return begin_wait_anew(d);
  if (waited.for_whom == awaited::agent && recover_lost_agent(d)) return;
  fail_workflow(d, "Timeout reached in state '" + std::string{to_string(x.about.state)} +
                       "' while waiting for " + awaited_party(x) + " since " +
                       to_string(waited.since) + " at " + name_of_step(*x.current) + "." +
                       advice(x));
}

}  // namespace

void hold_for_operator(decision& d) {
  d.next.waiting.emplace(awaited::operator_, d.ctx().now, std::nullopt, until_told);
  move(d, provision_event::hold);
}

void release_hold(decision& d) {
  auto& x = d.next;
  const bool service = x.about.state == provision_state::service_hold;
  move(d, provision_event::unhold);
  if (!service && x.about.driver_internal_info.contains("agent_url")) return wait_for_agent(d);
  close_ledger_entry(d, *x.current, "done", "");
  complete_step(d);
}

void pause(decision& d, const json& args) {
  const auto now = d.ctx().now;
  enter_waiting_state(d);
  auto at = args.find("seconds");
  if (at == args.end() || !at->is_number()) return wait_for_agent(d);
  const auto asked = std::clamp(at->get<double>(), 0.0,
                                static_cast<double>(d.ctx().options.max_wait_step.count()));
  const auto length = std::chrono::milliseconds{static_cast<int64_t>(asked * 1000)};
  d.next.waiting.emplace(awaited::timer, now, now + length, "the workflow goes on");
}

void await_agent(decision& d) {
  enter_waiting_state(d);
  wait_for_agent(d);
}

void await_children(decision& d) {
  const auto now = d.ctx().now;
  enter_waiting_state(d);
  d.next.waiting.emplace(awaited::children, now, now + d.ctx().options.step_timeout,
                         consequence(*d.next.current));
}

void await_step(decision& d, const step_outcome& x, bool heard) {
  const auto now = d.ctx().now;
  const auto limit = x.wait_seconds ? seconds{*x.wait_seconds} : agent_timeout(d);
  d.next.waiting.emplace(x.waits_for, now, after(now, limit), consequence(*d.next.current));
  enter_waiting_state(d);
  if (heard && is_in_agent(d.next)) ask_agent(d, false);
  advance(d);
}

void begin_wait_anew(decision& d) {
  auto& x = d.next;
  if (!x.waiting || !x.waiting->until || x.waiting->for_whom == awaited::timer) return;
  const auto limit = agent_timeout(d);
  x.waiting->until = d.ctx().now + (limit.count() != 0 ? limit : d.ctx().options.step_timeout);
}

void apply_deadlines(decision& d) {
  const auto now = d.ctx().now;
  auto& x = d.next;
  if (x.in_flight && x.in_flight->until <= now) request_is_silent(d);
  if (x.waiting && x.waiting->until && *x.waiting->until <= now) wait_is_over(d);
  expire_deferred(d);
}

}  // namespace ironbus
