#include "gateways/http/ramdisk/agent_states.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/ramdisk/heartbeat_body.hpp"
#include "gateways/http/ramdisk/refused_call.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/request_body.hpp"
#include "gateways/http/view/shown_object.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus::http {

namespace {

/// Reads only the attributes of a node, because most of its text is steps and their results.
json read_attributes(const std::string& snapshot) {
  thread_local text_reader reader;
  const auto& fields = reader.read_snapshot(snapshot);
  json out;
  for (const char* name : {"provision_state", "driver_info", "driver_internal_info"})
    out[name] = fields.value(name);
  return out;
}

constexpr const char* version_of_old_agents = "3.0.0";
constexpr std::string_view heartbeat_name = "heartbeat";

/// Completes when the bus has confirmed the message, so the agent does not wait for a busy node. If
/// a newer heartbeat replaces this one, it completes at once.
question<std::monostate> tell_node(const call_ptr& call, agent_heartbeat heartbeat,
                                   std::string uuid) {
  return question<std::monostate>{
      [call, heartbeat = std::move(heartbeat), uuid = std::move(uuid)](auto done) {
        auto tell = [call, heartbeat, uuid, done] {
          call->services.commands.tell(heartbeat, uuid, call->origin(), done);
        };
        call->services.heartbeats.enter(uuid, steady_clock::now(), std::move(tell),
                                        [done] { done({}); });
      }};
}

bool counts(const call& call, const json& attributes) {
  const auto state = agent_state_of(attributes.value("provision_state", ""));
  return state.heartbeat ||
         (is_fast_track(call.services.policy.fast_track, attributes) && state.fast_track_heartbeat);
}

/// Fails with the error. The node records it if the caller proves by the token that it is the
/// agent.
result<std::monostate> refuse_agent(const call_ptr& call, const std::string& node,
                                    const json& attributes, std::string_view token, failure why) {
  const auto known = read_agent_session(attributes.value("driver_internal_info", json::object()));
  const bool proven = known.token && !token.empty() && equal_in_constant_time(*known.token, token);
  if (proven && counts(*call, attributes))
    report_refused_call(call, node, attributes, heartbeat_name, why);
  return tl::unexpected(std::move(why));
}

/// The body. If it is wrong, the node that the path names may record it.
task<json> read_heartbeat_body(const call_ptr& call) {
  auto body = read_body(*call);
  if (body) co_return *std::move(body);
  const auto sent = call->body_object();
  if (sent && !call->arguments.empty())
    if (const auto node = co_await tried(read_node_text(call, call->arguments[0])); node) {
      const auto attributes = read_attributes(node->text);
      const auto token = member_text(*sent, "agent_token");
      co_await refuse_agent(call, node->uuid, attributes, token, std::move(body.error()));
    }
  co_return co_await std::move(body);
}

task<> take(const call_ptr& call, const std::string& ident, agent_heartbeat heartbeat,
            std::string_view url_name) {
  auto node = co_await read_node_text(call, ident);
  const auto attributes = read_attributes(node.text);
  auto good = check_heartbeat(heartbeat, url_name, attributes, call->services.policy);
  if (!good)
    co_await refuse_agent(call, node.uuid, attributes, heartbeat.agent_token,
                          std::move(good.error()));
  if (heartbeat.agent_version.empty()) heartbeat.agent_version = version_of_old_agents;
  if (counts(*call, attributes))  // Otherwise the node would ignore it.
    co_await tell_node(call, std::move(heartbeat), std::move(node.uuid));
  call->respond_empty(202);
}

}  // namespace

/// The path names the node, or node_ident in the body does.
task<> take_heartbeat(const call_ptr& call) {
  const auto body = co_await read_heartbeat_body(call);
  const auto ident = call->arguments.empty() ? member_text(body, "node_ident") : call->arguments[0];
  co_await take(call, ident, read_heartbeat(body), "callback_url");
}

task<> take_old_heartbeat(const call_ptr& x) {
  const auto body = co_await read_heartbeat_body(x);
  co_await take(x, x->arguments[0], read_old_heartbeat(body), "agent_url");
}

}  // namespace ironbus::http
