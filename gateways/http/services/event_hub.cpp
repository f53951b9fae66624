#include "gateways/http/services/event_hub.hpp"

#include "messages/wire/commands.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/routing.hpp"

namespace ironbus::http {

namespace {

std::string_view short_type(std::string_view type) {
  if (type.starts_with(event_type_prefix)) type.remove_prefix(event_type_prefix.size());
  return type;
}

bool wants(const event_filter& x, const std::string& node, const std::string& type) {
  return (x.node.empty() || x.node == node) &&
         (x.type.empty() || short_type(x.type) == short_type(type));
}

}  // namespace

std::string as_server_sent_event(const std::string& body, std::string& node, std::string& type) {
  auto event = decode_envelope(body);
  if (!event) return {};
  node = event->subject;
  type = event->type;
  std::string out;
  out.reserve(body.size() + 160);
  out.append("id: ").append(node).append(":");
  out.append(std::to_string(event->sequence.value_or(0))).append("\nevent: ").append(type);
  // A line break would end the data; ours is compact JSON and has none, another's may.
  out.append("\ndata: ");
  for (char c : body)
    if (c != '\n' && c != '\r') out += c;
  return out += "\n\n";
}

event_hub::event_hub(size_t followers_max)
    : followers_max_(followers_max),
      shown_(metrics::kind::gauge,
             {"ironbus_http_event_followers", "Clients of /v1/events/stream."}, [this] {
               return metrics::samples{{{}, {static_cast<double>(followers())}}};
             }) {}

void event_hub::start(bus& messages) {
  subscription all;
  all.exchange = routing::event_exchange;
  all.bindings = {"#"};
  all.prefetch = 0;
  messages.subscribe(std::move(all), [this](delivery x) { publish(x.body); });
}

bool event_hub::add(event_filter wanted, std::shared_ptr<stream> receiver) {
  std::lock_guard hold{mutex_};
  followers_.remove_if([](const follower& x) { return x.receiver->gone(); });
  if (followers_.size() >= followers_max_) return false;
  followers_.push_back({std::move(wanted), std::move(receiver)});
  return true;
}

void event_hub::publish(const std::string& body) {
  std::lock_guard hold{mutex_};
  if (followers_.empty())  // the usual case: do not even decode
    return;
  std::string node;
  std::string type;
  auto text = std::make_shared<const std::string>(as_server_sent_event(body, node, type));
  if (text->empty()) return;
  followers_.remove_if([&](follower& x) { return is_lost(x, node, type, text); });
}

bool event_hub::is_lost(follower& follower, const std::string& node, const std::string& type,
                        const std::shared_ptr<const std::string>& text) {
  if (follower.receiver->gone()) return true;
  if (!wants(follower.wanted, node, type) || follower.receiver->send(text)) return false;
  ++dropped_;
  return true;
}

void event_hub::clear() {
  std::lock_guard hold{mutex_};
  followers_.clear();
}

size_t event_hub::followers() const {
  std::lock_guard hold{mutex_};
  return followers_.size();
}

}  // namespace ironbus::http
