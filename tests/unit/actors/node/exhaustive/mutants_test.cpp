#include "messages/model/state_table.hpp"
#include "tests/unit/actors/node/exhaustive/exploration.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

// The check is worth what it finds: each of these rules has one defect, and none may pass.

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// What is wrong with every decision of such rules.
struct mutant {
  const char* name;
  void (*spoil)(const occasion& x, decided& d);
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

/// Nothing ever expires: whatever is due is put off.
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
    if (!found.complaints.empty())
      BOOST_TEST_MESSAGE(each.name << " (message " << found.messages
                                   << "): " << found.complaints.front());
  }
}

BOOST_AUTO_TEST_SUITE_END()
