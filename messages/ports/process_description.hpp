#pragma once

#include "messages/base/json.hpp"
#include "messages/ports/membership.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// A process's description of itself: member::description, a JSON object. Members by name, plus
/// "conductor_group", the first of the groups, for releases that know only one.
struct process_description {
  std::string host;  ///< The host name shown to clients.
  std::vector<std::string> roles;
  std::vector<std::string> drivers;  ///< Enabled hardware types.
  /// Conductor groups that its driver worker serves; "" is that of nodes without one.
  std::vector<std::string> conductor_groups;
  int64_t pid = 0;
  json started_at;
  /// The boot file location of its driver worker (boot_notes::place); empty: unknown.
  std::string boot_place{};

  bool has_role(std::string_view name) const;
};

std::string encode_description(const process_description& process);
/// Members that cannot be read, because another release wrote them, keep their defaults.
process_description decode_description(const member& member);

/// The conductor groups that live driver workers serve. Immutable.
class served_groups {
public:
  explicit served_groups(std::set<std::string, std::less<>> names) : names_(std::move(names)) {}
  /// The groups of the driver workers among the members.
  explicit served_groups(const std::vector<member>& members);

  bool has(std::string_view group) const { return names_.contains(group); }
  const std::set<std::string, std::less<>>& names() const { return names_; }
  /// For sentences: "no driver worker serves the conductor group 'x'; served groups: '', 'a'".
  std::string refusal(std::string_view group) const;

private:
  std::set<std::string, std::less<>> names_;
};

/// Names of the members whose driver worker serves the group.
std::vector<std::string> workers_of(const std::vector<member>& members, std::string_view group);

}  // namespace ironbus
