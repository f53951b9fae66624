#include "actors/node/running/task_watch.hpp"

#include "actors/node/agent/waiting.hpp"
#include "actors/node/power/power.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>

namespace ironbus {

namespace {

bool is_due(const decision& d) {
  const auto& waiting = d.next.waiting;
  return waiting && waiting->task && waiting->task->next_poll <= d.ctx().now;
}

timestamp::duration pause_after(const decision& d, timestamp::duration elapsed) {
  const timestamp::duration longest = d.ctx().options.task_poll_longest;
  return std::max<timestamp::duration>(d.ctx().options.task_poll_first, std::min(elapsed, longest));
}

}  // namespace

void poll_task(decision& decision) {
  if (!is_due(decision)) return;
  auto& x = decision.next;
  const auto& op = *x.current;
  const auto what =
      with_time_limit(as_driver_step(x.attributes, op.steps[op.index]), decision.ctx().options);
  decision.probe({.id = {x.attributes.uuid, op.id, op.index, op.attempt},
                  .what = what,
                  .kind = op.kind,
                  .machine = machine_for(what, x.attributes, x.ports, decision.ctx().drivers),
                  .task_handle = x.waiting->task->handle});
  const auto now = decision.ctx().now;
  x.waiting->task->next_poll = now + pause_after(decision, now - x.waiting->since);
}

bool poll_before_expiry(decision& decision) {
  auto& waiting = *decision.next.waiting;
  if (!is_due(decision) || waiting.task->next_poll >= waiting.until) return false;
  poll_task(decision);
  waiting.until = decision.ctx().now + decision.ctx().options.task_poll_longest;
  return true;
}

void continue_task_watch(decision& decision, const step_outcome& outcome) {
  auto& waiting = *decision.next.waiting;
  if (!outcome.task_handle.empty()) waiting.task->handle = outcome.task_handle;
  if (outcome.poll_seconds) waiting.task->next_poll = first_poll(decision, outcome);
  if (outcome.wait_seconds)
    waiting.until = decision.ctx().now + std::chrono::seconds{*outcome.wait_seconds};
}

}  // namespace ironbus
