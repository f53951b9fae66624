#include "ops/ironbusd/fleet_view/why_groups.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/plain_text.hpp"
#include "ops/ironbusd/fleet_view/unblocking_command.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <tuple>

namespace ironbus::fleet_view {

namespace {

constexpr size_t names_shown_max = 12;

/// What nodes of one group have in common.
struct common_cause {
  std::string state;
  std::string step;
  std::string awaited;
  std::string who;
  std::string reason;

  auto key() const { return std::tie(state, step, awaited, who, reason); }
  bool operator<(const common_cause& other) const { return key() < other.key(); }
};

void replace_all(std::string& text, const std::string& part, std::string_view other) {
  if (part.empty()) return;
  for (size_t place = text.find(part); place != std::string::npos;
       place = text.find(part, place + other.size()))
    text.replace(place, part.size(), other);
}

/// The same sentence whichever node it is of.
std::string common_reason(const node_row& node) {
  auto out = has_failed(node) || kind_of(node) == state_kind::stable ? node.last_error : "";
  if (node.maintenance && out.empty()) out = node.maintenance_reason;
  replace_all(out, node.uuid, "NODE");
  static const std::regex moment{R"(\d{4}-\d\d-\d\dT[\d:.]+(\+\d\d:\d\d|Z))"};
  return std::regex_replace(out, moment, "TIME");
}

std::string step_of(const json& why) {
  const auto& step = member_value(member_value(why, "working"), "step");
  return step.is_object() ? member_text(step, "interface") + "." + member_text(step, "step") : "";
}

common_cause cause_of(const explained_node& one) {
  const auto& waiting = member_value(one.why, "waiting");
  return {one.node.state, step_of(one.why), member_text(waiting, "for"),
          member_text(waiting, "who"), common_reason(one.node)};
}

std::string cause_words(const common_cause& cause, bool in_maintenance) {
  std::string out = cause.state;
  if (!cause.step.empty()) out += " at " + cause.step;
  if (!cause.who.empty())
    out += ", waiting for " + cause.who;
  else if (in_maintenance)
    out += ", in maintenance";
  return cause.reason.empty() ? out : out + ": " + cause.reason;
}

/// The same for all of a group but for their names.
json common_unblockers(const json& why) {
  json out = json::array();
  for (const auto& one : member_list(why, "unblocked_by")) {
    const auto command = unblocking_command(one, "NODE");
    out.push_back({{"who", member_text(one, "who")},
                   {"does", member_text(one, "does")},
                   {"command", text_or_null(command)}});
  }
  return out;
}

/// The earliest of a group; a node that does not say since when it waits does so since its state
/// began.
std::optional<timestamp> earliest(const std::vector<const explained_node*>& members,
                                  std::string_view key) {
  std::optional<timestamp> out;
  for (const auto* one : members) {
    auto moment = member_time(member_value(one->why, "waiting"), key);
    if (!moment && key == "since") moment = one->node.since;
    if (moment) out = std::min(out.value_or(*moment), *moment);
  }
  return out;
}

json group_document(const common_cause& cause, std::vector<const explained_node*> members) {
  std::ranges::sort(members, [](const auto* left, const auto* right) {
    return has_waited_longer(left->node, right->node);
  });
  json nodes = json::array();
  for (const auto* one : members) nodes.push_back(identity_of(one->node));
  const auto& first = members.front()->why;
  const bool in_maintenance =
      std::ranges::all_of(members, [](const auto* one) { return one->node.maintenance; });
  return {{"cause", cause_words(cause, in_maintenance)},
          {"state", cause.state},
          {"step", text_or_null(cause.step)},
          {"for", text_or_null(cause.awaited)},
          {"who", text_or_null(cause.who)},
          {"reason", text_or_null(cause.reason)},
          {"since", earliest(members, "since")},
          {"until", earliest(members, "until")},
          {"on_expiry", text_or_null(member_text(member_value(first, "waiting"), "on_expiry"))},
          {"count", members.size()},
          {"nodes", std::move(nodes)},
          {"unblocked_by", common_unblockers(first)}};
}

std::string names_of(const json& nodes) {
  std::string out;
  size_t shown = 0;
  for (const auto& one : nodes) {
    if (shown++ == names_shown_max)
      return out + " and " + std::to_string(nodes.size() - names_shown_max) + " more";
    const auto name = member_text(one, "name");
    append_item(out, name.empty() ? member_text(one, "uuid") : name);
  }
  return out;
}

std::string group_text(const json& group, timestamp now) {
  const auto count = member_number(group, "count").value_or(0);
  auto out = std::to_string(count) + (count == 1 ? " node: " : " nodes: ") +
             member_text(group, "cause") + "\n  " + names_of(member_list(group, "nodes")) + "\n";
  if (const auto since = member_time(group, "since"))
    out += "  the first since " + moment_text(*since) + " (" + duration_text(now - *since) + ")\n";
  if (const auto until = member_time(group, "until"))
    out += "  the first until " + moment_text(*until) + ", then " +
           member_text(group, "on_expiry") + "\n";
  for (const auto& one : member_list(group, "unblocked_by")) {
    out += "  " + member_text(one, "who") + " " + member_text(one, "does");
    const auto command = member_text(one, "command");
    out += command.empty() ? "\n" : ": " + command + "\n";
  }
  return out;
}

}  // namespace

bool is_held_up(const node_row& node) { return !is_at_rest(node) || node.maintenance; }

json why_groups(const std::vector<explained_node>& nodes) {
  std::map<common_cause, std::vector<const explained_node*>> by_cause;
  for (const auto& one : nodes) by_cause[cause_of(one)].push_back(&one);
  std::vector<json> groups;
  groups.reserve(by_cause.size());
  for (auto& [cause, members] : by_cause)
    groups.push_back(group_document(cause, std::move(members)));
  std::ranges::stable_sort(groups, [](const json& left, const json& right) {
    return member_number(left, "count") > member_number(right, "count");
  });
  return {{"waiting", nodes.size()}, {"groups", groups}};
}

std::string why_groups_text(const json& groups, timestamp now) {
  const auto& all = member_list(groups, "groups");
  if (all.empty()) return "No node waits, has failed or is in maintenance.\n";
  return join(
      all, [&](const json& group) { return group_text(group, now); }, "\n");
}

}  // namespace ironbus::fleet_view
