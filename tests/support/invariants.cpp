#include "tests/support/invariants.hpp"

#include "messages/model/state_table.hpp"
#include "messages/model/wait_report.hpp"

#include <algorithm>

namespace ironbus::test {

namespace {

std::string name_of(const node_snapshot& x) {
  return "node " + x.attributes.uuid + " in state " + std::string{to_string(x.attributes.state)};
}

bool has_call(const std::vector<unblocker>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const auto& x) { return x.call.has_value(); });
}

std::string text_of(const json& attributes, const char* name) {
  const auto& value = attributes.at(name);
  return value.is_string() ? value.get<std::string>() : std::string{};
}

sentences check_report(const std::string& who, const wait_report& report, bool needs_call) {
  sentences out;
  const bool endless =
      report.awaited_party() == awaited::operator_ || report.on_expiry().starts_with("nothing");
  if (!report.until() && !endless) out.push_back(who + " does not say until when it waits");
  if (report.until() && *report.until() < report.since())
    out.push_back(who + " waits until a time before its start");
  if (needs_call && !has_call(report.unblocked_by()))
    out.push_back(who + " names no API call that unblocks it");
  return out;
}

}  // namespace

sentences check_motion(const node_snapshot& snapshot) {
  const auto kind = info(snapshot.attributes.state).kind;
  const bool busy = kind == state_kind::working || kind == state_kind::waiting;
  const auto& wait = snapshot.waiting;
  const bool is_held = wait && wait->awaited_party == awaited::operator_;
  const std::pair<bool, const char*> defects[]{
      {busy && !snapshot.current, " has no workflow"},
      {(kind == state_kind::hold) != is_held,
       " is held without waiting for an operator, or the reverse"},
      {kind == state_kind::waiting && !wait, " does not say what it waits for"},
      {wait && !snapshot.current, " waits without a workflow"},
      {snapshot.current && !snapshot.in_flight && !wait, " has a stuck workflow"},
      {snapshot.queued && !snapshot.current, " has a queued workflow that does not start"},
      {snapshot.power && !snapshot.in_flight, " has a power change without a request"},
      {!snapshot.calls.empty() && !snapshot.in_flight, " has a driver call without a request"},
      {snapshot.power.has_value() != snapshot.attributes.target_power_state.has_value(),
       " has a target power state without a power change, or the reverse"},
      {snapshot.power_queued && !snapshot.power,
       " has a queued power change without a current one"},
      {!snapshot.deferred.empty() && !snapshot.power && !snapshot.in_flight,
       " has deferred commands without a power change"},
  };
  sentences out;
  for (const auto& [is_so, text] : defects)
    if (is_so) out.push_back(name_of(snapshot) + text);
  return out;
}

sentences check_wait(const node_snapshot& snapshot) {
  const auto who = name_of(snapshot);
  const bool is_stable = info(snapshot.attributes.state).kind == state_kind::stable;
  sentences out;
  for (const auto& workers :
       {worker_facts{{"driver-1"}, {}, "driver-1"}, worker_facts{{"driver-1"}, {}, "driver-2"},
        worker_facts{{}, "no driver worker", {}}}) {
    const auto report = wait_of(snapshot, workers);
    if (!report && is_stable && !snapshot.in_flight) continue;
    if (!report) return {who + " does not say what it waits for"};
    for (auto& text : check_report(who, *report, !is_stable)) out.push_back(std::move(text));
  }
  return out;
}

sentences check_extent(const node_snapshot& snapshot, const storage_bounds& bounds) {
  sentences out;
  for (const auto& row : node_fields()) {
    const auto* document = row.document(snapshot.attributes);
    if (document == nullptr) continue;
    auto judged = *document;
    if (row.spec.name == "instance_info" && judged.is_object()) judged.erase("configdrive");
    const auto found = extent_of(judged);
    const auto who = "node " + snapshot.attributes.uuid + ": " + std::string{row.spec.name};
    if (found.depth > bounds.field_depth_max) out.push_back(who + " is too deep");
    if (found.bytes > bounds.field_bytes_max) out.push_back(who + " is too large");
  }
  return out;
}

sentences check_allocations(const std::map<std::string, node_snapshot>& nodes,
                            const std::map<std::string, record_snapshot>& allocations) {
  sentences out;
  for (const auto& [uuid, record] : allocations) {
    if (text_of(record.attributes, "state") != "active") continue;
    const auto name = text_of(record.attributes, "node_uuid");
    const auto node = nodes.find(name);
    if (node == nodes.end())
      out.push_back("allocation " + uuid + " is active without a node");
    else if (node->second.attributes.allocation_uuid != uuid)
      out.push_back("allocation " + uuid + " is active on node " + name + ", which has another");
    else if (node->second.attributes.resource_class != text_of(record.attributes, "resource_class"))
      out.push_back("allocation " + uuid + " is on node " + name + " of another class");
  }
  for (const auto& [uuid, node] : nodes) {
    if (!node.attributes.allocation_uuid) continue;
    const auto& held = *node.attributes.allocation_uuid;
    const auto record = allocations.find(held);
    if (record == allocations.end() || text_of(record->second.attributes, "node_uuid") != uuid)
      out.push_back("node " + uuid + " has allocation " + held + ", which does not know it");
    else if (node.attributes.instance_uuid != held)
      out.push_back("node " + uuid + " has allocation " + held + " and another instance");
  }
  return out;
}

}  // namespace ironbus::test
