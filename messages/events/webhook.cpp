#include "messages/events/webhook.hpp"

#include "messages/base/text.hpp"
#include "messages/crypto/base64.hpp"

namespace ironbus {

namespace {

constexpr size_t key_bytes_min = 24;
constexpr size_t key_bytes_max = 64;

event_filter read_filter(const json& document) {
  event_filter out;
  out.node = member_text(document, "node");
  out.type = member_text(document, "type");
  out.state = member_text(document, "state");
  out.group = member_text(document, "group");
  out.owner = member_text(document, "owner");
  return out;
}

dead_letter_order read_order(const json& document) {
  auto read = decode<dead_letter_order>(to_text(document));
  return read ? *std::move(read) : dead_letter_order{};
}

}  // namespace

std::string_view name_in_owner(std::string_view owner) { return owner.substr(0, owner.rfind('/')); }

member_codecs<webhook_delivery> members_of(const webhook_delivery*) {
  using x = webhook_delivery;
  static constexpr auto all = sorted_members(
      coded_member<&x::owner>("owner"), coded_member<&x::since>("since"),
      coded_member<&x::log>("log"), coded_member<&x::position>("position"),
      coded_member<&x::complete_after>("complete_after"), coded_member<&x::delivered>("delivered"),
      coded_member<&x::gaps>("gaps"), coded_member<&x::attempts>("attempts"),
      coded_member<&x::next_attempt_at>("next_attempt_at"),
      coded_member<&x::last_attempt_at>("last_attempt_at"),
      coded_member<&x::last_success_at>("last_success_at"),
      coded_member<&x::last_error_at>("last_error_at"), coded_member<&x::last_error>("last_error"),
      coded_member<&x::dead_letters>("dead_letters"), coded_member<&x::orders_done>("orders_done"),
      schema_member<x>());
  return all;
}

member_codecs<undelivered_event> members_of(const undelivered_event*) {
  using x = undelivered_event;
  static constexpr auto all =
      sorted_members(coded_member<&x::id>("id"), coded_member<&x::webhook_uuid>("webhook_uuid"),
                     coded_member<&x::log>("log"), coded_member<&x::position>("position"),
                     coded_member<&x::event_id>("event_id"), coded_member<&x::type>("type"),
                     coded_member<&x::subject>("subject"), coded_member<&x::attempts>("attempts"),
                     coded_member<&x::given_up_at>("given_up_at"),
                     coded_member<&x::last_error>("last_error"), coded_member<&x::event>("event"));
  return all;
}

webhook read_webhook(const json& attributes) {
  webhook out;
  out.uuid = member_text(attributes, "uuid");
  out.name = member_text(attributes, "name");
  out.url = member_text(attributes, "url");
  out.secret = member_text(attributes, "secret");
  out.wanted = read_filter(attributes.value("filter", json::object()));
  out.since = member_text(attributes, "since");
  out.enabled = attributes.value("enabled", true);
  out.max_batch = attributes.value("max_batch", size_t{1});
  for (const auto& order : attributes.value("orders", json::array()))
    out.orders.push_back(read_order(order));
  return out;
}

std::optional<std::string> read_webhook_secret(std::string_view text) {
  constexpr std::string_view prefix = "whsec_";
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  auto key = from_base64(text);
  if (!key || key->size() < key_bytes_min || key->size() > key_bytes_max) return std::nullopt;
  return key;
}

commit make_delivery_commit(const std::string& uuid, const webhook_delivery& delivery,
                            uint64_t version) {
  commit out;
  out.aggregate = webhook_delivery_aggregate;
  out.id = uuid;
  out.expected_version = version;
  out.snapshot = to_text(delivery);
  out.put.push_back({std::string{webhook_delivery_collection}, uuid, "{}", {}});
  return out;
}

row row_of(const undelivered_event& letter) {
  return {std::string{dead_letter_collection},
          letter.id,
          to_text(letter),
          {{std::string{dead_letter_webhook_column}, letter.webhook_uuid},
           {std::string{dead_letter_id_column}, letter.id}}};
}

}  // namespace ironbus
