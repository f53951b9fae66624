#include "gateways/http/api/error.hpp"
#include "gateways/http/monitoring/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"

namespace ironbus::http {

namespace {

void follow(const call_ptr& call, event_filter wanted) {
  response out;
  out.content_type = "text/event-stream";
  out.headers.emplace_back("Cache-Control", "no-store");
  out.body = ": ironbus events\n\n";
  out.streamed = std::make_shared<streaming>();
  out.streamed->keep_alive_text = ": keep-alive\n\n";
  // Weak in effect: the hub outlives every connection of its gateway.
  out.streamed->begin = [&hub = call->services.events,
                         wanted = std::move(wanted)](std::shared_ptr<stream> receiver) {
    hub.add(wanted, std::move(receiver));
  };
  call->respond(std::move(out));
}

}  // namespace

task<> stream_events(const call_ptr& call) {
  event_filter wanted;
  for (const auto& [name, value] : call->url.query) {
    if (name != "node" && name != "type")
      co_await invalid("Unexpected arguments: " + name.substr(0, 64) + "; allowed: node, type.");
    (name == "node" ? wanted.node : wanted.type) = value;
  }
  if (call->services.events.followers() >= call->services.options.event_clients_max)
    co_await fail(error_code::unavailable, "Too many clients follow the events already.");
  if (!wanted.node.empty()) {
    const auto node = co_await read_node_text(call, wanted.node);
    wanted.node = node.uuid;
  }
  follow(call, std::move(wanted));
}

}  // namespace ironbus::http
