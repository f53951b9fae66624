#include "actors/node/editing/deferral.hpp"

#include "actors/node/calls/calls.hpp"
#include "actors/node/decision/claim_answer.hpp"
#include "actors/node/editing/enroll.hpp"
#include "actors/node/editing/part_rules.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// Shortly before clients stop waiting for a reply, so that they receive the reason.
timestamp reply_deadline(const context& x) {
  if (x.reply_to.empty()) return x.sent + x.options.step_timeout;
  return x.sent + (x.expires - x.sent) * 5 / 6;
}

bool depends_on_power(const node& node, const command& message) {
  if (const auto* claim = std::get_if<claim_node>(&message)) return !claim->backfill;
  if (const auto* change = std::get_if<update_part>(&message))
    return change_depends_on_power(change->kind);
  const auto* removal = std::get_if<delete_part>(&message);
  return removal != nullptr && removal_depends_on_power(removal->kind, node);
}

/// For example clean-up after a failure, which a driver would run for a deleted node, or a console
/// that would stay open. In maintenance the operator decides.
bool blocks_deletion(const node_snapshot& x) {
  const bool at_work = x.in_flight && std::holds_alternative<workflow_step>(x.in_flight->what);
  return (at_work || x.attributes.console_enabled) && info(x.attributes.state).deletable &&
         !x.attributes.maintenance;
}

bool is_closing_console(const node_snapshot& snapshot) {
  static constexpr auto& end = driver_operations::console::stop_console;
  return std::any_of(snapshot.calls.begin(), snapshot.calls.end(), [](const driver_call& call) {
    return call.what.interface == end.interface && call.what.name == end.name;
  });
}

/// Closes the console before the node is deleted. If that is impossible, the client was rejected
/// already.
bool close_console(decision& decision) {
  static constexpr auto& end = driver_operations::console::stop_console;
  if (!decision.next.attributes.console_enabled || is_closing_console(decision.next)) return true;
  call_interface(decision,
                 {std::string{end.interface}, std::string{end.name}, json::object(), false});
  return !decision.answer.refused;
}

bool is_removal(std::string_view type) {
  static const auto removal = type_of(command{delete_node{}});
  return type == removal;
}

bool must_wait(const decision& decision, const command& message) {
  const auto& x = decision.next;
  if (std::holds_alternative<delete_node>(message))
    return blocks_deletion(x) && !why_not_deletable(decision);
  return x.power && depends_on_power(x.attributes, message);
}

bool is_still_deferred(const node_snapshot& x, const deferred_command& deferred) {
  return is_removal(deferred.type) ? blocks_deletion(x) : x.power.has_value();
}

deferred_command keep(const decision& decision, const std::string& id, const command& command) {
  const auto& ctx = decision.ctx();
  auto head = envelop(command, id, decision.next.attributes.uuid, {}, ctx.sent);
  return {id,
          std::move(head.type),
          std::move(head.data),
          std::string{ctx.reply_to},
          std::string{ctx.correlation_id},
          std::string{ctx.user},
          ctx.sent,
          reply_deadline(ctx),
          ctx.expires,
          decision.trace(),
          ctx.seen};
}

/// An allocation repeats its claim when it gets no reply; the first claim still waits.
bool is_deferred_already(const node_snapshot& snapshot, const deferred_command& given) {
  return std::any_of(
      snapshot.deferred.begin(), snapshot.deferred.end(), [&](const deferred_command& other) {
        return given.reply_to.empty() && other.type == given.type && other.data == given.data;
      });
}

failure still_changing(const node& node, std::string_view type) {
  if (is_removal(type))
    return {error_code::conflict, "Node " + node.uuid +
                                      " cannot be deleted while a step runs on its machine or its "
                                      "console is open. Retry afterwards, or set maintenance."};
  return {error_code::conflict,
          "The power state of node " + node.uuid + " is being changed to '" +
              std::string{to_string(node.target_power_state.value_or(power_state::on))} +
              "', and the request depends on it. Retry afterwards."};
}

failure too_many(const node& node) {
  return {error_code::unavailable, "Node " + node.uuid + " already has " +
                                       std::to_string(deferred_commands_max) +
                                       " waiting requests."};
}

void reject_deferred(decision& decision, const deferred_command& deferred, const failure& why) {
  envelope head;
  head.type = deferred.type;
  head.data = deferred.data;
  const auto what = decode_command(head);
  if (const auto* claim = what ? std::get_if<claim_node>(&*what) : nullptr)
    return refuse_claim(decision, *claim, why.message);
  if (!deferred.reply_to.empty())
    decision.answer_later(deferred.id, deferred.reply_to, deferred.correlation_id, {why, {}});
}

/// The command was not deferred before.
void reject_at_once(decision& d, const command& x, failure why) {
  if (const auto* claim = std::get_if<claim_node>(&x)) return refuse_claim(d, *claim, why.message);
  d.refuse(std::move(why));
}

}  // namespace

bool defer(decision& decision, const std::string& id, const command& command) {
  const auto& attributes = decision.next.attributes;
  if (!must_wait(decision, command)) return false;
  auto kept = keep(decision, id, command);
  if (is_deferred_already(decision.next, kept)) {
    decision.duplicate = true;
  } else if (kept.until <= decision.ctx().now) {
    reject_at_once(decision, command, still_changing(attributes, kept.type));
  } else if (decision.next.deferred.size() >= deferred_commands_max) {
    reject_at_once(decision, command, too_many(attributes));
  } else if (!is_removal(kept.type) || close_console(decision)) {
    decision.answer.later = true;
    decision.next.deferred.push_back(std::move(kept));
  }
  return true;
}

bool is_deferred(const node_snapshot& x, const std::string& id) {
  return std::any_of(x.deferred.begin(), x.deferred.end(),
                     [&](const deferred_command& y) { return y.id == id; });
}

void decide_deferred(decision& decision) {
  auto& x = decision.next;
  for (auto& waiting : std::exchange(x.deferred, {}))
    if (decision.erased)
      reject_deferred(
          decision, waiting,
          {error_code::not_found, "Node " + x.attributes.uuid + " could not be found."});
    else if (is_still_deferred(x, waiting))
      x.deferred.push_back(std::move(waiting));
    else
      decision.tell_again(waiting);
}

void expire_deferred(decision& decision) {
  auto& all = decision.next.deferred;
  const auto late = std::stable_partition(all.begin(), all.end(), [&](const deferred_command& x) {
    return x.until > decision.ctx().now;
  });
  for (auto found = late; found != all.end(); ++found) {
    reject_deferred(decision, *found, still_changing(decision.next.attributes, found->type));
    decision.next.record_handled(found->id);
  }
  all.erase(late, all.end());
}

void withdraw_claim(decision& decision, const std::string& allocation) {
  static const auto claim = type_of(command{claim_node{}});
  auto& all = decision.next.deferred;
  const auto withdrawn = std::stable_partition(all.begin(), all.end(), [&](const auto& x) {
    const auto claimed = x.type == claim ? decode<claim_node>(x.data) : result<claim_node>{};
    return x.type != claim || !claimed || claimed->allocation != allocation;
  });
  for (auto found = withdrawn; found != all.end(); ++found) decision.next.record_handled(found->id);
  all.erase(withdrawn, all.end());
}

}  // namespace ironbus
