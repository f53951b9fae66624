#include "messages/wire/commands.hpp"

#include "messages/base/codec.hpp"
#include "messages/wire/command_codec.hpp"

#include <array>

namespace ironbus {

IRONBUS_CODEC(create_node, fields, api_version)
IRONBUS_CODEC(patch_operation, op, path, value)
IRONBUS_CODEC(update_node, patch, reset_interfaces, api_version)
IRONBUS_CODEC(set_provision_state, target, request, api_version)
IRONBUS_CODEC(set_power_state, target, timeout_seconds)
IRONBUS_CODEC(set_maintenance, on, reason)
IRONBUS_CODEC(create_part, kind, fields, api_version)
IRONBUS_CODEC(update_part, kind, uuid, patch, api_version)
IRONBUS_CODEC(delete_part, kind, uuid)

/// By its number.
void from_json(const json& in, set_traits::how& how) {
  detail::check_integer<uint8_t>(in);
  const auto number = in.get<uint8_t>();
  if (number > static_cast<uint8_t>(set_traits::how::remove))
    throw json::other_error::create(501, "unknown way to set traits", &in);
  how = static_cast<set_traits::how>(number);
}

IRONBUS_CODEC(set_traits, mode, traits)
IRONBUS_CODEC(claim_node, allocation, resource_class, traits, owner, backfill, rejected)
IRONBUS_CODEC(release_node, allocation, gone)
IRONBUS_CODEC(call_driver, interface, method, args, wait)
IRONBUS_CODEC(set_target_raid, config)
IRONBUS_CODEC(agent_lookup, fresh_token)
IRONBUS_CODEC(agent_heartbeat, callback_url, agent_version, agent_token, agent_status,
              agent_status_message, agent_verify_ca)
IRONBUS_CODEC(observe_power, found)
IRONBUS_CODEC(continue_inspection, inventory, plugin_data, discover_as, rejected)
IRONBUS_CODEC(run_child_step, of, interface, name, args)
IRONBUS_CODEC(child_step_ended, of, child, failed)

void to_json(json& out, const delete_node&) { out = json::object(); }

void from_json(const json&, delete_node&) {}

namespace {

constexpr std::array<std::string_view, std::variant_size_v<command>> command_names{
    "create_node",     "update_node",         "delete_node",    "set_provision_state",
    "set_power_state", "set_maintenance",     "create_part",    "update_part",
    "delete_part",     "set_traits",          "claim_node",     "release_node",
    "call_driver",     "set_target_raid",     "agent_lookup",   "agent_heartbeat",
    "observe_power",   "continue_inspection", "run_child_step", "child_step_ended",
};

}  // namespace

std::string type_of(const command& x) { return command_type(command_names[x.index()]); }

envelope envelop(const command& x, std::string id, std::string uuid, std::string source,
                 timestamp now) {
  return wrap_variant(x, std::move(id), std::move(uuid), std::move(source), now);
}

result<command> decode_command(const envelope& x) {
  return decode_variant<command>(x, command_names);
}

std::string encode_reply(const reply& reply) {
  json out{{"body", reply.body}};
  if (reply.refused)
    out["refused"] = {{"code", to_string(reply.refused->code)},
                      {"message", reply.refused->message}};
  return to_text(out);
}

result<reply> decode_reply(std::string_view text) {
  auto in = parse_own_json(text);
  if (!in) return tl::unexpected(in.error());
  try {
    reply out;
    out.body = in->value("body", "");
    if (auto at = in->find("refused"); at != in->end())
      out.refused = failure{error_code_from(at->at("code").get<std::string>()),
                            at->at("message").get<std::string>()};
    return out;
  } catch (const json::exception& e) {
    return fail(error_code::internal, std::string{"cannot decode reply: "} + e.what());
  }
}

}  // namespace ironbus
