#include "actors/node/decide.hpp"

#include "actors/node/agent/waiting.hpp"
#include "actors/node/agent_requests.hpp"
#include "actors/node/calls/boot_rebuild.hpp"
#include "actors/node/calls/calls.hpp"
#include "actors/node/calls/children.hpp"
#include "actors/node/calls/console_output.hpp"
#include "actors/node/decision/overdue_step.hpp"
#include "actors/node/editing/association.hpp"
#include "actors/node/editing/bounds.hpp"
#include "actors/node/editing/deferral.hpp"
#include "actors/node/editing/enroll.hpp"
#include "actors/node/editing/parts.hpp"
#include "actors/node/editing/patch.hpp"
#include "actors/node/inspection/inspection.hpp"
#include "actors/node/power/power.hpp"
#include "actors/node/power/power_sync_findings.hpp"
#include "actors/node/running/apply.hpp"
#include "actors/node/running/deadlines.hpp"
#include "actors/node/running/in_flight.hpp"
#include "actors/node/running/outcome.hpp"
#include "actors/node/running/provision.hpp"
#include "actors/node/running/task_watch.hpp"
#include "messages/base/overloaded.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// The result of a handler; a handler without a result leaves the workflow unchanged.
template <class Handler>
handler_result answer_of(Handler handler) {
  if constexpr (std::is_void_v<decltype(handler())>) {
    handler();
    return verdict::stay{};
  } else {
    return handler();
  }
}

handler_result handle(decision& decision, const command& message) {
  return std::visit(
      overloaded{
          [&](const create_node& x) { return answer_of([&] { return create(decision, x); }); },
          [&](const update_node& x) { return answer_of([&] { return patch_node(decision, x); }); },
          [&](const delete_node&) { return answer_of([&] { return remove(decision); }); },
          [&](const set_provision_state& x) {
            return answer_of([&] { return set_provision(decision, x); });
          },
          [&](const set_power_state& x) {
            return answer_of([&] { return set_power(decision, x); });
          },
          [&](const set_maintenance& x) {
            return answer_of([&] { return set_maintenance_mode(decision, x); });
          },
          [&](const create_part& x) { return answer_of([&] { return add_part(decision, x); }); },
          [&](const update_part& x) { return answer_of([&] { return patch_part(decision, x); }); },
          [&](const delete_part& x) { return answer_of([&] { return remove_part(decision, x); }); },
          [&](const set_traits& x) {
            return answer_of([&] { return change_traits(decision, x); });
          },
          [&](const claim_node& x) { return answer_of([&] { return claim(decision, x); }); },
          [&](const release_node& x) { return answer_of([&] { return release(decision, x); }); },
          [&](const call_driver& x) {
            return answer_of([&] { return call_interface(decision, x); });
          },
          [&](const set_target_raid& x) {
            return answer_of([&] { return change_target_raid(decision, x); });
          },
          [&](const agent_lookup& x) { return answer_of([&] { return look_up(decision, x); }); },
          [&](const agent_heartbeat& x) {
            return answer_of([&] { return heartbeat(decision, x); });
          },
          [&](const observe_power& x) {
            return answer_of([&] { return power_observed(decision, x.found); });
          },
          [&](const continue_inspection& x) {
            return answer_of([&] { return continue_inspecting(decision, x); });
          },
          [&](const run_child_step& x) {
            return answer_of([&] { return run_for_parent(decision, x); });
          },
          [&](const child_step_ended& x) {
            return answer_of([&] { return child_step_reported(decision, x); });
          },
          [&](const agent_refused& x) {
            return answer_of([&] { return note_refused_agent(decision, x); });
          },
          [&](const boot_place_lost& x) {
            return answer_of([&] { return rebuild_boot_files(decision, x); });
          },
      },
      message);
}

/// Handles the overdue requests and waits, one after the other.
void pass_deadlines(decision& decision) {
  report_overdue_step(decision);
  if (auto silent = overdue_request(decision)) apply_result(decision, std::move(*silent));
  if (auto late = overdue_wait(decision)) apply_result(decision, std::move(*late));
  poll_task(decision);
  expire_deferred(decision);
}

void act(decision& d, handler_result x) {
  if (!d.answer.refused && !d.erased) apply_result(d, std::move(x));
}

