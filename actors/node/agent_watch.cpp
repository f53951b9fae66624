#include "actors/node/agent_watch.hpp"

#include "actors/node/enroll.hpp"
#include "actors/node/in_flight.hpp"
#include "actors/node/inspection.hpp"
#include "actors/node/ledger.hpp"
#include "actors/node/power.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// How often an operation begins again because of its agent, before a human is asked.
constexpr uint32_t restarts_max = 3;

/// How long an agent may take between its lookup and its first heartbeat, at most.
constexpr std::chrono::seconds first_call_max{60};

/// Whether the step in progress has been handed to the agent.
bool is_begun(const operation& op) {
  if (op.ledger.empty()) return false;
  const auto& last = op.ledger.back();
  return last.index == op.index && last.attempt == op.attempt && !last.finished_at;
}

/// The workflow waits for an agent that has not called since the machine was booted.
bool awaits_first_call(const node_snapshot& x) {
  return x.waiting && x.waiting->for_whom == awaited::agent && is_in_agent(x) &&
         !is_begun(*x.current) && !agent_is_known(x.about);
}

/// Two thirds of a short deadline are left for the machine's next boot.
std::chrono::seconds first_call_limit(const decision& d) {
  const auto limit = agent_timeout(d);
  return limit.count() == 0 ? first_call_max : std::min(first_call_max, limit / 3);
}

/// When a third of the wait is over: then its deadline may move on.
timestamp progress_due(const decision& d) {
  const auto& until = d.next.waiting->until;
  return until ? *until - agent_timeout(d) * 2 / 3 : d.ctx().now + d.ctx().options.step_timeout;
}

void tell_lost(decision& d, const std::string& reason) {
  d.emit(event::agent_lost,
         {{"reason", reason},
          {"agent_url", d.next.about.driver_internal_info.value("agent_url", json{})}});
}

void called_in_maintenance(decision& d) {
  auto& x = d.next;
  if (d.ctx().options.allow_provisioning_in_maintenance || !x.waiting || x.current->settled) return;
  fail_workflow(d, "The " + std::string{info(x.current->kind).noun} + " operation of node " +
                       x.about.uuid + " was aborted at " + name_of_step(*x.current) +
                       ", as the node is in maintenance mode.");
}

/// One more restart, or the end of the workflow: false.
bool may_restart(decision& d, const std::string& reason) {
  auto& op = *d.next.current;
  tell_lost(d, reason);
  if (++op.restarts <= restarts_max) return true;
  fail_workflow(d, "The agent was lost or changed more than " + std::to_string(restarts_max) +
                       " times, last at " + name_of_step(op) + ": " + reason);
  return false;
}

}  // namespace

bool agent_is_known(const node& x) {
  const auto url = x.driver_internal_info.find("agent_url");
  return url != x.driver_internal_info.end() && url->is_string() && *url != "";
}

bool is_in_agent(const node_snapshot& x) {
  return x.current && x.current->index < x.current->steps.size() &&
         x.current->steps[x.current->index].in_agent;
}

std::chrono::seconds agent_timeout(const decision& d) {
  return d.ctx().options.*(info(d.next.current->kind).agent_timeout);
}

std::string last_sign_of_agent(const node& x) {
  const auto& known = x.driver_internal_info;
  if (const auto at = known.find("agent_last_heartbeat"); at != known.end() && at->is_string())
    return "The agent was last heard at " + at->get<std::string>() + ".";
  return known.contains("agent_secret_token")
             ? "The agent has looked its node up but never called."
             : "No agent has looked the node up since its last boot.";
}

void agent_called(decision& d) {
  auto& x = d.next;
  if (!x.current) return;
  if (x.about.maintenance) return called_in_maintenance(d);
  if (!x.waiting) return agent_was_heard(d);
  if (awaits_inspection_data(x)) return;  // a heartbeat is not what it waits for
  if (x.waiting->for_whom != awaited::agent) return;
  if (!is_in_agent(x)) {
    close_ledger_entry(d, *x.current, "done", "the agent called");
    return complete_step(d);
  }
  if (is_begun(*x.current)) return ask_agent(d, false);
  end_wait(d);
  advance(d);
}

void agent_works(decision& d) {
  auto& x = d.next;
  if (!x.waiting->until || d.ctx().now < progress_due(d)) return;
  x.waiting->until = d.ctx().now + agent_timeout(d);
  x.about.provision_updated_at = d.ctx().now;
}

void agent_was_heard(decision& d) {
  auto& x = d.next;
  if (!x.in_flight || !is_in_agent(x) || !is_of_workflow(x, *x.in_flight)) return;
  auto& out = std::get<workflow_step>(x.in_flight->what);
  if (out.heard) return;
  out.heard = true;
}

void ask_agent(decision& d, bool doubtful) {
  const auto& x = d.next;
  const auto& op = *x.current;
  d.probe({{x.about.uuid, op.id, op.index, op.attempt},
           op.steps[op.index],
           op.kind,
           progress_due(d),
           machine_of(x.about, x.ports),
           doubtful});
}

bool is_first_call_due(const decision& d) {
  const auto& x = d.next;
  return awaits_first_call(x) &&
         (x.about.maintenance || d.ctx().now - x.waiting->since < first_call_limit(d));
}

void agent_began_anew(decision& d) {
  const auto& x = d.next;
  if (!x.waiting || x.waiting->for_whom != awaited::agent || !is_in_agent(x) || x.about.maintenance)
    return;
  if (is_begun(*x.current)) return ask_agent(d, true);
  if (!awaits_first_call(x)) return;
  const std::string reason = "it looked its node up twice without calling";
  end_wait(d);
  if (may_restart(d, reason)) reboot_for_agent(d);
}

void agent_is_gone(decision& d, const std::string& reason) {
  if (!may_restart(d, reason)) return;
  ++d.next.current->attempt;
  d.next.current->agent_kept = false;
  reboot_for_agent(d);
}

void agent_is_another(decision& d, const std::string& reason) {
  if (may_restart(d, reason)) begin_again(d);
}

bool recover_lost_agent(decision& d) {
  auto& x = d.next;
  switch (d.ctx().options.lost_agent_action) {
    case lost_agent::reboot: {
      if (!is_in_agent(x) || x.current->restarts >= restarts_max) return false;
      const auto reason = last_sign_of_agent(x.about);
      close_ledger_entry(d, *x.current, "interrupted", reason);
      end_wait(d);
      agent_is_gone(d, reason);
      return true;
    }
    case lost_agent::maintenance: {
      tell_lost(d, last_sign_of_agent(x.about));
      x.waiting->until = d.ctx().now + agent_timeout(d);
      set_maintenance_mode(d, {true, "The agent is lost. " + last_sign_of_agent(x.about)});
      return true;
    }
    default: return false;
  }
}

}  // namespace ironbus
