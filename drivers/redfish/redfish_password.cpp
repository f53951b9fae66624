#include "drivers/redfish/redfish_password.hpp"

#include "drivers/kit/password_rotation.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace asio = boost::asio;

namespace {

constexpr const char* password_key = "redfish_password";
/// For BMCs that report no limits. Some silently truncate longer passwords.
constexpr password_bounds usual_bounds{8, 20};
constexpr size_t bytes_max = 256;  // limit of driver_info

struct own_account {
  redfish_resource shown;
  password_bounds bounds;
};
using account_result = asio::awaitable<redfish_result<own_account>>;

size_t number_at(const json& resource, const char* name, size_t otherwise) {
  const auto found = number_in(member_at(resource, {name}));
  const bool there = found.is_number_unsigned() && found > 0;
  return there ? std::min(found.get<size_t>(), bytes_max) : otherwise;
}

password_bounds bounds_of(const json& service) {
  password_bounds out;
  out.max = number_at(service, "MaxPasswordLength", usual_bounds.max);
  out.min = std::min(number_at(service, "MinPasswordLength", usual_bounds.min), out.max);
  return out;
}

tl::unexpected<redfish_error> no_account(const redfish_account& account) {
  return redfish_refusal("The BMC at " + account.place() + " lists no account for the user '" +
                             account.user + "' of driver_info.redfish_username.",
                         redfish_fault::missing);
}

redfish_get get_account_service(redfish_client bmc) {
  const auto root = co_await bmc.get_known(bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  auto link = link_at(root->body, {"AccountService"});
  if (link.empty()) co_return no_link(*root, "AccountService");
  co_return co_await bmc.get(std::move(link));
}

account_result get_own_account(redfish_client bmc) {
  const auto service = co_await get_account_service(bmc);
  if (!service) co_return tl::unexpected(service.error());
  auto link = link_at(service->body, {"Accounts"});
  if (link.empty()) co_return no_link(*service, "Accounts");
  auto all = co_await get_members(bmc, std::move(link));
  if (!all) co_return tl::unexpected(all.error());
  const auto& user = bmc.account().user;
  for (auto& one : *all)
    if (member_text(one.body, "UserName") == user)
      co_return own_account{std::move(one), bounds_of(service->body)};
  co_return no_account(bmc.account());
}

/// The account with only that password.
redfish_account account_with(const redfish_call& call, const std::string& password) {
  auto out = call.bmc.account();
  out.password = password;
  out.second_password.clear();
  return out;
}

redfish_client client_with(const redfish_call& call, const std::string& password) {
  auto connection =
      call.context->connections.find(account_with(call, password), call.request.allowed);
  return {std::move(connection), call.request.allowed, call.context->options};
}

/// Uses a new login, because a session may outlive its password.
asio::awaitable<login_result> try_password(redfish_call call, std::string password) {
  auto connection = call.context->connections.make(account_with(call, password));
  redfish_client bmc{connection, call.request.allowed, call.context->options};
  const auto shown = co_await get_account_service(bmc);
  co_await end_session(connection, call.request.allowed);
  if (shown) co_return login_result::accepted;
  co_return shown.error().status == 401 ? login_result::refused : login_result::unknown;
}

json change_to(const std::string& password) { return {{"Password", password}}; }

/// A login shows the result, whatever the BMC answered.
redfish_outcome tell(redfish_call call, own_account account, stored_password noted) {
  auto body = change_to(noted.password);
  const auto bmc = client_with(call, call.bmc.account().password);
  const auto changed = co_await bmc.patch(std::move(account.shown), std::move(body));
  const auto tried = co_await try_password(call, noted.password);
  if (tried == login_result::accepted) co_return password_accepted(password_key, noted);
  if (changed)
    co_return password_unknown("The BMC accepted the new password, but a login with it failed.");
  const auto why = without_password(changed.error().message, noted.password);
  const bool answered = changed.error().status >= 400 && changed.error().status < 500;
  if (tried == login_result::refused && answered) co_return password_rejected(why);
  co_return password_unknown(why);
}

/// For the stored password of an earlier, interrupted run.
redfish_outcome try_stored_password(redfish_call call, stored_password noted, own_account account) {
  const auto tried = co_await try_password(call, noted.password);
  if (tried == login_result::accepted) co_return password_adopted(password_key, noted);
  if (tried == login_result::unknown)
    co_return password_unknown(
        "The BMC does not report whether it has the password of an earlier rotation.");
  const auto wanted = wanted_password(call.request.what.args, account.bounds);
  if (!wanted) co_return step_refused(wanted.error().message);
  co_return password_stored(call.request, *wanted);
}

redfish_outcome rotate(redfish_call call) {
  if (call.bmc.account().user.empty())
    co_return step_refused(
        "driver_info.redfish_username is absent. rotate_password changes the password of that "
        "user.");
  const auto noted = read_stored_password(call.request.machine.driver_internal_info);
  auto account = co_await get_own_account(client_with(call, call.bmc.account().password));
  if (!account && noted && account.error().status == 401) {
    const auto tried = co_await try_password(call, noted->password);
    if (tried == login_result::accepted)
      co_return is_of_run(*noted, call.request) ? password_accepted(password_key, *noted)
                                                : password_adopted(password_key, *noted);
  }
  if (!account) co_return redfish_step_failed(account.error());
  if (noted && is_of_run(*noted, call.request))
    co_return co_await tell(std::move(call), std::move(*account), *noted);
  if (noted) co_return co_await try_stored_password(std::move(call), *noted, std::move(*account));
  const auto wanted = wanted_password(call.request.what.args, account->bounds);
  if (!wanted) co_return step_refused(wanted.error().message);
  co_return password_stored(call.request, *wanted);
}

redfish_probe_result recover(redfish_call call) {
  const auto noted = read_stored_password(call.request.machine.driver_internal_info);
  if (!noted || !is_of_run(*noted, call.request)) co_return std::nullopt;
  const auto tried = co_await try_password(std::move(call), noted->password);
  if (tried != login_result::accepted) co_return std::nullopt;
  co_return password_accepted(password_key, *noted);
}

}  // namespace

redfish_outcome rotate_redfish_password(redfish_call call) { return rotate(std::move(call)); }

redfish_probe_result recover_redfish_password(redfish_call call) {
  return recover(std::move(call));
}

}  // namespace ironbus
