#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus {

/// Where a node is in its life. The names on the wire are lower-case with spaces ("clean wait");
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
  count_  ///< Not a state: how many there are.
};

std::string_view to_string(provision_state x);
std::optional<provision_state> provision_state_from(std::string_view name);
bool from_string(std::string_view name, provision_state& out);

/// What moves a node from one state to another.
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
  // From the workflow in progress:
  done,
  fail,
  wait,
  resume,
  hold,
  count_
};

std::string_view to_string(provision_event x);

/// What a target has to say about automated cleaning.
enum class cleaning_wish : uint8_t {
  none,     ///< As the node and the configuration have it.
  wanted,   ///< Refused where it is switched off.
  skipped,  ///< From `clean failed` only, and only if the configuration allows it.
};

/// A value of `target` in a provision request, and what it means.
struct provision_verb {
  std::string_view target;
  provision_event event;
  int since;  ///< First microversion 1.<since> that knows the target.
  /// Also leads out of the failure of what it does, as `manage` would.
  bool out_of_failure = false;
  cleaning_wish cleaning = cleaning_wish::none;
};

/// The row of a target; null for an unknown one. Events of a workflow are no targets.
const provision_verb* find_verb(std::string_view target);
/// All of them.
std::span<const provision_verb> provision_verbs();

}  // namespace ironbus
