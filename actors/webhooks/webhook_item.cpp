#include "actors/webhooks/webhook_item.hpp"

#include "messages/base/uuid.hpp"
#include "messages/crypto/base64.hpp"
#include "messages/crypto/hmac.hpp"
#include "messages/events/event_position.hpp"
#include "messages/events/event_text.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/events.hpp"

namespace ironbus {

namespace {

std::string seconds_of(timestamp x) {
  return std::to_string(
      std::chrono::duration_cast<std::chrono::seconds>(x.time_since_epoch()).count());
}

std::string id_of(const webhook& hook, std::span<const letter> letters) {
  if (letters.size() == 1) return letters.front().id;
  return derived_uuid(hook.uuid + "/" + letters.front().id + "/" + letters.back().id);
}

/// One body, or an array of bodies.
std::string body_of(const webhook& hook, std::span<const letter> letters) {
  if (hook.max_batch == 1) return letters.front().body;
  std::string out = "[";
  for (const auto& letter : letters) out.append(out.size() > 1 ? "," : "").append(letter.body);
  return out + "]";
}

webhook_request signed_request(const webhook& hook, const std::string& id, std::string body,
                               const event_position& place, uint64_t attempt, timestamp now) {
  const auto moment = seconds_of(now);
  const std::string form = hook.max_batch == 1 ? "cloudevents" : "cloudevents-batch";
  webhook_request out;
  out.webhook = hook.uuid;
  out.url = hook.url;
  out.headers = {{"Content-Type", "application/" + form + "+json; charset=utf-8"},
                 {"webhook-id", id},
                 {"webhook-timestamp", moment},
                 {"webhook-signature", webhook_signature(hook.secret, id, moment, body)},
                 {"X-Ironbus-Webhook", hook.uuid},
                 {"X-Ironbus-Place", place.text()},
                 {"X-Ironbus-Attempt", std::to_string(attempt)}};
  out.body = std::move(body);
  return out;
}

}  // namespace

letter letter_of(const logged_event& event, const std::string& log, uint64_t known_missing) {
  letter out;
  const auto head = decode_envelope(event.event.body);
  out.id = head ? head->id : derived_uuid(log + ":" + std::to_string(event.position));
  out.type = event.event.type;
  out.subject = event.event.subject;
  out.body = event_text(event, log);
  out.behind = {log, event.position, known_missing};
  return out;
}

letter gap_letter(const webhook& hook, const delivery_position& after, const event_page& page,
                  timestamp now) {
  const bool is_other_log = after.log != page.log;
  const event_position before{after.log, after.position};
  const event_position oldest{page.log, page.complete_after};
  envelope head;
  head.id = derived_uuid(hook.uuid + "/" + before.text() + "/" + oldest.text());
  head.type = std::string{event_type_prefix} + std::string{event::webhook_gap};
  head.source = "/ironbus/webhooks";
  head.subject = "webhook/" + hook.uuid;
  head.time = now;
  head.data = json{{"log", page.log}, {"after", before.text()}, {"oldest", oldest.text()}};
  letter out;
  out.id = head.id;
  out.type = event::webhook_gap;
  out.subject = head.subject;
  out.body = encode_envelope(head);
  out.behind = {page.log, is_other_log ? 0 : after.position, page.complete_after};
  return out;
}

webhook_request request_of(const webhook& hook, std::span<const letter> letters, uint64_t attempt,
                           timestamp now) {
  const auto& last = letters.back().behind;
  return signed_request(hook, id_of(hook, letters), body_of(hook, letters),
                        {last.log, last.position}, attempt, now);
}

webhook_request request_of(const webhook& hook, const undelivered_event& letter, timestamp now) {
  auto body = letter.event.text();
  if (hook.max_batch > 1) body = "[" + body + "]";
  return signed_request(hook, letter.event_id, std::move(body), {letter.log, letter.position},
                        letter.attempts + 1, now);
}

std::string webhook_signature(const std::string& secret, const std::string& id,
                              const std::string& timestamp, const std::string& body) {
  const auto key = read_webhook_secret(secret).value_or(std::string{});
  return "v1," + to_base64(hmac_sha256(key, id + "." + timestamp + "." + body));
}

undelivered_event dead_letter_of(const webhook& hook, const letter& given_up, uint64_t attempts,
                                 const std::string& error, timestamp now) {
  undelivered_event out;
  out.id = derived_uuid(hook.uuid + "/" + given_up.id);
  out.webhook_uuid = hook.uuid;
  out.log = given_up.behind.log;
  out.position = given_up.behind.position;
  out.event_id = given_up.id;
  out.type = given_up.type;
  out.subject = given_up.subject;
  out.attempts = attempts;
  out.given_up_at = now;
  out.last_error = error;
  out.event = json_text{json::parse(given_up.body)};
  return out;
}

}  // namespace ironbus
