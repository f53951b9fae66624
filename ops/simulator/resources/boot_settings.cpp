#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/boot_object.hpp"
#include "ops/simulator/resources/handlers.hpp"

#include <array>

namespace ironbus::simulator {

answer show_boot_settings(const call& call) {
  auto out =
      resource(call.path, "ComputerSystem.v1_13_0.ComputerSystem", "SD", "System, future state");
  out["Boot"] = shown_boot(call);
  return reply{200, out};
}

answer change_boot_settings(const call& call) {
  static constexpr std::array rules{member_rule{"Boot", value_kind::object, {}, true}};
  if (auto wrong = check_properties(call.body, rules, show_boot_settings(call)->body))
    return refuse(*wrong);
  if (auto wrong = change_boot(call, call.body["Boot"])) return refuse(*wrong);
  return no_content();
}

}  // namespace ironbus::simulator
