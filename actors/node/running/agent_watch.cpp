#include "actors/node/running/agent_watch.hpp"

#include "actors/node/agent/agent_presence.hpp"
#include "actors/node/agent/waiting.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/editing/enroll.hpp"
#include "actors/node/inspection/inspection.hpp"
#include "actors/node/tables/workflow_table.hpp"
#include "messages/model/agent_session.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// How often an operation restarts because of its agent before it fails.
constexpr uint32_t restarts_max = 3;

/// Maximum time between an agent's lookup and its first heartbeat.
constexpr std::chrono::seconds first_call_max{60};

/// The workflow waits for an agent that has sent no heartbeat since the machine booted.
bool awaits_first_call(const node_snapshot& x) {
  return x.waiting && x.waiting->awaited_party == awaited::agent && is_in_agent(x) &&
         !is_started(*x.current) && !agent_is_known(x.attributes);
}

/// Leaves two thirds of a short deadline for the machine's next boot.
std::chrono::seconds first_call_limit(const decision& d) {
  const auto limit = agent_timeout(d);
  return limit.count() == 0 ? first_call_max : std::min(first_call_max, limit / 3);
}

/// After a third of the wait its deadline may be extended.
timestamp progress_due(const decision& d) {
  const auto& until = d.next.waiting->until;
  return until ? *until - agent_timeout(d) * 2 / 3 : d.ctx().now + d.ctx().options.step_timeout;
}

void report_lost(decision& d, const std::string& reason) {
  const auto session = read_agent_session(d.next.attributes.driver_internal_info);
  d.emit(event::agent_lost, {{"reason", reason}, {"agent_url", session.url}});
}

handler_result called_in_maintenance(const decision& decision) {
  const auto& x = decision.next;
  if (decision.ctx().options.allow_provisioning_in_maintenance || !x.waiting ||
      x.current->concluded)
    return verdict::stay{};
  return verdict::fail{"The " + std::string{info(x.current->kind).noun} + " operation of node " +
                       x.attributes.uuid + " was aborted at " + name_of_step(*x.current) +
                       " because the node is in maintenance mode."};
}

}  // namespace

handler_result agent_called(decision& decision) {
  const auto& x = decision.next;
  if (!x.current) return verdict::stay{};
  if (x.attributes.maintenance) return called_in_maintenance(decision);
  if (!x.waiting) {
    note_agent_call(decision);
    return verdict::stay{};
  }
  if (awaits_inspection_data(x)) return verdict::stay{};  // a heartbeat does not end this wait
  if (x.waiting->awaited_party != awaited::agent) return verdict::stay{};
  if (!is_in_agent(x)) return verdict::done{"the agent sent a heartbeat"};
  if (!is_started(*x.current)) return verdict::restart{};
  // its agent was considered lost too early
  if (x.waiting->asks_console) restart_wait(decision);
  ask_agent(decision, false);
  return verdict::stay{};
}

void agent_works(decision& decision) {
  auto& x = decision.next;
  if (!x.waiting->until || decision.ctx().now < progress_due(decision)) return;
  x.waiting->until = decision.ctx().now + agent_timeout(decision);
  x.waiting->asks_console = false;
  x.attributes.provision_updated_at = decision.ctx().now;
}

void note_agent_call(decision& decision) {
  auto& x = decision.next;
  if (!x.in_flight || !is_in_agent(x) || !is_of_workflow(x, *x.in_flight)) return;
  auto& out = std::get<workflow_step>(x.in_flight->what);
  if (out.agent_called) return;
  out.agent_called = true;
}

void ask_agent(decision& decision, bool doubtful) {
  const auto& x = decision.next;
  const auto& op = *x.current;
  decision.probe({{x.attributes.uuid, op.id, op.index, op.attempt},
                  op.steps[op.index],
                  op.kind,
                  progress_due(decision),
                  machine_for(op.steps[op.index], x.attributes, x.ports, decision.ctx().drivers),
                  doubtful});
}

bool is_first_call_due(const decision& decision) {
  const auto& x = decision.next;
  return awaits_first_call(x) &&
         (x.attributes.maintenance ||
          decision.ctx().now - x.waiting->since < first_call_limit(decision));
}

handler_result agent_restarted(decision& decision) {
  const auto& x = decision.next;
  if (!x.waiting || x.waiting->awaited_party != awaited::agent || !is_in_agent(x) ||
      x.attributes.maintenance)
    return verdict::stay{};
  if (is_started(*x.current)) {
    ask_agent(decision, true);
    return verdict::stay{};
  }
  if (!awaits_first_call(x)) return verdict::stay{};
  return verdict::restart{verdict::cause::agent_lost,
                          "it looked up its node twice without a heartbeat"};
}

std::optional<verdict::fail> count_restart(decision& decision, const std::string& reason) {
  auto& op = *decision.next.current;
  report_lost(decision, reason);
  if (++op.restarts <= restarts_max) return std::nullopt;
  return verdict::fail{"The agent was lost or changed more than " + std::to_string(restarts_max) +
                       " times, last at " + name_of_step(op) + ": " + reason};
}

std::optional<handler_result> recover_lost_agent(decision& decision) {
  auto& x = decision.next;
  switch (decision.ctx().options.lost_agent_action) {
    case lost_agent::reboot:
      if (!is_in_agent(x) || x.current->restarts >= restarts_max) return std::nullopt;
      return verdict::restart{verdict::cause::agent_lost, describe_last_heartbeat(x.attributes)};
    case lost_agent::maintenance:
      if (x.attributes.maintenance) return std::nullopt;
      report_lost(decision, describe_last_heartbeat(x.attributes));
      x.waiting->until = decision.ctx().now + agent_timeout(decision);
      set_maintenance_mode(decision,
                           {true, "The agent is lost. " + describe_last_heartbeat(x.attributes)});
      return verdict::stay{};
    default: return std::nullopt;
  }
}

}  // namespace ironbus
