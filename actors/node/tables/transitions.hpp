#pragma once

#include "messages/model/state_table.hpp"

#include <array>
#include <cstdint>

namespace ironbus {

/// Who can cause a transition.
enum class initiator : uint8_t { operator_, workflow };

/// One allowed transition of a node.
struct transition_row {
  provision_state source;
  provision_event event;
  provision_state target;
  ironbus::initiator initiator;
};

namespace transition_table {

using s = provision_state;
using e = provision_event;
using transition = transition_row;

// clang-format off
inline constexpr std::array rows{
  transition{s::enroll,          e::manage,   s::verifying, initiator::operator_},

  transition{s::verifying,       e::done,     s::manageable, initiator::workflow},
  transition{s::verifying,       e::fail,     s::enroll, initiator::workflow},

  transition{s::manageable,      e::provide,  s::cleaning, initiator::operator_},
  transition{s::manageable,      e::inspect,  s::inspecting, initiator::operator_},
  transition{s::manageable,      e::clean,    s::cleaning, initiator::operator_},
  transition{s::manageable,      e::adopt,    s::adopting, initiator::operator_},

  transition{s::available,       e::manage,   s::manageable, initiator::operator_},
  transition{s::available,       e::deploy,   s::deploying, initiator::operator_},

  transition{s::inspecting,      e::done,     s::manageable, initiator::workflow},
  transition{s::inspecting,      e::fail,     s::inspect_failed, initiator::workflow},
  transition{s::inspecting,      e::wait,     s::inspect_wait, initiator::workflow},

  transition{s::inspect_wait,    e::abort,    s::inspect_failed, initiator::operator_},
  transition{s::inspect_wait,    e::done,     s::manageable, initiator::workflow},
  transition{s::inspect_wait,    e::fail,     s::inspect_failed, initiator::workflow},
  transition{s::inspect_wait,    e::resume,   s::inspecting, initiator::workflow},

  transition{s::inspect_failed,  e::manage,   s::manageable, initiator::operator_},
  transition{s::inspect_failed,  e::inspect,  s::inspecting, initiator::operator_},

  transition{s::cleaning,        e::manage,   s::manageable, initiator::workflow},
  transition{s::cleaning,        e::done,     s::available, initiator::workflow},
  transition{s::cleaning,        e::fail,     s::clean_failed, initiator::workflow},
  transition{s::cleaning,        e::wait,     s::clean_wait, initiator::workflow},
  transition{s::cleaning,        e::hold,     s::clean_hold, initiator::workflow},

  transition{s::clean_wait,      e::abort,    s::clean_failed, initiator::operator_},
  transition{s::clean_wait,      e::fail,     s::clean_failed, initiator::workflow},
  transition{s::clean_wait,      e::resume,   s::cleaning, initiator::workflow},
  transition{s::clean_wait,      e::hold,     s::clean_hold, initiator::workflow},

  transition{s::clean_failed,    e::manage,   s::manageable, initiator::operator_},

  transition{s::clean_hold,      e::abort,    s::clean_failed, initiator::operator_},
  transition{s::clean_hold,      e::unhold,   s::clean_wait, initiator::operator_},

  transition{s::deploying,       e::done,     s::active, initiator::workflow},
  transition{s::deploying,       e::fail,     s::deploy_failed, initiator::workflow},
  transition{s::deploying,       e::wait,     s::deploy_wait, initiator::workflow},
  transition{s::deploying,       e::hold,     s::deploy_hold, initiator::workflow},

  transition{s::deploy_wait,     e::undeploy, s::deleting, initiator::operator_},
  transition{s::deploy_wait,     e::abort,    s::deploy_failed, initiator::operator_},
  transition{s::deploy_wait,     e::fail,     s::deploy_failed, initiator::workflow},
  transition{s::deploy_wait,     e::resume,   s::deploying, initiator::workflow},
  transition{s::deploy_wait,     e::hold,     s::deploy_hold, initiator::workflow},

  transition{s::deploy_failed,   e::deploy,   s::deploying, initiator::operator_},
  transition{s::deploy_failed,   e::rebuild,  s::deploying, initiator::operator_},
  transition{s::deploy_failed,   e::undeploy, s::deleting, initiator::operator_},

  transition{s::deploy_hold,     e::abort,    s::deploy_failed, initiator::operator_},
  transition{s::deploy_hold,     e::unhold,   s::deploy_wait, initiator::operator_},

  transition{s::active,          e::rebuild,  s::deploying, initiator::operator_},
  transition{s::active,          e::undeploy, s::deleting, initiator::operator_},
  transition{s::active,          e::rescue,   s::rescuing, initiator::operator_},
  transition{s::active,          e::service,  s::servicing, initiator::operator_},

  transition{s::deleting,        e::clean,    s::cleaning, initiator::workflow},
  transition{s::deleting,        e::fail,     s::error, initiator::workflow},

  transition{s::error,           e::rebuild,  s::deploying, initiator::operator_},
  transition{s::error,           e::undeploy, s::deleting, initiator::operator_},

  transition{s::adopting,        e::done,     s::active, initiator::workflow},
  transition{s::adopting,        e::fail,     s::adopt_failed, initiator::workflow},

  transition{s::adopt_failed,    e::manage,   s::manageable, initiator::operator_},
  transition{s::adopt_failed,    e::adopt,    s::adopting, initiator::operator_},

  transition{s::rescuing,        e::done,     s::rescue, initiator::workflow},
  transition{s::rescuing,        e::fail,     s::rescue_failed, initiator::workflow},
  transition{s::rescuing,        e::wait,     s::rescue_wait, initiator::workflow},

  transition{s::rescue_wait,     e::undeploy, s::deleting, initiator::operator_},
  transition{s::rescue_wait,     e::abort,    s::rescue_failed, initiator::operator_},
  transition{s::rescue_wait,     e::fail,     s::rescue_failed, initiator::workflow},
  transition{s::rescue_wait,     e::resume,   s::rescuing, initiator::workflow},

  transition{s::rescue,          e::undeploy, s::deleting, initiator::operator_},
  transition{s::rescue,          e::rescue,   s::rescuing, initiator::operator_},
  transition{s::rescue,          e::unrescue, s::unrescuing, initiator::operator_},

  transition{s::rescue_failed,   e::undeploy, s::deleting, initiator::operator_},
  transition{s::rescue_failed,   e::rescue,   s::rescuing, initiator::operator_},
  transition{s::rescue_failed,   e::unrescue, s::unrescuing, initiator::operator_},

  transition{s::unrescuing,      e::done,     s::active, initiator::workflow},
  transition{s::unrescuing,      e::fail,     s::unrescue_failed, initiator::workflow},

  transition{s::unrescue_failed, e::undeploy, s::deleting, initiator::operator_},
  transition{s::unrescue_failed, e::rescue,   s::rescuing, initiator::operator_},
  transition{s::unrescue_failed, e::unrescue, s::unrescuing, initiator::operator_},

  transition{s::servicing,       e::done,     s::active, initiator::workflow},
  transition{s::servicing,       e::fail,     s::service_failed, initiator::workflow},
  transition{s::servicing,       e::wait,     s::service_wait, initiator::workflow},
  transition{s::servicing,       e::hold,     s::service_hold, initiator::workflow},

  transition{s::service_wait,    e::undeploy, s::deleting, initiator::operator_},
  transition{s::service_wait,    e::abort,    s::service_failed, initiator::operator_},
  transition{s::service_wait,    e::fail,     s::service_failed, initiator::workflow},
  transition{s::service_wait,    e::resume,   s::servicing, initiator::workflow},
  transition{s::service_wait,    e::hold,     s::service_hold, initiator::workflow},

  transition{s::service_failed,  e::undeploy, s::deleting, initiator::operator_},
  transition{s::service_failed,  e::rescue,   s::rescuing, initiator::operator_},
  transition{s::service_failed,  e::service,  s::servicing, initiator::operator_},
  transition{s::service_failed,  e::abort,    s::active, initiator::operator_},
  transition{s::service_failed,  e::wait,     s::service_wait, initiator::workflow},
  transition{s::service_failed,  e::hold,     s::service_hold, initiator::workflow},

  transition{s::service_hold,    e::service,  s::servicing, initiator::operator_},
  transition{s::service_hold,    e::abort,    s::service_failed, initiator::operator_},
  transition{s::service_hold,    e::unhold,   s::service_wait, initiator::operator_},
  transition{s::service_hold,    e::fail,     s::service_failed, initiator::workflow},
};
// clang-format on

}  // namespace transition_table

/// The row for this state and event; null if the transition is not allowed.
constexpr const transition_row* find_transition(provision_state source, provision_event event) {
  for (const auto& row : transition_table::rows)
    if (row.source == source && row.event == event) return &row;
  return nullptr;
}

namespace transition_table {

constexpr bool deterministic() {
  for (const auto& row : rows)
    if (find_transition(row.source, row.event) != &row) return false;
  return true;
}

static_assert(deterministic(), "two rows start at the same state and event");

}  // namespace transition_table

}  // namespace ironbus
