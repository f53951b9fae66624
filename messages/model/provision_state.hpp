#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus {

/// The provision state of a node. The names on the wire are lower-case with spaces ("clean wait");
/// clients compare them literally.
enum class provision_state : uint8_t {
  enroll,
  verifying,
  manageable,
  available,
  inspecting,
  inspect_wait,
  inspect_failed,
  cleaning,
  clean_wait,
  clean_failed,
  clean_hold,
  deploying,
  deploy_wait,  ///< "wait call-back" on the wire.
  deploy_failed,
  deploy_hold,
  active,
  deleting,
  error,
  adopting,
  adopt_failed,
  rescuing,
  rescue_wait,
  rescue,
  rescue_failed,
  unrescuing,
  unrescue_failed,
  servicing,
  service_wait,
  service_failed,
  service_hold,
  count_  ///< Not a state: the number of states.
};

std::string_view to_string(provision_state x);
std::optional<provision_state> provision_state_from(std::string_view name);
bool from_string(std::string_view name, provision_state& out);

/// Moves a node from one state to another.
enum class provision_event : uint8_t {
  // From operators, through PUT /v1/nodes/{id}/states/provision:
  manage,
  provide,
  inspect,
  clean,
  deploy,
  rebuild,
  undeploy,
  adopt,
  rescue,
  unrescue,
  service,
  abort,
  unhold,
  // From the running workflow:
  done,
  fail,
  wait,
  resume,
  hold,
  count_
};

std::string_view to_string(provision_event x);

/// What a target requires of automated cleaning.
enum class cleaning_wish : uint8_t {
  none,     ///< As the node and the configuration say.
  wanted,   ///< Rejected if automated cleaning is off.
  skipped,  ///< From `clean failed` only, and only if the configuration allows it.
};

/// A value of `target` in a provision request, and its meaning.
struct provision_verb {
  std::string_view target;
  provision_event event;
  int since;  ///< First microversion 1.<since> that has the target.
  /// Also leaves the failed state of its own workflow, as `manage` would.
  bool out_of_failure = false;
  cleaning_wish cleaning = cleaning_wish::none;
};

/// The row of a target; null for an unknown one. Events of workflows are not targets.
const provision_verb* find_verb(std::string_view target);
/// All targets.
std::span<const provision_verb> provision_verbs();

}  // namespace ironbus
