#include "messages/model/provision_state.hpp"

#include "messages/base/enum_text.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr enum_text<provision_state> state_names{
    {{"enroll",          "verifying",      "manageable",     "available",      "inspecting",
      "inspect wait",    "inspect failed", "cleaning",       "clean wait",     "clean failed",
      "clean hold",      "deploying",      "wait call-back", "deploy failed",  "deploy hold",
      "active",          "deleting",       "error",          "adopting",       "adopt failed",
      "rescuing",        "rescue wait",    "rescue",         "rescue failed",  "unrescuing",
      "unrescue failed", "servicing",      "service wait",   "service failed", "service hold"}}};

constexpr enum_text<provision_event> event_names{
    {{"manage", "provide", "inspect", "clean", "deploy", "rebuild", "delete", "adopt", "rescue",
      "unrescue", "service", "abort", "unhold", "done", "fail", "wait", "resume", "hold"}}};

using e = provision_event;

constexpr std::array verbs{
    provision_verb{"active", e::deploy, 1},
    provision_verb{"deploy", e::deploy, 73},
    provision_verb{"rebuild", e::rebuild, 1},
    provision_verb{"deleted", e::undeploy, 1},
    provision_verb{"undeploy", e::undeploy, 73},
    provision_verb{"manage", e::manage, 4},
    provision_verb{"provide", e::provide, 4},
    provision_verb{"inspect", e::inspect, 6},
    provision_verb{"abort", e::abort, 13},
    provision_verb{"clean", e::clean, 15},
    provision_verb{"adopt", e::adopt, 17},
    provision_verb{"rescue", e::rescue, 38},
    provision_verb{"unrescue", e::unrescue, 38},
    provision_verb{"unhold", e::unhold, 85},
    provision_verb{"service", e::service, 87},
    provision_verb{"cleaned", e::provide, 4, true},
    provision_verb{"cleaning", e::provide, 4, true, cleaning_wish::wanted},
    provision_verb{"available", e::provide, 4, true, cleaning_wish::skipped},
};

}  // namespace

std::string_view to_string(provision_state x) { return state_names[x]; }

std::optional<provision_state> provision_state_from(std::string_view name) {
  return state_names.find(name);
}

bool from_string(std::string_view name, provision_state& out) {
  return state_names.read(name, out);
}

std::string_view to_string(provision_event x) { return event_names[x]; }

const provision_verb* find_verb(std::string_view target) {
  for (const auto& row : verbs)
    if (row.target == target) return &row;
  return nullptr;
}

std::span<const provision_verb> provision_verbs() { return verbs; }

}  // namespace ironbus
