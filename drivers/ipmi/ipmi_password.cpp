#include "drivers/ipmi/ipmi_password.hpp"

#include "drivers/kit/driver_info_reader.hpp"
#include "drivers/kit/password_rotation.hpp"
#include "messages/base/text.hpp"

namespace ironbus {

namespace asio = boost::asio;

namespace {

constexpr const char* ipmi_password_key = "ipmi_password";
constexpr password_bounds bounds{8, 16};

// Columns of `user list`. ipmitool prints the name at a fixed column, whatever it contains.
constexpr size_t name_column = 4;
constexpr size_t ipmi_name_bytes_max = 16;

// Brace lists in plain functions only: g++ 12 cannot compile them in a coroutine.

ipmi_order ask_users() { return repeatable_order({"user", "list"}); }
ipmi_order ask_anything() { return repeatable_order({"mc", "info"}); }

ipmi_order set_password(int number, const std::string& password) {
  auto out = repeatable_order({"user", "set", "password", std::to_string(number)});
  out.input = password + "\n" + password + "\n";
  out.done_text = "Set User Password command successful";
  return out;
}

/// With only that password.
ipmi_access access_with(ipmi_access access, const std::string& password) {
  access.password = password;
  access.second_password.clear();
  return access;
}

std::optional<step_outcome> refuse_to_rotate(const ipmi_access& access) {
  if (access.user.empty())
    return step_refused(
        "driver_info.ipmi_username is absent. rotate_password changes the password of that user.");
  if (!access.bridges.empty())
    return step_refused(
        "driver_info.ipmi_bridging is set; allowed with rotate_password: no, because the user "
        "belongs to the BMC that ironbus logs in to.");
  return std::nullopt;
}

asio::awaitable<login_result> try_password(ipmi_context& context, permit allowed,
                                           ipmi_access access, std::string password) {
  auto order = ask_anything();
  auto with_it = access_with(std::move(access), password);
  const auto answer =
      co_await context.tool.run(std::move(allowed), std::move(with_it), std::move(order));
  if (answer) co_return login_result::accepted;
  co_return answer.error().fault == ipmi_fault::credentials ? login_result::refused
                                                            : login_result::unknown;
}

step_outcome begin_with(const step_request& request) {
  const auto wanted = wanted_password(request.what.args, bounds);
  return wanted ? password_stored(request, *wanted) : step_refused(wanted.error().message);
}

/// A login shows the result, whatever the BMC answered.
ipmi_outcome tell(ipmi_context& context, permitted_step request, ipmi_access access, int number,
                  stored_password noted) {
  auto order = set_password(number, noted.password);
  auto by_old = access_with(access, access.password);
  const auto answer =
      co_await context.tool.run(request.allowed, std::move(by_old), std::move(order));
  const auto tried = co_await try_password(context, request.allowed, access, noted.password);
  if (tried == login_result::accepted) co_return password_accepted(ipmi_password_key, noted);
  if (answer)
    co_return password_unknown("The BMC accepted the new password, but a login with it failed.");
  const auto why = without_password(answer.error().message, noted.password);
  if (tried == login_result::refused && info(answer.error().fault).not_done)
    co_return password_rejected(why);
  co_return password_unknown(why);
}

/// For the stored password of an earlier, interrupted run.
ipmi_outcome try_stored_password(ipmi_context& context, permitted_step request, ipmi_access access,
                                 stored_password noted) {
  const auto tried =
      co_await try_password(context, request.allowed, std::move(access), noted.password);
  if (tried == login_result::accepted) co_return password_adopted(ipmi_password_key, noted);
  if (tried == login_result::unknown)
    co_return password_unknown(
        "The BMC does not report whether it has the password of an earlier rotation.");
  co_return begin_with(request);
}

std::string no_user(const ipmi_access& access, size_t found) {
  return "The BMC at " + access.place() + " has " + std::to_string(found) + " users named '" +
         access.user + "' (driver_info.ipmi_username), not exactly one.";
}

ipmi_outcome rotate(ipmi_context& context, permitted_step request, ipmi_access access) {
  if (auto refused = refuse_to_rotate(access)) co_return std::move(*refused);
  const auto noted = read_stored_password(request.machine.driver_internal_info);
  auto order = ask_users();
  auto by_old = access_with(access, access.password);
  const auto users =
      co_await context.tool.run(request.allowed, std::move(by_old), std::move(order));
  if (!users && noted && users.error().fault == ipmi_fault::credentials) {
    const auto tried = co_await try_password(context, request.allowed, access, noted->password);
    if (tried == login_result::accepted)
      co_return is_of_run(*noted, request) ? password_accepted(ipmi_password_key, *noted)
                                           : password_adopted(ipmi_password_key, *noted);
  }
  if (!users) co_return step_failed(users.error().message);
  const auto numbers = user_numbers(*users, access.user);
  if (numbers.size() != 1) co_return step_failed(no_user(access, numbers.size()));
  if (!noted) co_return begin_with(request);
  auto rest = is_of_run(*noted, request)
                  ? tell(context, std::move(request), std::move(access), numbers[0], *noted)
                  : try_stored_password(context, std::move(request), std::move(access), *noted);
  co_return co_await std::move(rest);
}

asio::awaitable<std::optional<step_outcome>> recover(ipmi_context& context,
                                                     permitted_step request) {
  const auto noted = read_stored_password(request.machine.driver_internal_info);
  auto access = ipmi_access_of(request.machine);
  if (!noted || !access || !is_of_run(*noted, request)) co_return std::nullopt;
  const auto tried =
      co_await try_password(context, request.allowed, std::move(*access), noted->password);
  if (tried != login_result::accepted) co_return std::nullopt;
  co_return password_accepted(ipmi_password_key, *noted);
}

}  // namespace

std::vector<int> user_numbers(std::string_view list, std::string_view name) {
  std::vector<int> out;
  while (!list.empty()) {
    const auto end = std::min(list.find('\n'), list.size());
    const auto line = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    if (line.size() <= name_column) continue;
    const auto number = read_byte(trim(line.substr(0, name_column)));
    auto shown = line.substr(name_column, ipmi_name_bytes_max);
    while (shown.ends_with(' ')) shown.remove_suffix(1);
    if (number && shown == name) out.push_back(*number);
  }
  return out;
}

ipmi_outcome rotate_ipmi_password(ipmi_context& context, permitted_step request,
                                  ipmi_access access) {
  return rotate(context, std::move(request), std::move(access));
}

asio::awaitable<std::optional<step_outcome>> recover_ipmi_password(ipmi_context& context,
                                                                   permitted_step request) {
  return recover(context, std::move(request));
}

}  // namespace ironbus
