#include "actors/node/save.hpp"
#include "actors/node/tables/transitions.hpp"
#include "messages/model/state_table.hpp"
#include "messages/model/wait_report.hpp"
#include "tests/unit/actors/node/exhaustive/rules.hpp"

#include <algorithm>
#include <set>

namespace ironbus::test {

namespace {

/// The messages of a decision, sorted.
struct sent {
  std::vector<step_request> requests;
  std::vector<envelope> events;   ///< With a sequence number each.
  std::set<std::string> answers;  ///< The commands that are answered now.
  std::set<std::string> ids;      ///< Of all messages.
};

sent sort(const std::vector<outgoing>& outbox) {
  sent out;
  for (const auto& message : outbox) {
    out.ids.insert(message.id);
    if (message.exchange.empty()) {
      out.answers.insert(message.correlation_id);
      continue;
    }
    auto head = decode_envelope(message.body).value();
    if (head.type == step_request_type)
      out.requests.push_back(decode<step_request>(head.data).value());
    if (head.sequence) out.events.push_back(std::move(head));
  }
  return out;
}

struct judged {
  const occasion& told;
  const decided& so;
  const sent& out;
};

sentences report_if(bool is_wrong, std::string text) {
  if (!is_wrong) return {};
  return {std::move(text)};
}

sentences a_refusal_changes_nothing(const judged& x) {
  return report_if(x.so.answer.refused && x.so.changed, "it is refused, and changes the node");
}

sentences what_must_arrive_is_committed(const judged& judged) {
  const bool lasting = std::any_of(judged.so.outbox.begin(), judged.so.outbox.end(),
                                   [](const outgoing& y) { return y.durable; });
  return report_if(!judged.so.changed && lasting, "a message that must arrive is not committed");
}

/// One transition, from its event.
struct published_move {
  provision_state source;
  provision_state target;
  std::string event;