bool shows_node(const node_message& message) {
  const auto* x = std::get_if<command>(&message);
  return x != nullptr &&
         (std::holds_alternative<create_node>(*x) || std::holds_alternative<update_node>(*x));
}

/// The reply body of a part command is not stored; a repeated command gets it from the snapshot.
void repeat_answer(decision& decision, const node_message& message) {
  const auto* x = std::get_if<command>(&message);
  if (x == nullptr) return;
  repeat_association_answer(decision, *x);
  if (const auto* made = std::get_if<create_part>(x))
    decision.answer.body = show_part(decision.next, made->kind, made->fields.value("uuid", ""));
  if (const auto* patched = std::get_if<update_part>(x))
    decision.answer.body = show_part(decision.next, patched->kind, patched->uuid);
  if (const auto* lookup = std::get_if<agent_lookup>(x))
    decision.answer.body = issued_token(decision.next.attributes, *lookup);
  if (std::holds_alternative<continue_inspection>(*x))
    decision.answer.body = to_text({{"uuid", decision.next.attributes.uuid}});
}

failure missing(const std::string& uuid) {
  return {error_code::not_found, "Node " + uuid + " could not be found."};
}

seen_access access_of(const node& x) { return {x.owner, x.lessee}; }

/// Steps that follow every message.
void conclude(decision& decision, const node_snapshot* before, const std::string& id,
              const node_message& message) {
  save_heartbeat_time(decision);
  end_lost_allocation(decision);
  if (before != nullptr && before->attributes.maintenance && !decision.next.attributes.maintenance)
    restart_wait(decision);
  decide_deferred(decision);
  decision.changed = decision.has_changed();
  if (std::holds_alternative<step_outcome>(message)) decision.duplicate = !decision.changed;
  if (decision.changed) {
    if (!is_deferred(decision.next, id) && !decision.duplicate) decision.next.record_handled(id);
    decision.next.attributes.conductor = decision.ctx().host;
  }
  if (shows_node(message)) decision.answer.body = encode_snapshot(decision.next);
}

decision decide_unbounded(const node_snapshot* before, const std::string& uuid,
                          const std::string& id, const node_message& message, const context& ctx) {
  decision d{before, uuid, ctx, id};
  const auto& applied = d.next.applied;
  if (is_deferred(d.next, id)) {
    d.duplicate = true;
    d.answer.later = true;
  } else if (std::find(applied.begin(), applied.end(), id) != applied.end()) {
    d.duplicate = true;
    repeat_answer(d, message);
  } else if (before == nullptr && answer_for_missing_node(d, message)) {
    d.duplicate = true;  // there is nothing to store
  } else if ((before == nullptr) != begins_node(message)) {
    d.refuse(before == nullptr
                 ? missing(uuid)
                 : failure{error_code::conflict, "A node with UUID " + uuid + " already exists."});
  } else if (before != nullptr && !is_still(ctx.seen, access_of(before->attributes))) {
    d.refuse(access_has_changed("node " + uuid));
  } else if (const auto* outcome = std::get_if<step_outcome>(&message)) {
    act(d, step_ended(d, *outcome));
  } else if (const auto* order = std::get_if<command>(&message)) {
    act(d, defer(d, id, *order) ? handler_result{verdict::stay{}} : handle(d, *order));
  } else {
    if (std::holds_alternative<taken_over>(message)) repeat_console_request(d);
    pass_deadlines(d);
    if (std::holds_alternative<taken_over>(message)) repeat_request(d);
  }
  if (!d.answer.refused) conclude(d, before, id, message);
  return d;
}

}  // namespace

decision decide(const node_snapshot* before, const std::string& uuid, const std::string& id,
                const node_message& message, const context& ctx) {
  auto d = decide_unbounded(before, uuid, id, message, ctx);
  if (d.answer.refused || !brings_data(message)) return d;
  const auto excess = find_excess(before, d);
  if (!excess) return d;
  if (const auto failed = as_failure(message, *excess))
    return decide_unbounded(before, uuid, id, *failed, ctx);
  decision refusing{before, uuid, ctx, id};
  refusing.refuse(*excess);
  return refusing;
}

}  // namespace ironbus
