#include "gateways/http/ramdisk/port_owner.hpp"

#include "gateways/http/api/questions.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace ironbus::http {

namespace {

/// A machine shares addresses with few nodes. A call with addresses of more nodes is no machine's.
constexpr size_t rival_owners_max = 16;
constexpr size_t shared_shown_max = 4;

struct port_tally {
  size_t matching = 0;
  bool complete = true;

  auto rank() const { return std::tuple{complete, matching}; }
};

query ports_by(std::string column, std::vector<std::string> values) {
  query out;
  out.collection = "ports";
  out.filters.push_back({std::move(column), filter::op::equal, std::move(values)});
  return out;
}

task<std::vector<address_owner>> read_ports(const call_ptr& call, query wanted) {
  const auto limit = wanted.limit;
  const auto rows = co_await list_rows(call, std::move(wanted));
  std::vector<address_owner> out;
  if (rows.size() >= limit) co_return out;  // Not all of them: no choice is safe.
  for (const auto& row : rows) {
    const auto port = co_await parse_own_json(row.summary);
    out.push_back({row.aggregate_id, member_text(port, "address")});
  }
  co_return out;
}

std::set<std::string> owners_among(const std::vector<address_owner>& ports) {
  std::set<std::string> out;
  for (const auto& port : ports) out.insert(port.node);
  return out;
}

/// "52:54:00:00:00:01 belongs to node A, …", shortened.
std::string owners_text(const std::vector<address_owner>& shared) {
  std::vector<std::string> parts;
  for (const auto& one : shared) {
    if (parts.size() == shared_shown_max) break;
    parts.push_back(one.address + " belongs to node " + one.node);
  }
  if (shared.size() > parts.size()) parts.emplace_back("…");
  return join(parts);
}

}  // namespace

owner_choice choose_owner(const std::vector<address_owner>& ports,
                          const std::vector<std::string>& addresses) {
  const std::set<std::string> reported{addresses.begin(), addresses.end()};
  std::map<std::string, port_tally> tallies;
  for (const auto& port : ports) {
    auto& tally = tallies[port.node];
    if (reported.contains(port.address))
      ++tally.matching;
    else
      tally.complete = false;
  }
  owner_choice out;
  const auto worse = [](const auto& a, const auto& b) { return a.second.rank() < b.second.rank(); };
  const auto best = std::max_element(tallies.begin(), tallies.end(), worse);
  if (best == tallies.end()) return out;
  const auto equal = std::count_if(tallies.begin(), tallies.end(), [&](const auto& row) {
    return row.second.rank() == best->second.rank();
  });
  if (equal == 1) {
    out.node = best->first;
    out.complete = best->second.complete;
  }
  return out;
}

task<owner_choice> find_owner(const call_ptr& call, std::vector<std::string> addresses,
                              std::set<std::string> rivals) {
  owner_choice out;
  if (addresses.empty()) co_return out;
  out.matching = co_await read_ports(call, ports_by("address", addresses));
  const auto owners = owners_among(out.matching);
  rivals.insert(owners.begin(), owners.end());
  if (owners.empty() || owners.size() > rival_owners_max) co_return out;
  if (rivals.size() == 1) {
    out.node = *owners.begin();
    co_return out;
  }
  auto by_node = ports_by("node_uuid", {owners.begin(), owners.end()});
  const auto ports = co_await read_ports(call, std::move(by_node));
  const auto chosen = choose_owner(ports, addresses);
  out.node = chosen.node;
  out.complete = chosen.complete;
  co_return out;
}

void log_shared_addresses(const std::string& node, const std::vector<address_owner>& matching) {
  std::vector<address_owner> shared;
  for (const auto& one : matching)
    if (one.node != node) shared.push_back(one);
  if (shared.empty()) return;
  std::vector<log::field> fields{{log_key::error, owners_text(shared)}};
  if (!node.empty()) fields.push_back({log_key::node, node});
  log::warn("a machine has MAC addresses of other nodes, which do not identify it",
            std::move(fields));
}

}  // namespace ironbus::http