  const transition_row* row() const {
    const auto& all = transition_table::rows;
    const auto found = std::find_if(all.begin(), all.end(), [&](const transition_row& x) {
      return x.source == source && x.target == target && to_string(x.event) == event;
    });
    return found != all.end() ? &*found : nullptr;
  }
};

std::vector<published_move> moves_in(const std::vector<envelope>& events) {
  std::vector<published_move> out;
  for (const auto& head : events) {
    if (head.type != "ironbus.provision_state_changed") continue;
    const auto data = json::parse(head.data.text());
    out.push_back({provision_state_from(data.at("from").get<std::string>()).value(),
                   provision_state_from(data.at("to").get<std::string>()).value(),
                   data.at("event").get<std::string>()});
  }
  return out;
}

/// All transitions are in the table.
sentences moves_follow_the_table(const judged& judged) {
  sentences out;
  auto provision_state = judged.told.before->attributes.state;
  for (const auto& move : moves_in(judged.out.events)) {
    if (move.source != provision_state || move.row() == nullptr)
      out.push_back("it moves from " + std::string{to_string(move.source)} + " to " +
                    std::string{to_string(move.target)} + ", which the table does not have");
    provision_state = move.target;
  }
  if (provision_state != judged.so.next.attributes.state)
    out.push_back("it moves without an event");
  return out;
}

sentences states_say_where_to(const judged& judged) {
  const auto& node = judged.so.next.attributes;
  const bool stable = info(node.state).kind == state_kind::stable;
  return report_if(stable == node.target_state.has_value(),
                   stable ? "it rests, and has a target" : "it does not rest, and has no target");
}

sentences failures_say_why(const judged& judged) {
  const auto& node = judged.so.next.attributes;
  const bool fails = info(node.state).kind == state_kind::failed &&
                     node.state != judged.told.before->attributes.state;
  return report_if(fails && node.last_error.value_or("").empty(), "it fails without an error");
}

sentences events_are_numbered(const judged& judged) {
  auto number = judged.told.before->sequence;
  for (const auto& head : judged.out.events)
    if (*head.sequence != ++number) return {"an event has the wrong number"};
  return report_if(judged.so.next.sequence != number, "it counts other events than it sends");
}

/// The outstanding request was sent once, and a new owner repeats it.
sentences what_is_out_was_asked_for(const judged& judged) {
  const auto before = outstanding_step(*judged.told.before);
  const auto now = outstanding_step(judged.so.next);
  const bool repeats = std::holds_alternative<taken_over>(judged.told.message);
  const auto& requests = judged.out.requests;
  if (!now || (now == before && !repeats))
    return report_if(!requests.empty(), "it asks for what is not out, or once more");
  const auto& known = judged.so.next;
  const bool given_up = std::holds_alternative<workflow_step>(known.in_flight->what) &&
                        (!known.current || known.current->id != now->operation_id);
  if (requests.empty())
    return report_if(now != before || !given_up, "it waits for an answer to what it never asked");
  return report_if(requests.size() > 1 || requests[0].id != *now ||
                       requests[0].deadline != known.in_flight->until,
                   "it asks for something else than what is out");
}

sentences no_run_has_the_number_of_another(const judged& judged) {
  if (!judged.so.next.current) return {};
  std::set<std::pair<uint32_t, uint32_t>> numbers;
  for (const auto& run : judged.so.next.current->ledger)
    if (!numbers.emplace(run.index, run.attempt).second) return {"two runs have one number"};
  return {};
}

sentences deadlines_are_to_come(const judged& x) {
  const auto due = next_deadline(x.so.next);
  return report_if(due && *due <= x.told.ctx.now, "it waits for a moment that has passed");
}

template <class T, class Id>
bool has(const std::vector<T>& all, const std::string& id, Id member) {
  return std::any_of(all.begin(), all.end(), [&](const T& x) { return x.*member == id; });
}

/// Every waiting client gets an answer while the node exists.
sentences callers_are_answered(const judged& judged) {
  sentences out;
  const auto& now = judged.so.next;
  if (judged.so.answer.later && !has(now.deferred, judged.told.id, &deferred_command::id) &&
      !has(now.calls, judged.told.id, &driver_call::correlation_id))
    out.push_back("an answer is promised, and nobody knows of it");
  for (const auto& call : judged.told.before->calls)
    if (!call.reply_to.empty() && !has(now.calls, call.id, &driver_call::id) &&
        !judged.out.answers.contains(call.correlation_id))
      out.push_back("the caller of " + call.what.name + " is not answered");
  for (const auto& kept : judged.told.before->deferred) {
    const bool goes_on =
        judged.out.ids.contains(kept.id) || judged.out.answers.contains(kept.correlation_id);
    const bool is_claim = kept.type == type_of(command{claim_node{}});  // answered by a command
    if (!has(now.deferred, kept.id, &deferred_command::id) && !goes_on && !is_claim)
      out.push_back("a command that waited is lost");
  }
  return out;
}

sentences it_keeps_to_the_invariants(const judged& judged) {
  auto out = check_motion(judged.so.next);
  for (const auto& more : {check_wait(judged.so.next), check_extent(judged.so.next)})
    out.insert(out.end(), more.begin(), more.end());
  return out;
}

constexpr std::array of_every_answer{a_refusal_changes_nothing, what_must_arrive_is_committed};

constexpr std::array of_every_change{
    moves_follow_the_table, states_say_where_to,       failures_say_why,
    events_are_numbered,    what_is_out_was_asked_for, no_run_has_the_number_of_another,
    deadlines_are_to_come,  callers_are_answered,      it_keeps_to_the_invariants,
};

bool sends_the_same(const decided& left, const decided& right) {
  return std::equal(left.outbox.begin(), left.outbox.end(), right.outbox.begin(),
                    right.outbox.end(), [](const outgoing& x, const outgoing& y) {
                      return x.routing_key == y.routing_key && x.body == y.body;
                    });
}

}  // namespace

decided by_the_rules(const occasion& occasion) {
  auto d = decide(occasion.before, "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01", occasion.id,
                  occasion.message, occasion.ctx);
  const bool holds = d.changed && !d.answer.refused;
  if (!holds && occasion.before != nullptr) d.next = *occasion.before;
  return {std::move(d.next),
          std::move(d.answer),
          d.changed,
          d.erased,
          d.answer.refused ? std::vector<outgoing>{} : d.messages(),
          d.answer.refused ? std::vector<row>{} : d.rows()};
}

sentences judge(const occasion& told, const decided& so) {
  sentences out;
  const auto outbox = sort(so.outbox);
  const auto hear = [&](const auto& checks) {
    for (const auto check : checks)
      for (auto& text : check({told, so, outbox})) out.push_back(std::move(text));
  };
  hear(of_every_answer);
  if (!so.changed || so.erased) return out;
  hear(of_every_change);
  for (auto& text : judge_cleaning(told, so)) out.push_back(std::move(text));
  return out;
}

sentences judge_copies(const rules& decide, const occasion& told, const decided& so) {
  const auto read = decode_snapshot(encode_snapshot(so.next));
  if (!read || !(*read == so.next)) return {"its text is read as another node"};
  const auto same = decide(told);
  if (!(same.next == so.next) || !sends_the_same(same, so)) return {"it is decided by chance"};
  const auto again = decide({&so.next, told.id, told.message, told.ctx});
  return report_if(!(again.next == so.next), "the same message counts twice");
}

std::vector<std::pair<provision_state, provision_event>> moves_of(const decided& decided) {
  std::vector<std::pair<provision_state, provision_event>> out;
  for (const auto& move : moves_in(sort(decided.outbox).events))
    if (const auto* row = move.row()) out.emplace_back(row->source, row->event);
  return out;
}

sentences let_clock_end(const rules& decide, const node_snapshot& snapshot, const context& ctx) {
  constexpr int steps_max = 400;
  auto context_given = ctx;
  auto node = snapshot;
  const auto tell = [&](const std::string& id, const node_message& message) {
    node = decide({&node, id, message, context_given}).next;
  };
  if (node.attributes.maintenance) tell("end of maintenance", command{set_maintenance{false, {}}});
  for (int i = 0; i < steps_max; ++i) {
    const auto due = next_deadline(node);
    if (!due) return check_motion(node);
    context_given.now = context_given.sent = *due;
    context_given.expires = context_given.sent + command_lifetime;
    tell("clock " + std::to_string(i), deadline_passed{});
  }
  return {"the clock does not bring it to an end"};
}

}  // namespace ironbus::test
