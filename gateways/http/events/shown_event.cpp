#include "gateways/http/events/shown_event.hpp"

#include "messages/events/event_position.hpp"
#include "messages/events/event_text.hpp"
#include "messages/wire/commands.hpp"

namespace ironbus::http {

namespace {

std::string server_sent_text(const shown_event& event, const std::string& log) {
  std::string out;
  out.reserve(event.json->size() + 96);
  out.append("id: ").append(event_position{log, event.position}.text());
  out.append("\nevent: ").append(event_type_prefix).append(event.labels.type);
  // A line break would end the data. The body is compact JSON without line breaks.
  out.append("\ndata: ").append(*event.json).append("\n\n");
  return out;
}

}  // namespace

shown_event::shown_event(logged_event event, const std::string& log)
    : position{event.position}, json{std::make_shared<const std::string>(event_text(event, log))} {
  labels = std::move(event.event);
  labels.body = {};
  server_sent = std::make_shared<const std::string>(server_sent_text(*this, log));
}

}  // namespace ironbus::http
