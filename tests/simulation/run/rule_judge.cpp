#include "tests/simulation/run/rule_judge.hpp"

#include "tests/simulation/run/api_user.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

/// A conductor is notified of a change at once; otherwise it reads all rules again after a minute.
/// It may have been stopped for a takeover, and the commit may have waited for the store.
constexpr std::chrono::seconds late_in_calm{5};
constexpr std::chrono::seconds calm_after{90};
constexpr std::chrono::minutes late_in_trouble{4};

std::vector<std::string> applied_to(const node_snapshot& x) {
  const auto& extra = x.attributes.extra;
  const auto found = extra.find(rules_applied);
  if (found == extra.end()) return {};
  return found->get<std::vector<std::string>>();
}

std::string machine_kind_of(const node_snapshot& x) {
  const auto& properties = x.attributes.properties;
  const auto found = properties.find(node_kind);
  return found == properties.end() ? "" : found->get<std::string>();
}

/// Whether a driver inspects the node: rules run at the end of that step. Other steps may follow.
bool is_at_inspection(const node_snapshot& x) {
  const auto& op = x.current;
  return op && op->kind == workflow::inspect && op->index < op->steps.size() &&
         op->steps[op->index].name == "inspect_hardware";
}

bool has_moved_on(const node_snapshot& before, const node_snapshot& next) {
  return !next.current || next.current->id != before.current->id ||
         next.current->index != before.current->index;
}

}  // namespace

void rule_judge::on_rule(const std::string& uuid, const std::optional<record_snapshot>& next) {
  const auto known = rules_.find(uuid);
  if (!next) {
    if (known != rules_.end()) known->second.erased = loop_.now();
    return;
  }
  if (known != rules_.end() && !known->second.erased) return;  // only touched
  const auto& content = next->attributes;
  rules_[uuid] = {loop_.now(),
                  {},
                  content.at("priority").get<int64_t>(),
                  content.at("conditions").at(0).at("args").at(1).get<std::string>()};
}

void rule_judge::on_node(const node_snapshot& before, const node_snapshot& next) {
  const auto had = applied_to(before);
  const auto has = applied_to(next);
  const bool was_inspected = is_at_inspection(before);
  const bool ends_well = was_inspected && has_moved_on(before, next) &&
                         next.attributes.state != provision_state::inspect_failed;
  if (had == has && !ends_well) return;
  const auto& node = next.attributes.uuid;
  if (!was_inspected)
    return complain_("node " + node + " has the mark of a rule without an inspection");
  if (has.size() < had.size() || !std::equal(had.begin(), had.end(), has.begin()))
    return complain_("node " + node + " has lost the mark of a rule");
  judge_inspection(next, {has.begin() + std::ssize(had), has.end()});
}

/// Maximum age of a conductor's rules.
moment rule_judge::late_by() const {
  const bool calm = loop_.now() > faults_.last_trouble() + calm_after;
  return calm ? moment{late_in_calm} : moment{late_in_trouble};
}

void rule_judge::judge_inspection(const node_snapshot& node,
                                  const std::vector<std::string>& added) {
  applied_ += added.size();
  if (faults_.last_loss() && loop_.now() < *faults_.last_loss() + late_in_trouble) return;
  for (const auto& uuid : added)
    if (!rules_.contains(uuid))
      complain_("node " + node.attributes.uuid + " was inspected by rule " + uuid +
                ", which does not exist");
  for (const auto& [uuid, rule] : rules_)
    judge_one(node, uuid, rule, static_cast<size_t>(std::count(added.begin(), added.end(), uuid)));
  judge_order(node.attributes.uuid, added);
}

void rule_judge::judge_one(const node_snapshot& node, const std::string& uuid,
                           const known_rule& rule, size_t times) {
  const auto now = loop_.now();
  const bool fits = rule.kind == machine_kind_of(node);
  const bool long_there = !rule.erased && now > rule.created + late_by();
  const bool long_gone = rule.erased && now > *rule.erased + late_by();
  const std::pair<bool, const char*> defects[]{
      {times > 1, ", which ran more than once"},
      {times > 0 && !fits, ", which does not match it"},
      {times > 0 && long_gone, ", which had been deleted"},
      {times == 0 && fits && long_there, ", which did not run"},
  };
  for (const auto& [is_so, how] : defects)
    if (is_so) complain_("node " + node.attributes.uuid + " was inspected with rule " + uuid + how);
}

void rule_judge::judge_order(const std::string& node, const std::vector<std::string>& added) {
  const auto priority = [this](const std::string& uuid) { return rules_[uuid].priority; };
  if (!std::is_sorted(added.begin(), added.end(), [&](const auto& one, const auto& other) {
        return priority(one) > priority(other);
      }))
    complain_("node " + node + " was inspected by rules in the wrong order of priorities");
}

void rule_judge::look_at_the_end() {
  for (const auto& [uuid, rule] : rules_)
    if (!rule.erased)
      complain_("inspection rule " + uuid + " still exists although it was deleted");
}

}  // namespace ironbus::simulation
