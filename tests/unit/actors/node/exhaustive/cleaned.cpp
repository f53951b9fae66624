#include "messages/model/declared_steps.hpp"
#include "tests/unit/actors/node/exhaustive/rules.hpp"

#include <algorithm>

// No user gets a machine with data of a previous user.

namespace ironbus::test {

namespace {

/// The record of a cleaning that ended with the decision; null if there is none.
json record_of_cleaning(const decided& so) {
  for (const auto& row : so.rows) {
    if (row.collection != "operations") continue;
    auto out = json::parse(row.summary);
    if (out.at("kind") == to_string(workflow::automated_clean)) return out;
  }
  return nullptr;
}

bool is_skipped(const json& record) {
  const auto& ledger = record.at("ledger");
  return ledger.size() == 1 && ledger[0].at("status") == "skipped" && record.at("steps").empty();
}

bool is_done(const json& record, const std::function<bool(const json& entry)>& is_it) {
  const auto& ledger = record.at("ledger");
  return std::any_of(ledger.begin(), ledger.end(), [&](const json& entry) {
    return entry.at("status") == "done" && is_it(entry);
  });
}

}  // namespace

sentences judge_cleaning(const occasion& told, const decided& so) {
  const auto& node = so.next.attributes;
  constexpr auto free = provision_state::available;
  if (node.state != free || told.before->attributes.state == free) return {};
  if (!node.automated_clean.value_or(told.ctx.options.automated_clean)) return {};
  const auto record = record_of_cleaning(so);
  if (record.is_null()) return {"it is made available without any record of a cleaning"};
  if (is_skipped(record) && told.ctx.options.allow_skip_cleaning) return {};
  sentences out;
  for (size_t i = 0; i < record.at("steps").size(); ++i)
    if (!is_done(record, [i](const json& entry) { return entry.at("index") == i; }))
      out.push_back("it is made available, and step " + std::to_string(i) + " was not done");
  for (const auto& wanted : declared_steps(told.ctx.drivers, node, phase_clean,
                                           told.ctx.policy.clean_step_priority_override))
    if (!is_done(record, [&](const json& entry) {
          return entry.at("interface") == wanted.interface && entry.at("name") == wanted.name;
        }))
      out.push_back("it is made available without " + wanted.interface + "." + wanted.name);
  return out;
}

}  // namespace ironbus::test
