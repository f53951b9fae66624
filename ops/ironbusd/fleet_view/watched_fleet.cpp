#include "ops/ironbusd/fleet_view/watched_fleet.hpp"

#include "messages/base/text.hpp"
#include "messages/wire/events.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace ironbus::fleet_view {

namespace {

constexpr std::string_view type_prefix = "ironbus.";

bool works(const watched_node& node) {
  const auto kind = kind_of(node.row);
  return kind == state_kind::working || kind == state_kind::waiting || kind == state_kind::hold;
}

/// The priority of a node for a place in the table.
std::tuple<bool, bool, uint64_t> rank_of(const watched_node& node) {
  return {works(node), has_failed(node.row), node.changed};
}

void forget_step(watched_node& node) {
  node.step.clear();
  node.expected_end.reset();
  node.overdue = false;
}

void forget_steps(watched_node& node) {
  forget_step(node);
  node.done = 0;
  node.steps = 0;
  node.unexplained = true;
}

}  // namespace

void watched_fleet::replace(const std::vector<node_row>& nodes) {
  std::set<std::string> there;
  for (const auto& row : nodes) {
    there.insert(row.uuid);
    auto& node = nodes_[row.uuid];
    if (node.row.state != row.state) {
      forget_steps(node);
      node.changed = ++changes_;
    }
    node.row = row;
  }
  std::erase_if(nodes_, [&](const auto& entry) { return !there.contains(entry.first); });
}

const watched_node* watched_fleet::take(const json& event) {
  ++events_;
  auto type = member_text(event, "type");
  if (type.starts_with(type_prefix)) type.erase(0, type_prefix.size());
  const auto uuid = member_text(event, "subject");
  const auto& data = member_value(event, "data");
  if (type == event::node_deleted) {
    nodes_.erase(uuid);
    return nullptr;
  }
  if (type == event::node_created) {
    auto& made = nodes_[uuid];
    made.row = read_node_row(data);
    made.row.uuid = uuid;
    made.changed = ++changes_;
    return &made;
  }
  const auto found = nodes_.find(uuid);
  if (found == nodes_.end() || !apply(found->second, type, data, event)) return nullptr;
  found->second.changed = ++changes_;
  return &found->second;
}

bool watched_fleet::apply(watched_node& node, const std::string& type, const json& data,
                          const json& event) {
  auto& row = node.row;
  if (type == event::provision_state_changed) {
    row.state = member_text(data, "to");
    row.target = member_text(data, "target");
    row.last_error = member_text(data, "last_error");
    row.since = member_time(event, "time");
    if (!works(node)) forget_steps(node);
  } else if (type == event::power_state_changed || type == event::power_state_corrected) {
    row.power = member_text(data, "to");
  } else if (type == event::power_state_unconfirmed) {
    row.power = member_text(data, "power_state");
  } else if (type == event::maintenance_changed) {
    row.maintenance = member_flag(data, "maintenance");
    row.fault = member_text(data, "fault");
  } else if (type == event::step_started || type == event::step_overdue ||
             type == event::step_finished) {
    return apply_step(node, type, data);
  } else {
    return false;
  }
  return true;
}

bool watched_fleet::apply_step(watched_node& node, const std::string& type, const json& data) {
  const auto index = static_cast<size_t>(member_number(data, "index").value_or(0));
  const bool ends = type == event::step_finished;
  forget_step(node);
  if (!ends) {
    node.step = member_text(data, "interface") + "." + member_text(data, "step");
    node.expected_end = member_time(data, "expected_end");
    node.overdue = type == event::step_overdue;
  }
  node.done = ends ? index + 1 : index;
  if (index >= node.steps) node.unexplained = true;  // the plan has become longer
  return true;
}

void watched_fleet::explain(const std::string& uuid, const json& why) {
  const auto found = nodes_.find(uuid);
  if (found == nodes_.end()) return;
  auto& node = found->second;
  node.unexplained = false;
  const auto& working = member_value(why, "working");
  if (!working.is_object()) return;
  const auto& step = member_value(working, "step");
  node.steps = static_cast<size_t>(member_number(working, "steps").value_or(0));
  node.done = static_cast<size_t>(member_number(working, "index").value_or(0));
  node.step = step.is_object() ? member_text(step, "interface") + "." + member_text(step, "step")
                               : std::string{};
  const auto& usual = member_value(working, "usual");
  node.expected_end = member_time(usual, "expected_end");
  node.overdue = member_flag(usual, "overdue");
}

std::vector<const watched_node*> watched_fleet::chosen(size_t count) const {
  std::vector<const watched_node*> out;
  out.reserve(nodes_.size());
  for (const auto& [uuid, node] : nodes_) out.push_back(&node);
  const auto end = out.begin() + static_cast<std::ptrdiff_t>(std::min(count, out.size()));
  std::partial_sort(out.begin(), end, out.end(), [](const auto* left, const auto* right) {
    return rank_of(*left) > rank_of(*right);
  });
  out.erase(end, out.end());
  std::ranges::stable_sort(out, {}, [](const auto* node) { return label_of(node->row); });
  return out;
}

std::vector<std::string> watched_fleet::unexplained(size_t count) const {
  std::vector<std::string> out;
  for (const auto* node : chosen(count))
    if (works(*node) && node->unexplained) out.push_back(node->row.uuid);
  return out;
}

std::vector<node_row> watched_fleet::rows() const {
  std::vector<node_row> out;
  out.reserve(nodes_.size());
  for (const auto& [uuid, node] : nodes_) out.push_back(node.row);
  return out;
}

json watched_document(const watched_node& node) {
  auto out = identity_of(node.row);
  out["target_provision_state"] = text_or_null(node.row.target);
  out["step"] = text_or_null(node.step);
  out["expected_end"] = node.expected_end;
  out["overdue"] = node.overdue;
  out["done"] = node.done;
  out["steps"] = node.steps == 0 ? json{} : json(node.steps);
  return out;
}

}  // namespace ironbus::fleet_view
