#pragma once

#include "messages/model/state_table.hpp"

#include <array>
#include <cstdint>

namespace ironbus {

/// Who may cause a transition.
enum class initiator : uint8_t { operator_, workflow };

/// One legal move of a node.
struct transition_row {
  provision_state from;
  provision_event on;
  provision_state to;
  initiator by;
};

namespace transition_table {

using s = provision_state;
using e = provision_event;
using by = initiator;
using transition = transition_row;

// clang-format off
inline constexpr std::array rows{
  transition{s::enroll,          e::manage,   s::verifying, by::operator_},

  transition{s::verifying,       e::done,     s::manageable, by::workflow},
  transition{s::verifying,       e::fail,     s::enroll, by::workflow},

  transition{s::manageable,      e::provide,  s::cleaning, by::operator_},
  transition{s::manageable,      e::inspect,  s::inspecting, by::operator_},
  transition{s::manageable,      e::clean,    s::cleaning, by::operator_},
  transition{s::manageable,      e::adopt,    s::adopting, by::operator_},

  transition{s::available,       e::manage,   s::manageable, by::operator_},
  transition{s::available,       e::deploy,   s::deploying, by::operator_},

  transition{s::inspecting,      e::done,     s::manageable, by::workflow},
  transition{s::inspecting,      e::fail,     s::inspect_failed, by::workflow},
  transition{s::inspecting,      e::wait,     s::inspect_wait, by::workflow},

  transition{s::inspect_wait,    e::abort,    s::inspect_failed, by::operator_},
  transition{s::inspect_wait,    e::done,     s::manageable, by::workflow},
  transition{s::inspect_wait,    e::fail,     s::inspect_failed, by::workflow},
  transition{s::inspect_wait,    e::resume,   s::inspecting, by::workflow},

  transition{s::inspect_failed,  e::manage,   s::manageable, by::operator_},
  transition{s::inspect_failed,  e::inspect,  s::inspecting, by::operator_},

  transition{s::cleaning,        e::manage,   s::manageable, by::workflow},
  transition{s::cleaning,        e::done,     s::available, by::workflow},
  transition{s::cleaning,        e::fail,     s::clean_failed, by::workflow},
  transition{s::cleaning,        e::wait,     s::clean_wait, by::workflow},
  transition{s::cleaning,        e::hold,     s::clean_hold, by::workflow},

  transition{s::clean_wait,      e::abort,    s::clean_failed, by::operator_},
  transition{s::clean_wait,      e::fail,     s::clean_failed, by::workflow},
  transition{s::clean_wait,      e::resume,   s::cleaning, by::workflow},
  transition{s::clean_wait,      e::hold,     s::clean_hold, by::workflow},

  transition{s::clean_failed,    e::manage,   s::manageable, by::operator_},

  transition{s::clean_hold,      e::abort,    s::clean_failed, by::operator_},
  transition{s::clean_hold,      e::unhold,   s::clean_wait, by::operator_},

  transition{s::deploying,       e::done,     s::active, by::workflow},
  transition{s::deploying,       e::fail,     s::deploy_failed, by::workflow},
  transition{s::deploying,       e::wait,     s::deploy_wait, by::workflow},
  transition{s::deploying,       e::hold,     s::deploy_hold, by::workflow},

  transition{s::deploy_wait,     e::undeploy, s::deleting, by::operator_},
  transition{s::deploy_wait,     e::abort,    s::deploy_failed, by::operator_},
  transition{s::deploy_wait,     e::fail,     s::deploy_failed, by::workflow},
  transition{s::deploy_wait,     e::resume,   s::deploying, by::workflow},
  transition{s::deploy_wait,     e::hold,     s::deploy_hold, by::workflow},

  transition{s::deploy_failed,   e::deploy,   s::deploying, by::operator_},
  transition{s::deploy_failed,   e::rebuild,  s::deploying, by::operator_},
  transition{s::deploy_failed,   e::undeploy, s::deleting, by::operator_},

  transition{s::deploy_hold,     e::abort,    s::deploy_failed, by::operator_},
  transition{s::deploy_hold,     e::unhold,   s::deploy_wait, by::operator_},

  transition{s::active,          e::rebuild,  s::deploying, by::operator_},
  transition{s::active,          e::undeploy, s::deleting, by::operator_},
  transition{s::active,          e::rescue,   s::rescuing, by::operator_},
  transition{s::active,          e::service,  s::servicing, by::operator_},

  transition{s::deleting,        e::clean,    s::cleaning, by::workflow},
  transition{s::deleting,        e::fail,     s::error, by::workflow},

  transition{s::error,           e::rebuild,  s::deploying, by::operator_},
  transition{s::error,           e::undeploy, s::deleting, by::operator_},

  transition{s::adopting,        e::done,     s::active, by::workflow},
  transition{s::adopting,        e::fail,     s::adopt_failed, by::workflow},

  transition{s::adopt_failed,    e::manage,   s::manageable, by::operator_},
  transition{s::adopt_failed,    e::adopt,    s::adopting, by::operator_},

  transition{s::rescuing,        e::done,     s::rescue, by::workflow},
  transition{s::rescuing,        e::fail,     s::rescue_failed, by::workflow},
  transition{s::rescuing,        e::wait,     s::rescue_wait, by::workflow},

  transition{s::rescue_wait,     e::undeploy, s::deleting, by::operator_},
  transition{s::rescue_wait,     e::abort,    s::rescue_failed, by::operator_},
  transition{s::rescue_wait,     e::fail,     s::rescue_failed, by::workflow},
  transition{s::rescue_wait,     e::resume,   s::rescuing, by::workflow},

  transition{s::rescue,          e::undeploy, s::deleting, by::operator_},
  transition{s::rescue,          e::rescue,   s::rescuing, by::operator_},
  transition{s::rescue,          e::unrescue, s::unrescuing, by::operator_},

  transition{s::rescue_failed,   e::undeploy, s::deleting, by::operator_},
  transition{s::rescue_failed,   e::rescue,   s::rescuing, by::operator_},
  transition{s::rescue_failed,   e::unrescue, s::unrescuing, by::operator_},

  transition{s::unrescuing,      e::done,     s::active, by::workflow},
  transition{s::unrescuing,      e::fail,     s::unrescue_failed, by::workflow},

  transition{s::unrescue_failed, e::undeploy, s::deleting, by::operator_},
  transition{s::unrescue_failed, e::rescue,   s::rescuing, by::operator_},
  transition{s::unrescue_failed, e::unrescue, s::unrescuing, by::operator_},

  transition{s::servicing,       e::done,     s::active, by::workflow},
  transition{s::servicing,       e::fail,     s::service_failed, by::workflow},
  transition{s::servicing,       e::wait,     s::service_wait, by::workflow},
  transition{s::servicing,       e::hold,     s::service_hold, by::workflow},

  transition{s::service_wait,    e::undeploy, s::deleting, by::operator_},
  transition{s::service_wait,    e::abort,    s::service_failed, by::operator_},
  transition{s::service_wait,    e::fail,     s::service_failed, by::workflow},
  transition{s::service_wait,    e::resume,   s::servicing, by::workflow},
  transition{s::service_wait,    e::hold,     s::service_hold, by::workflow},

  transition{s::service_failed,  e::undeploy, s::deleting, by::operator_},
  transition{s::service_failed,  e::rescue,   s::rescuing, by::operator_},
  transition{s::service_failed,  e::service,  s::servicing, by::operator_},
  transition{s::service_failed,  e::abort,    s::active, by::operator_},
  transition{s::service_failed,  e::wait,     s::service_wait, by::workflow},
  transition{s::service_failed,  e::hold,     s::service_hold, by::workflow},

  transition{s::service_hold,    e::service,  s::servicing, by::operator_},
  transition{s::service_hold,    e::abort,    s::service_failed, by::operator_},
  transition{s::service_hold,    e::unhold,   s::service_wait, by::operator_},
  transition{s::service_hold,    e::fail,     s::service_failed, by::workflow},
};
// clang-format on

}  // namespace transition_table

/// The row for this state and event; null if the move is not possible.
constexpr const transition_row* find_transition(provision_state from, provision_event on) {
  for (const auto& row : transition_table::rows)
    if (row.from == from && row.on == on) return &row;
  return nullptr;
}

namespace transition_table {

constexpr bool deterministic() {
  for (const auto& row : rows)
    if (find_transition(row.from, row.on) != &row) return false;
  return true;
}

static_assert(deterministic(), "two rows start at the same state and event");

}  // namespace transition_table

}  // namespace ironbus
