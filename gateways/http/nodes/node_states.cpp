#include "gateways/http/api/version.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/nodes/provision_completion.hpp"
#include "gateways/http/nodes/provision_limits.hpp"
#include "gateways/http/nodes/provision_request.hpp"
#include "gateways/http/nodes/rescue_password.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/view.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 11> state_fields{
    "console_enabled",      "last_error",  "power_state",        "provision_state",
    "provision_updated_at", "raid_config", "target_power_state", "target_provision_state",
    "target_raid_config",   "boot_mode",   "secure_boot",
};

struct power_target {
  std::string_view name;
  int since;
};

constexpr int timeout_since = 27;

constexpr std::array power_targets{
    power_target{"power on", 1},
    power_target{"power off", 1},
    power_target{"rebooting", 1},
    power_target{"soft rebooting", timeout_since},
    power_target{"soft power off", timeout_since},
};

tl::unexpected<failure> too_old(std::string_view what, int version) {
  return fail(error_code::not_acceptable, "'" + std::string{what} + "' needs API version " +
                                              version_text(timeout_since) + "; requested was " +
                                              version_text(version) + ".");
}

result<std::optional<uint32_t>> read_timeout(const json& body, int version) {
  const auto at = body.find("timeout");
  if (at == body.end() || at->is_null()) return std::nullopt;
  if (version < timeout_since) return too_old("timeout", version);
  int64_t seconds = 0;
  if (at->is_number_integer())
    seconds = at->get<int64_t>();
  else if (at->is_string() && at->get_ref<const std::string&>().size() < 10 &&
           at->get_ref<const std::string&>().find_first_not_of("0123456789") == std::string::npos)
    seconds = std::atoll(at->get_ref<const std::string&>().c_str());
  if (seconds <= 0 || seconds > 1'000'000'000)
    return fail(error_code::invalid,
                "Invalid value for 'timeout'; it must be a whole number of seconds from 1.");
  return static_cast<uint32_t>(seconds);
}

result<set_power_state> check_power(const json& body, int version) {
  if (auto keys = check_keys(body, {"target", "timeout"}); !keys)
    return tl::unexpected(keys.error());
  const auto target = body.find("target");
  if (target == body.end()) return fail(error_code::invalid, "Missing mandatory parameter: target");
  const auto row = std::find_if(power_targets.begin(), power_targets.end(),
                                [&](const auto& x) { return *target == x.name; });
  if (row == power_targets.end())
    return fail(error_code::invalid,
                "Invalid value for 'target': " + to_text(*target).substr(0, 80) +
                    "; allowed: power on, power off, rebooting, soft "
                    "rebooting, soft power off.");
  if (version < row->since) return too_old(row->name, version);
  auto timeout = read_timeout(body, version);
  if (!timeout) return tl::unexpected(timeout.error());
  return set_power_state{std::string{row->name}, *timeout};
}

header_list states_location(const call& x) {
  return {{"Location", x.base() + "/v1/nodes/" + percent_encode(x.arguments[0]) + "/states"}};
}

/// Of a rescue password only its hash goes on.
result<set_provision_state> without_plain_password(set_provision_state command,
                                                   const gateway_options& options) {
  const auto at = command.request.find("rescue_password");
  if (at == command.request.end()) return command;
  auto hash = hash_rescue_password(at->get<std::string>(), options.rescue_password_hash_algorithm);
  if (!hash) return tl::unexpected(hash.error());
  command.request.erase(at);
  command.request["hashed_rescue_password"] = std::move(*hash);
  return command;
}

/// Why the node is in maintenance; unset if nobody says.
result<std::optional<std::string>> read_reason(const json& body) {
  if (auto keys = check_keys(body, {"reason"}); !keys) return tl::unexpected(keys.error());
  const auto reason = body.find("reason");
  if (reason == body.end() || reason->is_null()) return std::nullopt;
  if (!reason->is_string()) return fail(error_code::invalid, "'reason' must be a string or null.");
  return reason->get<std::string>();
}

}  // namespace

task<> show_states(const call_ptr& call) {
  const auto node = co_await read_node(call, call->arguments[0]);
  selection shown;
  for (auto name : state_fields)
    if (const auto* row = node_resource().find(name); row->spec.since <= call->version)
      shown.columns.push_back(row);
  const view_context to{call->version, {}, "nodes"};
  std::string out;
  append_object(out, shown, shown_document{node.attributes(), &node.snapshot}, to);
  call->respond_json(std::move(out));
}

task<> put_provision_state(const call_ptr& call) {
  const auto body = co_await call->body_object();
  auto request = co_await check_provision(body, call->version);
  request.what = co_await without_plain_password(std::move(request.what), call->with.options);
  co_await check_limits(call, request.event);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await complete_provision(call, uuid, request);
  co_await ask_node(call, std::move(request.what), uuid);
  call->respond_empty(202, states_location(*call));
}

task<> put_power_state(const call_ptr& call) {
  const auto body = co_await call->body_object();
  auto what = co_await check_power(body, call->version);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, std::move(what), uuid);
  call->respond_empty(202, states_location(*call));
}

task<> put_maintenance(const call_ptr& call) {
  set_maintenance what;
  if (!call->in.body.empty()) {
    const auto body = co_await call->body_object();
    what.reason = co_await read_reason(body);
  }
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, std::move(what), uuid);
  call->respond_empty(202);
}

task<> delete_maintenance(const call_ptr& call) {
  set_maintenance what;
  what.on = false;
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, std::move(what), uuid);
  call->respond_empty(202);
}

}  // namespace ironbus::http
