#include "gateways/http/api/user_limits.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/nodes/provision_completion.hpp"
#include "gateways/http/nodes/provision_limits.hpp"
#include "gateways/http/nodes/provision_request.hpp"
#include "gateways/http/nodes/rescue_password.hpp"
#include "gateways/http/nodes/step_rules.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/hidden_fields.hpp"
#include "gateways/http/view/request_body.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 11> state_fields{
    "console_enabled",      "last_error",  "power_state",        "provision_state",
    "provision_updated_at", "raid_config", "target_power_state", "target_provision_state",
    "target_raid_config",   "boot_mode",   "secure_boot",
};

constexpr std::array power_targets{
    allowed_text{"power on"},           allowed_text{"power off"},
    allowed_text{"rebooting"},          allowed_text{"soft rebooting", 27},
    allowed_text{"soft power off", 27},
};

constexpr std::array power_fields{
    body_field{
        .name = "target", .type = body_type::text, .flags = needed, .allowed = power_targets},
    body_field{.name = "timeout",
               .type = body_type::count,
               .since = 27,
               .flags = may_be_null,
               .description = "Seconds."},
};

constexpr std::array maintenance_fields{
    body_field{.name = "reason", .type = body_type::text, .flags = may_be_null},
};

set_power_state power_change(const json& body) {
  return {body.at("target").get<std::string>(), body.value("timeout", std::optional<uint32_t>{})};
}

header_list states_location(const call& x) {
  return {{"Location", x.base() + "/v1/nodes/" + percent_encode(x.arguments[0]) + "/states"}};
}

/// The others end one, or continue it.
bool begins_operation(provision_event event) {
  return event != provision_event::abort && event != provision_event::unhold;
}

/// Replaces a rescue password with its hash.
result<set_provision_state> without_plain_password(set_provision_state command,
                                                   const gateway_options& options) {
  const auto found = command.request.find("rescue_password");
  if (found == command.request.end()) return command;
  auto hash =
      hash_rescue_password(found->get<std::string>(), options.rescue_password_hash_algorithm);
  if (!hash) return tl::unexpected(hash.error());
  command.request.erase(found);
  command.request["hashed_rescue_password"] = std::move(*hash);
  return command;
}

}  // namespace

const body_table power_body{.name = "PowerRequest", .fields = power_fields};
const body_table maintenance_body{
    .name = "MaintenanceRequest", .fields = maintenance_fields, .needed = false};

task<> show_states(const call_ptr& call) {
  const auto node = co_await read_node(call, call->arguments[0]);
  selection shown;
  for (auto name : state_fields)
    if (const auto* row = node_resource().find(name); row->spec.since <= call->version)
      shown.columns.push_back(row);
  const hidden_fields hidden{*call, node_resource()};
  const view_context context{call->version, {}, "nodes", false, false, &hidden};
  std::string out;
  append_object(out, shown, shown_document{node.attributes(), &node.snapshot}, context);
  call->respond_json(std::move(out));
}

task<> put_provision_state(const call_ptr& call) {
  auto body = co_await call->body_object();
  auto request = co_await check_provision(std::move(body), call->version);
  request.what = co_await without_plain_password(std::move(request.what), call->services.options);
  co_await require_for_steps(call, request.what.request);
  co_await check_limits(call, request.verb->event);
  if (begins_operation(request.verb->event)) {
    const bool may_start = co_await may_start_operation(call);
    if (!may_start) co_return;
  }
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await complete_provision(call, uuid, request);
  co_await ask_node(call, std::move(request.what), uuid);
  call->respond_empty(202, states_location(*call));
}

task<> put_power_state(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  auto what = power_change(body);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, std::move(what), uuid);
  call->respond_empty(202, states_location(*call));
}

task<> put_maintenance(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  set_maintenance what;
  what.reason = body.value("reason", std::optional<std::string>{});
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, std::move(what), uuid);
  call->respond_empty(202);
}

task<> delete_maintenance(const call_ptr& call) {
  set_maintenance what;
  what.enabled = false;
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  co_await ask_node(call, std::move(what), uuid);
  call->respond_empty(202);
}

}  // namespace ironbus::http
