#include "messages/model/provision_state.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, static_cast<size_t>(provision_state::count_)> state_names{
    "enroll",          "verifying",      "manageable",     "available",      "inspecting",
    "inspect wait",    "inspect failed", "cleaning",       "clean wait",     "clean failed",
    "clean hold",      "deploying",      "wait call-back", "deploy failed",  "deploy hold",
    "active",          "deleting",       "error",          "adopting",       "adopt failed",
    "rescuing",        "rescue wait",    "rescue",         "rescue failed",  "unrescuing",
    "unrescue failed", "servicing",      "service wait",   "service failed", "service hold",
};

constexpr std::array<std::string_view, static_cast<size_t>(provision_event::count_)> event_names{
    "manage",   "provide", "inspect", "clean",  "deploy", "rebuild", "delete", "adopt",  "rescue",
    "unrescue", "service", "abort",   "unhold", "done",   "fail",    "wait",   "resume", "hold",
};

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

std::string_view to_string(provision_state x) { return state_names[static_cast<size_t>(x)]; }

std::optional<provision_state> provision_state_from(std::string_view name) {
  for (size_t i = 0; i < state_names.size(); ++i)
    if (state_names[i] == name) return static_cast<provision_state>(i);
  return std::nullopt;
}

std::string_view to_string(provision_event x) { return event_names[static_cast<size_t>(x)]; }

const provision_verb* find_verb(std::string_view target) {
  for (const auto& row : verbs)
    if (row.target == target) return &row;
  return nullptr;
}

std::string verb_targets() {
  std::string out;
  for (const auto& row : verbs) out.append(out.empty() ? "" : ", ").append(row.target);
  return out;
}

}  // namespace ironbus
