#include "ops/ironbusd/fleet_view/why_groups.hpp"

#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/plain_text.hpp"
#include "ops/ironbusd/fleet_view/unblocking_command.hpp"

#include <algorithm>

namespace ironbus::fleet_view {

namespace {

constexpr size_t names_shown_max = 12;

std::string step_of(const json& why) {
  const auto& step = member_value(member_value(why, "working"), "step");
  return step.is_object() ? member_text(step, "interface") + "." + member_text(step, "step") : "";
}

void keep_earlier(std::optional<timestamp>& known, std::optional<timestamp> other) {
  if (other) known = std::min(known.value_or(*other), *other);
}

/// The unblockers of a group; they differ only in the node's name.
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

/// The marker of the next page; empty: `next` has none.
std::string marker_in(const std::string& next) {
  constexpr std::string_view key = "marker=";
  const auto place = next.rfind(key);
  auto out = place == std::string::npos ? std::string{} : next.substr(place + key.size());
  return is_uuid(out) ? out : std::string{};
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
    out += "  longest since " + moment_text(*since) + " (" + duration_text(now - *since) + ")\n";
  if (const auto until = member_time(group, "until"))
    out += "  next timeout " + moment_text(*until) + ", then " + member_text(group, "on_expiry") +
           "\n";
  for (const auto& one : member_list(group, "unblocked_by")) {
    out += "  " + member_text(one, "who") + " " + member_text(one, "does");
    const auto command = member_text(one, "command");
    out += command.empty() ? "\n" : ": " + command + "\n";
  }
  return out;
}

}  // namespace

void why_groups::take(const json& why) {
  ++count_;
  const auto& cause = member_value(why, "cause");
  const auto key = member_text(cause, "key");
  auto& equals = by_cause_[key.empty() ? cause.dump() : key];
  if (equals.nodes.empty()) equals.first = why;
  const auto& waiting = member_value(why, "waiting");
  const auto& node = equals.nodes.emplace_back(read_node_row(why));
  const auto since = member_time(waiting, "since");
  keep_earlier(equals.since, since ? since : node.since);
  keep_earlier(equals.until, member_time(waiting, "until"));
}

json why_groups::document_of(const group& group) {
  const auto& cause = member_value(group.first, "cause");
  const auto& waiting = member_value(group.first, "waiting");
  const auto reason = member_text(cause, "reason");
  auto members = group.nodes;
  std::ranges::stable_sort(members, has_waited_longer);
  json nodes = json::array();
  for (const auto& one : members) nodes.push_back(identity_of(one));
  return {{"cause", member_text(cause, "text") + (reason.empty() ? "" : ": " + reason)},
          {"kind", text_or_null(member_text(cause, "kind"))},
          {"state", members.front().state},
          {"step", text_or_null(step_of(group.first))},
          {"for", text_or_null(member_text(waiting, "for"))},
          {"reason", text_or_null(reason)},
          {"since", group.since},
          {"until", group.until},
          {"on_expiry", text_or_null(member_text(waiting, "on_expiry"))},
          {"count", members.size()},
          {"nodes", std::move(nodes)},
          {"unblocked_by", common_unblockers(group.first)}};
}

json why_groups::document() const {
  std::vector<json> groups;
  groups.reserve(by_cause_.size());
  for (const auto& [cause, equals] : by_cause_) groups.push_back(document_of(equals));
  std::ranges::stable_sort(groups, [](const json& left, const json& right) {
    return member_number(left, "count") > member_number(right, "count");
  });
  return {{"waiting", count_}, {"groups", groups}};
}

result<why_groups> read_why_groups(gateway_reader& service) {
  why_groups out;
  std::string marker;
  for (;;) {
    const auto target = "/v1/why?limit=1000" + (marker.empty() ? "" : "&marker=" + marker);
    const auto page = service.read_printable(target);
    if (!page) return tl::unexpected(page.error());
    for (const auto& why : member_list(*page, "nodes")) out.take(why);
    if (!page->contains("next")) return out;
    auto next = marker_in(member_text(*page, "next"));
    if (next.empty() || next == marker)
      return fail(error_code::unavailable, "GET " + target + " returned no list of nodes");
    marker = std::move(next);
  }
}

std::string why_groups_text(const json& groups, timestamp now) {
  const auto& all = member_list(groups, "groups");
  if (all.empty()) return "No node waits, has failed or is in maintenance.\n";
  return join(
      all, [&](const json& group) { return group_text(group, now); }, "\n");
}

}  // namespace ironbus::fleet_view
