#include "tests/unit/actors/node/exhaustive/exploration.hpp"

#include "actors/inspection/rules/rule.hpp"
#include "actors/node/save.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"
#include "tests/unit/actors/node/exhaustive/situation.hpp"
#include "tests/unit/actors/node/exhaustive/ways_out.hpp"

#include <deque>

namespace ironbus::test {

namespace {

constexpr const char* parent = "99999999-9999-4999-8999-999999999999";

conductor_options lenient() {
  conductor_options out;
  out.lost_agent_action = lost_agent::reboot;
  out.allow_skip_cleaning = true;
  return out;
}

installation_policy with_clean_steps() {
  installation_policy out;
  out.clean_step_priority_override = {{"bios.factory_reset", 10}};
  return out;
}

/// A situation that was reached, and when.
struct place {
  node_snapshot node;
  timestamp now;
};

class explorer {
public:
  explorer(const rules& decide, int disturbances_max)
      : decide_(decide), disturbances_max_(disturbances_max) {}

  exploration run(const json& fields) {
    open_.push_back(enrolled(fields));
    seen_.situations.insert(describe(open_.front().node));
    for (const auto& each : incidents_for(open_.front().node)) decide_unowned(each);
    for (; !open_.empty() && seen_.complaints.empty(); open_.pop_front()) visit(open_.front());
    if (seen_.complaints.empty()) seen_.complaints = ways_.missing();
    return std::move(seen_);
  }

private:
  context context_at(timestamp now, const std::string& id) const {
    context out{now, drivers_, policy_, options_, "bench"};
    out.reply_to = "client";
    out.correlation_id = id;
    out.rules = rules_;
    out.fresh_token = "a-fresh-token-of-at-least-32-characters";
    return out;
  }

  place enrolled(const json& fields) {
    const timestamp now{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
    const command orders[]{
        create_node{fields, 115},
        create_part{"volume_connector",
                    {{"uuid", known_volume}, {"type", "iqn"}, {"connector_id", "iqn.2026:one"}},
                    115},
        create_part{"port", {{"uuid", known_port}, {"address", "52:54:00:00:00:02"}}, 115}};
    std::optional<node_snapshot> out;
    for (const auto& order : orders) {
      const auto id = "order " + std::to_string(&order - orders);
      out = decide_({out ? &*out : nullptr, id, order, context_at(now, id)}).next;
      seen_.commands.insert(order.index());
    }
    out->attributes.parent_node = parent;
    return {std::move(*out), now};
  }

  void visit(const place& origin) {
    ways_.add(describe(origin.node), origin.node);
    const auto where = describe(origin.node) + " <- the clock alone";
    guarded(where, [&] {
      report(where, let_clock_end(decide_, origin.node, context_at(origin.now, "clock")));
    });
    for (const auto& each : incidents_for(origin.node)) tell(origin, each);
  }

  void tell(const place& origin, const incident& each) {
    if (!seen_.complaints.empty()) return;
    const bool by_clock = std::holds_alternative<deadline_passed>(each.message);
    const auto now = by_clock ? next_deadline(origin.node).value_or(origin.now) : origin.now;
    const auto id = "message " + std::to_string(++seen_.messages);
    const auto ctx = context_at(now, id);
    const occasion told{&origin.node, id, each.message, ctx};
    const auto here = describe(origin.node);
    const auto where = here + " <- " + each.name;
    guarded(where, [&] {
      auto so = decide_(told);
      report(where, judge(told, so));
      note(origin.node, each, so);
      if (so.erased) return ways_.add_end(here);
      const auto there = describe(so.next);
      ways_.add(here, there, cause_of(each.message));
      if (!seen_.situations.insert(there).second) return;
      report(where, judge_copies(decide_, told, so));
      if (disturbances(so.next) > disturbances_max_)
        delete_from(there, so.next, ctx);
      else
        open_.push_back({std::move(so.next), now});
    });
  }

  /// The result for situations that are not explored further.
  void delete_from(const std::string& situation, const node_snapshot& node, const context& ctx) {
    const node_message order{command{delete_node{}}};
    if (decide_({&node, "deletion", order, ctx}).erased) ways_.add_end(situation);
  }

  /// There is no node of that name: only a command that creates one changes anything.
  void decide_unowned(const incident& each) {
    const auto id = "nobody's " + each.name;
    guarded(id, [&] {
      const auto so = decide_({nullptr, id, each.message, context_at(open_.front().now, id)});
      if (so.changed && so.outbox.empty() && !begins_node(each.message))
        report(id, {"it changes a node that there is not"});
    });
  }

  /// An exception is a bug.
  template <class Act>
  void guarded(const std::string& where, Act act) {
    try {
      act();
    } catch (const std::exception& e) {
      report(where, {e.what()});
    }
  }

  void note(const node_snapshot& before, const incident& each, const decided& so) {
    const auto state = before.attributes.state;
    if (so.next.attributes.state != state)
      for (const auto& row : moves_of(so)) seen_.moves.insert(row);
    const auto* order = std::get_if<command>(&each.message);
    if (order != nullptr && !so.answer.refused) seen_.commands.insert(order->index());
    const auto out = before.in_flight ? before.in_flight->what.index() + 1 : 0;
    seen_.out.emplace(out, before.waiting.has_value());
    if (before.waiting) seen_.waits.insert(before.waiting->awaited_party);
    seen_.combinations.insert(std::string{to_string(state)} + "," + std::to_string(out) + "," +
                              (before.waiting ? "waits," : ",") +
                              (before.attributes.maintenance ? "maintenance," : ",") + each.name);
  }

  void report(const std::string& where, const sentences& why) {
    for (const auto& text : why) seen_.complaints.push_back(where + ": " + text);
  }

  const rules& decide_;
  const int disturbances_max_;
  const driver_catalog drivers_ = make_catalog();
  const installation_policy policy_ = with_clean_steps();
  const conductor_options options_ = lenient();
  const inspection::rules_in_force rules_ = std::make_shared<std::vector<inspection::rule_ptr>>();
  std::deque<place> open_;
  ways_out ways_;
  exploration seen_;
};

}  // namespace

exploration explore(const rules& decide, const explored_node& node) {
  return explorer{decide, node.disturbances_max}.run(node.fields);
}

explored_node plain_node() { return {{{"driver", "fake-hardware"}}, 1}; }

explored_node agent_node() {
  return {{{"driver", "fake-hardware"},
           {"deploy_interface", through_agent},
           {"boot_interface", "network"},
           {"console_interface", "recorded"},
           {"inspect_interface", "agent"}},
          0};
}

}  // namespace ironbus::test
