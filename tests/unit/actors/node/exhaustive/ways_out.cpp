#include "tests/unit/actors/node/exhaustive/ways_out.hpp"

#include "messages/base/overloaded.hpp"

namespace ironbus::test {

namespace {

bool nothing_is_under_way(const node_snapshot& x) {
  return !x.current && !x.queued && !x.in_flight && !x.waiting && !x.power && !x.power_queued &&
         x.calls.empty() && x.deferred.empty();
}

bool somebody_is_to_answer(const node_snapshot& x) {
  if (x.in_flight) return true;
  return x.waiting && x.waiting->awaited_party != awaited::operator_ &&
         x.waiting->awaited_party != awaited::timer;
}

}  // namespace

cause cause_of(const node_message& x) {
  if (std::holds_alternative<deadline_passed>(x)) return cause::clock;
  const auto* order = std::get_if<command>(&x);
  if (order == nullptr)
    return std::holds_alternative<step_outcome>(x) ? cause::outcome : cause::other;
  return std::visit(overloaded{[](const agent_lookup&) { return cause::outcome; },
                               [](const agent_heartbeat&) { return cause::outcome; },
                               [](const continue_inspection&) { return cause::outcome; },
                               [](const child_step_ended&) { return cause::outcome; },
                               [](const observe_power&) { return cause::other; },
                               [](const agent_refused&) { return cause::other; },
                               [](const run_child_step&) { return cause::other; },
                               [](const claim_node&) { return cause::other; },
                               [](const release_node&) { return cause::other; },
                               [](const auto&) { return cause::operator_; }},
                    *order);
}

void ways_out::add(const std::string& situation, const node_snapshot& node) {
  auto& known = all_[situation];
  known.told = true;
  known.has_outcome = somebody_is_to_answer(node);
  known.rests = nothing_is_under_way(node);
}

void ways_out::add(const std::string& situation, const std::string& next, cause by) {
  if (situation != next) all_[situation].next[by].insert(next);
}

std::set<std::string> ways_out::reach_rest_by_operator() const {
  std::map<std::string, std::set<std::string>> before;
  std::set<std::string> out{gone};
  for (const auto& [situation, known] : all_) {
    if (known.rests) out.insert(situation);
    const auto found = known.next.find(cause::operator_);
    if (found == known.next.end()) continue;
    for (const auto& next : found->second) before[next].insert(situation);
  }
  for (std::vector<std::string> open(out.begin(), out.end()); !open.empty();) {
    const auto last = std::move(open.back());
    open.pop_back();
    for (const auto& situation : before[last])
      if (out.insert(situation).second) open.push_back(situation);
  }
  return out;
}

sentences ways_out::missing() const {
  sentences out;
  const auto free = reach_rest_by_operator();
  for (const auto& [situation, known] : all_) {
    if (!known.told) continue;
    if (known.has_outcome && !known.next.contains(cause::outcome))
      out.push_back(situation + ": no outcome leads out of it");
    if (!free.contains(situation))
      out.push_back(situation + ": no call of an operator leads out of it");
  }
  return out;
}

}  // namespace ironbus::test
