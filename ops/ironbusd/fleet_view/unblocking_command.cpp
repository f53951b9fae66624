#include "ops/ironbusd/fleet_view/unblocking_command.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"

#include <array>

namespace ironbus::fleet_view {

namespace {

/// The client's verb for a target of PUT …/states/provision.
struct verb_row {
  std::string_view target;
  std::string_view verb;
};

constexpr std::array verbs{
    verb_row{"manage", "manage"},   verb_row{"inspect", "inspect"},
    verb_row{"active", "deploy"},   verb_row{"deleted", "undeploy"},
    verb_row{"adopt", "adopt"},     verb_row{"abort", "abort"},
    verb_row{"unhold", "unhold"},   verb_row{"unrescue", "unrescue"},
    verb_row{"rebuild", "rebuild"},
};

}  // namespace

std::string unblocking_command(const json& unblocker, const std::string& node) {
  const auto call = member_text(unblocker, "call");
  if (call.starts_with("DELETE ") && call.ends_with("/maintenance"))
    return "baremetal node maintenance unset " + node;
  if (!call.starts_with("PUT ") || !call.ends_with("/states/provision")) return {};
  const auto target = member_text(member_value(unblocker, "body"), "target");
  for (const auto& row : verbs)
    if (row.target == target) return "baremetal node " + std::string{row.verb} + " " + node;
  return {};
}

}  // namespace ironbus::fleet_view
