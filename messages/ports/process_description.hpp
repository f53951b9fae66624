#pragma once

#include "messages/base/json.hpp"
#include "messages/ports/membership.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// What a process says of itself: member::description, a JSON object. Members by name, plus
/// "conductor_group", the first of the groups, for releases that know only one.
struct process_description {
  std::string host;  ///< What clients see.
  std::vector<std::string> roles;
  std::vector<std::string> drivers;  ///< Hardware types that are enabled.
  /// Groups whose machines its driver worker talks to; "" is that of the nodes without one.
  std::vector<std::string> conductor_groups;
  int64_t pid = 0;
  json started_at;
  /// Where its driver worker writes what machines boot (boot_notes::place); empty: not known.
  std::string boot_place{};

  bool has_role(std::string_view name) const;
};

std::string encode_description(const process_description& process);
/// What cannot be read, as another release may have written it, is left out.
process_description decode_description(const member& member);

/// The conductor groups that live driver workers serve. Immutable.
class served_groups {
public:
  explicit served_groups(std::set<std::string, std::less<>> names) : names_(std::move(names)) {}
  /// Those that the driver workers among the members serve.
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
