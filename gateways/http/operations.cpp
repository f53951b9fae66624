#include "gateways/http/error.hpp"
#include "gateways/http/handlers.hpp"
#include "gateways/http/node_access.hpp"
#include "gateways/http/readiness.hpp"
#include "gateways/http/services.hpp"

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

void show_health(const call_ptr& x) { x->respond_json(R"({"status":"alive"})"); }

void show_readiness(const call_ptr& x) {
  auto pinged = [x](const result<std::monostate>& store) {
    const auto body = readiness(x->with.watch, store, x->with.records.durability());
    response answer;
    answer.status = body["ready"] ? 200 : 503;
    answer.body = to_text(body);
    x->respond(std::move(answer));
  };
  x->with.records.ping(x->either<std::monostate>(std::move(pinged)));
}

void show_metrics(const call_ptr& x) {
  response out;
  out.content_type = "text/plain; version=0.0.4";
  out.body = x->with.counted.text();
  out.body +=
      "# HELP ironbus_http_event_followers Clients of /v1/events/stream.\n"
      "# TYPE ironbus_http_event_followers gauge\nironbus_http_event_followers " +
      std::to_string(x->with.events.followers()) + "\n";
  x->respond(std::move(out));
}

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
