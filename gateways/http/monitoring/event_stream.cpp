#include "gateways/http/api/error.hpp"
#include "gateways/http/monitoring/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"

namespace ironbus::http {

namespace {

void follow(const call_ptr& x, event_filter wanted) {
  response out;
  out.content_type = "text/event-stream";
  out.headers.emplace_back("Cache-Control", "no-store");
  out.body = ": ironbus events\n\n";
  out.streamed = std::make_shared<streaming>();
  out.streamed->keep_alive_text = ": keep-alive\n\n";
  // Weak in effect: the hub outlives every connection of its gateway.
  out.streamed->begin = [&hub = x->with.events, wanted = std::move(wanted)](
                            std::shared_ptr<stream> to) { hub.add(wanted, std::move(to)); };
  x->respond(std::move(out));
}

}  // namespace

void stream_events(const call_ptr& x) {
  event_filter wanted;
  for (const auto& [name, value] : x->url.query) {
    if (name != "node" && name != "type")
      return x->refuse({error_code::invalid,
                        "Unexpected arguments: " + name.substr(0, 64) + "; allowed: node, type."});
    (name == "node" ? wanted.node : wanted.type) = value;
  }
  if (x->with.events.followers() >= x->with.options.event_clients_max)
    return x->refuse({error_code::unavailable, "Too many clients follow the events already."});
  if (wanted.node.empty()) return follow(x, std::move(wanted));
  with_node_text(x, wanted.node, [x, wanted](const std::string& uuid, const std::string&) mutable {
    wanted.node = uuid;
    follow(x, std::move(wanted));
  });
}

}  // namespace ironbus::http
