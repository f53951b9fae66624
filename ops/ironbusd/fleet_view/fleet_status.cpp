#include "ops/ironbusd/fleet_view/fleet_status.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/plain_text.hpp"
#include "ops/ironbusd/fleet_view/why_report.hpp"

#include <algorithm>
#include <map>

namespace ironbus::fleet_view {

namespace {

/// The number of nodes per name. Nodes with an empty name do not count.
template <class Name>
json count_by(const std::vector<node_row>& nodes, Name name_of) {
  std::map<std::string, size_t> counts;
  for (const auto& node : nodes)
    if (const auto name = name_of(node); !name.empty()) ++counts[name];
  return counts;
}

json hosts_of(const fleet_facts& facts) {
  std::map<std::string, json> hosts;
  const auto host_of = [&](const std::string& name) -> json& {
    return hosts
        .try_emplace(name, json{{"host", name},
                                {"conductor", false},
                                {"conductor_group", nullptr},
                                {"drivers", json::array()}})
        .first->second;
  };
  for (const auto& one : member_list(facts.conductors, "conductors")) {
    auto& host = host_of(member_text(one, "hostname"));
    host["conductor"] = true;
    host["conductor_group"] = member_text(one, "conductor_group");
  }
  for (const auto& driver : member_list(facts.drivers, "drivers"))
    for (const auto& name : member_list(driver, "hosts"))
      if (name.is_string()) host_of(name)["drivers"].push_back(member_text(driver, "name"));
  json out = json::array();
  for (auto& [name, host] : hosts) out.push_back(std::move(host));
  return out;
}

/// The most recent failures, newest first.
json failed_last(const std::vector<node_row>& nodes) {
  std::vector<const node_row*> failed;
  for (const auto& node : nodes)
    if (has_failed(node)) failed.push_back(&node);
  std::ranges::stable_sort(
      failed, [](const auto* left, const auto* right) { return has_waited_longer(*right, *left); });
  if (failed.size() > named_in_status_max) failed.resize(named_in_status_max);
  json out = json::array();
  for (const auto* node : failed) {
    out.push_back(identity_of(*node));
    out.back()["last_error"] = node->last_error;
  }
  return out;
}

std::string since_cell(const json& row, std::string_view key, timestamp now) {
  const auto since = member_time(row, key);
  return since ? duration_text(now - *since) : "-";
}

std::string name_cell(const json& row) {
  const auto name = member_text(row, "name");
  return name.empty() ? member_text(row, "uuid") : name;
}

std::string hosts_text(const json& hosts) {
  std::string out;
  for (const auto& host : hosts) {
    auto does = member_flag(host, "conductor") ? std::string{"conductor"} : std::string{};
    for (const auto& driver : member_list(host, "drivers"))
      if (driver.is_string()) append_item(does, driver.get<std::string>());
    append_item(out, member_text(host, "host") + " (" + does + ")");
  }
  return "Hosts: " + (out.empty() ? "none; no conductor is running" : out) + "\n";
}

std::string waits_text(const json& status, timestamp now) {
  text_table table{{"NODE", "STATE", "SINCE", "WAITS FOR"}};
  for (const auto& row : member_list(status, "waits_longest")) {
    const auto& waiting = member_value(row, "waiting");
    auto who = member_text(waiting, "who");
    if (const auto until = member_time(waiting, "until"); until && !who.empty())
      who += until < now ? ", overdue" : ", at most " + duration_text(*until - now) + " left";
    table.add({name_cell(row), member_text(row, "provision_state"), since_cell(row, "since", now),
               who.empty() ? "-" : who});
  }
  return table.empty() ? "No operation is running.\n" : "Longest running:\n" + table.text("  ");
}

std::string failures_text(const json& status, timestamp now) {
  text_table table{{"NODE", "STATE", "SINCE", "REASON"}};
  for (const auto& row : member_list(status, "failed_last"))
    table.add({name_cell(row), member_text(row, "provision_state"), since_cell(row, "since", now),
               member_text(row, "last_error")});
  const auto failed = member_number(status, "failed").value_or(0);
  return table.empty() ? ""
                       : std::to_string(failed) + " failed, the most recent:\n" + table.text("  ");
}

}  // namespace

std::vector<node_row> longest_waiting(const std::vector<node_row>& nodes) {
  std::vector<node_row> out;
  for (const auto& node : nodes)
    if (!is_idle(node) && !has_failed(node)) out.push_back(node);
  std::ranges::stable_sort(out, has_waited_longer);
  if (out.size() > named_in_status_max) out.resize(named_in_status_max);
  return out;
}

json count_states(const std::vector<node_row>& nodes) {
  return count_by(nodes, [](const node_row& x) { return x.state; });
}

json status_document(const fleet_facts& facts) {
  const auto& nodes = facts.nodes;
  json oldest = json::array();
  for (const auto& [node, why] : facts.oldest) {
    oldest.push_back(identity_of(node));
    oldest.back()["waiting"] = member_value(why, "waiting");
  }
  return {
      {"gateway", facts.gateway},
      {"at", facts.now},
      {"nodes", nodes.size()},
      {"states", count_states(nodes)},
      {"power",
       count_by(nodes, [](const node_row& x) { return x.power.empty() ? "unknown" : x.power; })},
      {"maintenance", std::ranges::count_if(nodes, &node_row::maintenance)},
      {"faults", count_by(nodes, [](const node_row& x) { return x.fault; })},
      {"hosts", hosts_of(facts)},
      {"waits_longest", std::move(oldest)},
      {"failed", std::ranges::count_if(nodes, has_failed)},
      {"failed_last", failed_last(nodes)}};
}

std::string counts_text(const json& counts) {
  std::vector<std::pair<int64_t, std::string>> rows;
  for (const auto& [name, number] : counts.items()) rows.emplace_back(number.get<int64_t>(), name);
  std::ranges::stable_sort(
      rows, [](const auto& left, const auto& right) { return left.first > right.first; });
  return join(rows, [](const auto& row) { return std::to_string(row.first) + " " + row.second; });
}

std::string status_text(const json& status, timestamp now) {
  const auto nodes = member_number(status, "nodes").value_or(0);
  auto out = std::to_string(nodes) + (nodes == 1 ? " node" : " nodes");
  if (nodes > 0) out += ": " + counts_text(member_value(status, "states"));
  out += "\n";
  if (nodes > 0) out += "Power: " + counts_text(member_value(status, "power")) + "\n";
  const auto maintenance = member_number(status, "maintenance").value_or(0);
  const auto faults = counts_text(member_value(status, "faults"));
  out += "In maintenance: " + std::to_string(maintenance) +
         (faults.empty() ? "; no faults" : "; faults: " + faults) + "\n";
  return out + hosts_text(member_list(status, "hosts")) + "\n" + waits_text(status, now) +
         failures_text(status, now);
}

}  // namespace ironbus::fleet_view
