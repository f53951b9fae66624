#include "messages/events/event_text.hpp"

namespace ironbus {

std::string event_text(const logged_event& event, const std::string& log) {
  const auto& body = event.event.body;
  if (!body.starts_with('{')) return "{}";
  auto out = "{\"position\":" + std::to_string(event.position) + ",\"log\":\"" + log + '"';
  out.reserve(out.size() + body.size() + 1);
  if (body.size() > 2) out += ',';
  return out.append(body, 1);
}

}  // namespace ironbus
