#include "actors/catalog/webhook_record.hpp"

#include "messages/base/text.hpp"
#include "messages/events/event_position.hpp"
#include "messages/events/webhook.hpp"
#include "messages/model/provision_state.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/platform/http_url.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

using checked = result<std::monostate>;

constexpr int64_t batch_max = 100;
constexpr std::array<std::string_view, 5> filter_keys{"node", "type", "state", "group", "owner"};
constexpr size_t filter_text_max = 255;

tl::unexpected<failure> bad_field(const std::string& text) {
  return fail(error_code::invalid, text);
}

checked check_filter_value(const std::string& key, const json& value) {
  const auto place = "Invalid value for 'filter/" + key + "'";
  if (!value.is_string() || value.get_ref<const std::string&>().size() > filter_text_max)
    return bad_field(place + "; it must be a string of at most 255 characters.");
  const auto& text = value.get_ref<const std::string&>();
  provision_state known{};
  if (key == "node" && !is_uuid(text))
    return bad_field(place + ": " + to_text(value) + " is not a UUID.");
  if (key == "state" && !from_string(text, known))
    return bad_field(place + ": " + to_text(value) + " is not a provision state.");
  return {};
}

checked check_filter(const json& filter) {
  for (const auto& [key, value] : filter.items()) {
    if (std::find(filter_keys.begin(), filter_keys.end(), key) == filter_keys.end())
      return bad_field("Invalid value for 'filter': " + to_text(key.substr(0, 64)) +
                       " is not a filter; allowed: " + join(filter_keys) + ".");
    if (auto ok = check_filter_value(key, value); !ok) return ok;
  }
  return {};
}

checked check_since(const json& since) {
  const auto place = parse_event_position(since.get_ref<const std::string&>(), "since");
  if (!place) return tl::unexpected(place.error());
  if (place->log.empty()) return bad_field("Invalid value for 'since'; it must be LOG:POSITION.");
  return {};
}

}  // namespace

checked check_webhook(const json& attributes) {
  if (const auto url = parse_http_url(attributes.at("url").get_ref<const std::string&>()); !url)
    return bad_field("Invalid value for 'url': " + url.error().message + ".");
  if (!read_webhook_secret(attributes.at("secret").get_ref<const std::string&>()))
    return bad_field("Invalid value for 'secret'; it must be whsec_ and base64 of 24 to 64 bytes.");
  const auto batch = attributes.at("max_batch").get<int64_t>();
  if (batch < 1 || batch > batch_max)
    return bad_field("Invalid value for 'max_batch': " + std::to_string(batch) +
                     "; allowed: 1 to " + std::to_string(batch_max) + ".");
  if (auto ok = check_filter(attributes.at("filter")); !ok) return ok;
  return check_since(attributes.at("since"));
}

void order_letters_of(record_decision& decision, const order_letters& command) {
  if (decision.type().name != webhook_type)
    return decision.refuse({error_code::invalid, "Only webhooks have dead letters."});
  auto orders = read_webhook(decision.next.attributes).orders;
  std::erase_if(orders, [&](const auto& order) { return order.number <= command.done; });
  if (orders.size() >= dead_letter_orders_max)
    return decision.refuse(
        {error_code::conflict, "Too many requests for dead letters are queued; try again later."});
  const auto last = orders.empty() ? command.done : orders.back().number;
  orders.push_back({last + 1, command.action, command.letter});
  auto kept = json::array();
  for (const auto& order : orders) kept.push_back(document_of(order));
  decision.next.attributes["orders"] = std::move(kept);
  decision.changed = true;
}

}  // namespace ironbus
