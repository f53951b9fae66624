#include "messages/model/state_table.hpp"
#include "tests/unit/actors/node/exhaustive/exploration.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

// Tests the check itself: each of these rules has one bug, and none may pass.

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// A bug in every decision of such rules.
struct mutant {
  const char* name;
  void (*spoil)(const occasion& x, decided& d);
  const char* complaint = "";  ///< A part of the expected complaint.
};

void drop(decided& d, bool (*is_dropped)(const outgoing&)) { std::erase_if(d.outbox, is_dropped); }

bool is_answer(const outgoing& x) { return x.exchange.empty(); }
bool is_request(const outgoing& x) { return x.exchange == routing::step_exchange && x.durable; }

void wait_for_ever(const occasion&, decided& d) {
  if (d.next.waiting) d.next.waiting->until.reset();
}

void forget_power(const occasion& x, decided& d) {
  if (d.next.in_flight && !x.before->power) d.next.power.reset();
}

void repeat_number(const occasion&, decided& decided) {
  if (!decided.next.current || decided.next.current->ledger.size() < 2) return;
  auto& ledger = decided.next.current->ledger;
  ledger.back().index = ledger.front().index;
  ledger.back().attempt = ledger.front().attempt;
}

/// No deadline ever passes: all are postponed.
void put_off(const occasion& occasion, decided& decided) {
  if (!std::holds_alternative<deadline_passed>(occasion.message)) return;
  decided.next = *occasion.before;
  decided.outbox.clear();
  if (decided.next.in_flight) decided.next.in_flight->until += std::chrono::hours{1};
  if (decided.next.waiting && decided.next.waiting->until)
    *decided.next.waiting->until += std::chrono::hours{1};
}

void break_down(const occasion& occasion, decided&) {
  if (std::holds_alternative<taken_over>(occasion.message) &&
      info(occasion.before->attributes.state).kind == state_kind::hold)
    throw std::logic_error("nobody takes a held node over");
}

void take_power_for_step(const occasion&, decided& d) {
  if (d.next.in_flight && std::holds_alternative<due_power_action>(d.next.in_flight->what))
    d.next.in_flight->what = workflow_step{};
}

void throw_dice(const occasion&, decided& d) {
  static int number = 0;
  d.next.attributes.extra.edit()["dice"] = ++number;
}

void change_record(decided& decided, void (*change)(json& record)) {
  for (auto& row : decided.rows) {
    if (row.collection != "operations") continue;
    auto record = json::parse(row.summary);
    change(record);
    row.summary = record.dump();
  }
}

/// Nothing has changed.
decided nothing_new(const occasion& occasion, reply answer) {
  decided out;
  out.next = *occasion.before;
  out.answer = std::move(answer);
  return out;
}

/// An operator's request has no effect while a node is in that state.
template <provision_state State>
void turn_a_deaf_ear(const occasion& occasion, decided& decided) {
  const auto* order = std::get_if<command>(&occasion.message);
  const bool is_operator =
      order != nullptr && (std::holds_alternative<set_provision_state>(*order) ||
                           std::holds_alternative<delete_node>(*order) ||
                           std::holds_alternative<set_maintenance>(*order));
  if (!is_operator || occasion.before->attributes.state != State) return;
  decided = nothing_new(occasion, {failure{error_code::conflict, "no"}, {}});
}

/// The outcome of a power change never reaches the node.
void ignore_power(const occasion& occasion, decided& decided) {
  const auto& out = occasion.before->in_flight;
  const bool is_power = out && std::holds_alternative<due_power_action>(out->what);
  if (is_power && std::holds_alternative<step_outcome>(occasion.message))
    decided = nothing_new(occasion, {});
}

const mutant mutants[]{
    {"a wait without an end", wait_for_ever},
    {"a wait that is forgotten", [](auto&, decided& d) { d.next.waiting.reset(); }},
    {"what is out is forgotten", [](auto&, decided& d) { d.next.in_flight.reset(); }},
    {"a request that is not sent", [](auto&, decided& d) { drop(d, is_request); }},
    {"a request that is sent late",
     [](auto& x, decided& d) {
       if (d.next.in_flight) d.next.in_flight->until = x.ctx.now;
     }},
    {"an answer that is not sent", [](auto&, decided& d) { drop(d, is_answer); }},
    {"an event that is not counted", [](auto&, decided& d) { --d.next.sequence; }},
    {"a queued workflow that is forgotten", [](auto&, decided& d) { d.next.queued.reset(); }},
    {"a change of power that is forgotten", forget_power},
    {"a call that is forgotten", [](auto&, decided& d) { d.next.calls.clear(); }},
    {"a waiting command that is forgotten", [](auto&, decided& d) { d.next.deferred.clear(); }},
    {"a message that is not remembered",
     [](auto& x, decided& d) { d.next.applied = x.before->applied; }},
    {"a state that stays",
     [](auto& x, decided& d) { d.next.attributes.state = x.before->attributes.state; }},
    {"a target that stays",
     [](auto& x, decided& d) {
       d.next.attributes.target_state = x.before->attributes.target_state;
     }},
    {"an error that is lost", [](auto&, decided& d) { d.next.attributes.last_error.reset(); }},
    {"a refusal that counts",
     [](auto&, decided& d) { d.changed = d.changed || d.answer.refused.has_value(); }},
    {"two runs with one number", repeat_number},
    {"deadlines that never come", put_off},
    {"rules that break down", break_down},
    {"a change of power taken for a step", take_power_for_step},
    {"decisions by chance", throw_dice},
    {"a cleaning without a record", [](auto&, decided& d) { d.rows.clear(); },
     "without any record of a cleaning"},
    {"a cleaning whose first step is not done",
     [](auto&, decided& d) {
       change_record(d, [](json& record) {
         for (auto& entry : record["ledger"])
           if (entry["index"] == 0 && entry["status"] == "done") entry["status"] = "failed";
       });
     },
     "step 0 was not done"},
    {"a cleaning that lacks a step",
     [](auto&, decided& d) {
       change_record(d, [](json& record) {
         for (auto& entry : record["ledger"])
           if (entry["name"] == "factory_reset") entry["name"] = "nothing";
       });
     },
     "without bios.factory_reset"},
    {"a failure that nobody can end", turn_a_deaf_ear<provision_state::clean_failed>,
     "no call of an operator"},
    {"a change of power whose end is lost", ignore_power, "no outcome"},
};

rules spoilt(const mutant& chosen) {
  return [chosen](const occasion& occasion) {
    auto d = by_the_rules(occasion);
    const bool counts =
        d.changed || d.answer.refused || std::holds_alternative<taken_over>(occasion.message);
    if (counts && !d.erased && occasion.before != nullptr) chosen.spoil(occasion, d);
    return d;
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exhaustive)

BOOST_AUTO_TEST_CASE(no_defect_of_the_rules_passes) {
  for (const auto& each : mutants) {
    const auto found = explore(spoilt(each), plain_node());
    BOOST_TEST(!found.complaints.empty(), each.name << " passes");
    BOOST_TEST((found.complaints.empty() ||
                found.complaints.front().find(each.complaint) != std::string::npos),
               each.name << " is not what is found: " << found.complaints.front());
    if (!found.complaints.empty())
      BOOST_TEST_MESSAGE(each.name << " (message " << found.messages
                                   << "): " << found.complaints.front());
  }
}

BOOST_AUTO_TEST_SUITE_END()
