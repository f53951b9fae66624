#include "gateways/http/ramdisk/lookup.hpp"

#include "gateways/http/ramdisk/agent_states.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/ramdisk/port_owner.hpp"
#include "gateways/http/ramdisk/refused_call.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/model/field.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/events.hpp"

#include <array>

namespace ironbus::http {

namespace {

constexpr int token_since = 62;

// One text for all reasons: the caller is not authenticated and must not learn which nodes exist.
failure not_found() {
  return {error_code::not_found, "The node could not be found or does not expect a ramdisk."};
}

/// An agent keeps its own ciphers if there are none.
json ciphers_of(const tls_limits& limits) {
  return limits.ciphers.empty() ? json{} : json(limits.ciphers);
}

json containers_of(const container_options& allowed) {
  return {{"allow_arbitrary_containers", allowed.allow_arbitrary_containers},
          {"allowed_containers", allowed.allowed_containers},
          {"container_steps_file", allowed.container_steps_file},
          {"runner", allowed.runner},
          {"pull_options", allowed.pull_options},
          {"run_options", allowed.run_options}};
}

json config_of(const call& call) {
  const auto& tls = call.services.options.agent_tls;
  return {{"metrics",
           {{"backend", "noop"},
            {"prepend_host", false},
            {"prepend_uuid", false},
            {"prepend_host_reverse", true},
            {"global_prefix", nullptr}}},
          {"metrics_statsd", {{"statsd_host", "localhost"}, {"statsd_port", 8125}}},
          {"heartbeat_timeout", call.services.options.heartbeat_timeout.count()},
          {"agent_containers", containers_of(call.services.options.agent_containers)},
          {"agent_md5_checksum_enable", call.services.policy.drivers.images.allow_md5_checksum},
          {"disable_deep_image_inspection",
           call.services.policy.drivers.images.disable_deep_image_inspection},
          {"permitted_image_formats", call.services.policy.drivers.images.permitted_image_formats},
          {"agent_skip_bmc_detect", false},
          {"enable_bios_bootloader_install",
           call.services.policy.drivers.images.enable_bios_bootloader_install},
          {"tls_min_version", tls.minimum_version},
          {"tls_cipher_suites", ciphers_of(tls)}};
}

}  // namespace

void answer_lookup(call& call, unsigned status, const json& snapshot, const json& token) {
  auto config = config_of(call);
  if (!token.is_null()) {
    config["agent_token"] = token;
    config["agent_token_required"] = true;
  }
  std::string out = "{\"node\":";
  append_ramdisk_node(out, call, snapshot);
  append_name(out, "config");
  append_value(out, config);
  response found;
  found.status = status;
  found.body = std::move(out += '}');
  call.respond(std::move(found));
}

namespace {

bool expects_ramdisk(const services& context, const json& attributes) {
  const auto allowed = agent_state_of(attributes.value("provision_state", ""));
  return !context.options.restrict_lookup || allowed.lookup ||
         (is_fast_track(context.policy.fast_track, attributes) && allowed.fast_track_lookup);
}

/// The node that the addresses belong to.
task<std::string> find_by_address(const call_ptr& call, std::vector<std::string> addresses) {
  auto owner = co_await find_owner(call, std::move(addresses));
  log_shared_addresses(owner.node, owner.matching);
  if (owner.node.empty()) co_return tl::unexpected(not_found());
  co_return owner.node;
}

}  // namespace

void append_ramdisk_node(std::string& out, const call& call, const json& snapshot) {
  static constexpr std::array<std::string_view, 5> fields{"uuid", "properties", "instance_info",
                                                          "driver_internal_info", "links"};
  selection shown;
  for (auto name : fields) shown.columns.push_back(node_resource().find(name));
  const auto base = call.base();
  append_object(out, shown, shown_document{snapshot.at(attributes_key), &snapshot},
                {call.version, base, "nodes"});
}

task<node_record> find_for_ramdisk(const call_ptr& call, lookup_query wanted) {
  node_record out;
  if (wanted.node)
    out.uuid = *wanted.node;
  else
    out.uuid = co_await find_by_address(call, std::move(wanted.addresses));
  const auto found = co_await load_existing(call, "node", out.uuid, not_found());
  out.snapshot = co_await parse_own_json(found.snapshot);
  if (!expects_ramdisk(call->services, out.attributes())) co_return tl::unexpected(not_found());
  co_return out;
}

task<json> give_token(const call_ptr& call, node_record& node) {
  agent_lookup what{random_token()};
  const auto text = co_await ask_node(call, std::move(what), node.uuid);
  const auto given = parse_own_json(text);
  if (!given || !given->is_object() || !given->contains("agent_token"))
    co_return fail(error_code::internal, "the answer to a lookup has no token");
  // The node was read before it had a token.
  auto& notes = node.snapshot[attributes_key]["driver_internal_info"];
  auto session = read_agent_session(notes);
  session.token = masked_value;
  write_agent_session(notes, session);
  co_return given->at("agent_token");
}

task<> look_up(const call_ptr& call) {
  auto wanted = co_await read_lookup_query(call->url);
  const bool by_addresses = !wanted.node;
  auto node = co_await find_for_ramdisk(call, std::move(wanted));
  json token;
  if (call->version >= token_since) {
    auto given = co_await tried(give_token(call, node));
    if (!given && by_addresses)
      report_refused_call(call, node.uuid, node.attributes(), "lookup", given.error());
    token = co_await std::move(given);
  }
  answer_lookup(*call, 200, node.snapshot, token);
}

}  // namespace ironbus::http
