#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

constexpr size_t password_bytes_min = 8;
constexpr size_t password_bytes_max = 20;
constexpr std::string_view guest_id = "1";
constexpr std::string_view own_id = "2";

const std::string accounts_path = service_path("/AccountService/Accounts");

}  // namespace

answer show_account_service(const call&) {
  auto out = resource(service_path("/AccountService"), "AccountService.v1_7_0.AccountService",
                      "AccountService", "Account Service");
  out["ServiceEnabled"] = true;
  out["MinPasswordLength"] = password_bytes_min;
  out["MaxPasswordLength"] = password_bytes_max;
  out["Accounts"] = link_to(accounts_path);
  out["Status"] = good_status();
  return reply{200, out};
}

answer list_accounts(const call&) {
  return reply{
      200, collection(accounts_path, "ManagerAccountCollection", "Accounts",
                      member_links(accounts_path, {std::string{guest_id}, std::string{own_id}}))};
}

answer show_account(const call& call) {
  const auto& id = call.ids[0];
  if (id != guest_id && id != own_id) return refuse({"ResourceNotFound", {"Account", id}});
  const bool own = id == own_id;
  auto out = resource(accounts_path + "/" + id, "ManagerAccount.v1_6_0.ManagerAccount", id,
                      "User Account");
  out["UserName"] = own ? std::string{call.kind().user} : "guest";
  out["RoleId"] = own ? "Administrator" : "ReadOnly";
  out["Password"] = nullptr;
  out["Enabled"] = own;
  return reply{200, out};
}

/// A new password ends all sessions of the user.
answer change_account(const call& call) {
  static constexpr std::array rules{member_rule{"Password"}};
  auto shown = show_account(call);
  if (!shown) return shown;
  if (auto wrong = check_properties(call.body, rules, shown->body)) return refuse(*wrong);
  if (!call.body.contains("Password")) return no_content();
  const auto wanted = call.body["Password"].get<std::string>();
  if (wanted.size() < password_bytes_min || wanted.size() > password_bytes_max)
    return refuse({"PropertyValueFormatError", {wanted, "Password"}, "#/Password"});
  if (call.ids[0] != own_id) return no_content();
  call.memory.password = wanted;
  call.memory.sessions.close_all();
  return no_content();
}

}  // namespace ironbus::simulator
