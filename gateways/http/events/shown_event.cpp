#include "gateways/http/events/shown_event.hpp"

#include "gateways/http/events/event_viewer.hpp"
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
  lessee = lessee_at(labels.body);
  labels.body = {};
  server_sent = std::make_shared<const std::string>(server_sent_text(*this, log));
}

/// The other form starts with lines of its own and ends with an empty line.
shown_event shown_event::with(std::string text) const {
  auto out = *this;
  const auto head = server_sent->substr(0, server_sent->size() - json->size() - 2);
  out.server_sent = std::make_shared<const std::string>(head + text + "\n\n");
  out.json = std::make_shared<const std::string>(std::move(text));
  return out;
}

}  // namespace ironbus::http
