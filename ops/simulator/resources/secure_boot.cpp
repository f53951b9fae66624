#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/boot_object.hpp"
#include "ops/simulator/resources/handlers.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

struct key_row {
  std::string_view type;
  std::string_view keys;  ///< The keys after the reset.
};

constexpr std::array key_rows{
    key_row{"ResetAllKeysToDefault", "Factory"},
    key_row{"DeleteAllKeys", "None"},
    key_row{"DeletePK", "None"},
};

}  // namespace

answer show_secure_boot(const call& call) {
  const auto& secure = call.machine().secure;
  const auto path = system_path(call.kind(), "/SecureBoot");
  auto out = resource(path, "SecureBoot.v1_1_0.SecureBoot", "SecureBoot", "UEFI Secure Boot");
  out["SecureBootEnable"] = secure.enabled;
  out["SecureBootCurrentBoot"] = secure.current ? "Enabled" : "Disabled";
  out["SecureBootMode"] = secure.has_keys() ? "UserMode" : "SetupMode";
  out["Actions"] = {
      {"#SecureBoot.ResetKeys", action(path, "SecureBoot.ResetKeys", "ResetKeysType",
                                       "ResetAllKeysToDefault,DeleteAllKeys,DeletePK")}};
  return reply{200, out};
}

answer change_secure_boot(const call& call) {
  static constexpr std::array rules{member_rule{"SecureBootEnable", value_kind::boolean, {}, true}};
  if (auto wrong = check_properties(call.body, rules, show_secure_boot(call)->body))
    return refuse(*wrong);
  if (auto busy = busy_in_post(call)) return refuse(*busy);
  const bool wanted = call.body["SecureBootEnable"];
  if (wanted && call.machine().boot.mode != "UEFI")
    return refuse({"PropertyValueConflict",
                   {"SecureBootEnable", "BootSourceOverrideMode"},
                   "#/SecureBootEnable"});
  call.machine().secure.enabled = wanted;
  return no_content();
}

answer reset_keys(const call& call) {
  static constexpr std::array rules{member_rule{
      "ResetKeysType", value_kind::text, "ResetAllKeysToDefault,DeleteAllKeys,DeletePK", true}};
  if (auto wrong = check_parameters(call.body, rules, "SecureBoot.ResetKeys"))
    return refuse(*wrong);
  for (const auto& row : key_rows)
    if (call.body["ResetKeysType"] == row.type) call.machine().secure.keys = row.keys;
  return no_content();
}

}  // namespace ironbus::simulator
