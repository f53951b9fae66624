#include "gateways/amqp/publisher.hpp"

#include "gateways/amqp/guarded.hpp"
#include "gateways/amqp/topology.hpp"

#include <poll.h>

namespace ironbus::amqp {

namespace {

/// Bytes sent between two checks of the socket. A writable socket certainly accepts as many.
constexpr size_t stride_bytes = 64 * 1024;
/// Messages sent before confirms and deliveries are handled.
constexpr size_t burst_max = 256;
/// The maximum of AMQP's short strings.
constexpr size_t short_text_max = 255;

/// Plain JSON for other consumers, CloudEvents for our own.
struct body_form {
  std::string_view content_type;
  std::string_view encoding;
};

constexpr body_form of_others{"application/json", "utf-8"};
constexpr body_form of_our_own{"application/cloudevents+json", ""};

amqp_basic_properties_t properties_of(const outgoing& message, const body_form& form) {
  amqp_basic_properties_t out{};
  auto set = [&](amqp_flags_t flag, amqp_bytes_t& field, std::string_view text) {
    if (text.empty()) return;
    out._flags |= flag;
    field = bytes_of(text);
  };
  out._flags = AMQP_BASIC_DELIVERY_MODE_FLAG;
  out.delivery_mode = message.durable ? AMQP_DELIVERY_PERSISTENT : AMQP_DELIVERY_NONPERSISTENT;
  set(AMQP_BASIC_CONTENT_TYPE_FLAG, out.content_type, form.content_type);
  set(AMQP_BASIC_CONTENT_ENCODING_FLAG, out.content_encoding, form.encoding);
  set(AMQP_BASIC_MESSAGE_ID_FLAG, out.message_id, message.id);
  set(AMQP_BASIC_REPLY_TO_FLAG, out.reply_to, message.reply_to);
  set(AMQP_BASIC_CORRELATION_ID_FLAG, out.correlation_id, message.correlation_id);
  return out;
}

}  // namespace

publisher::publisher(const amqp_options& how, amqp_counters& counters, events tell)
    : how_(how),
      counters_(counters),
      tell_(std::move(tell)),
      ledger_([](pending_publish x, result<std::monostate> outcome) {
        if (x.done) guarded("a publish callback", [&] { x.done(std::move(outcome)); });
      }) {}

void publisher::attach(connection& link) {
  connection_ = &link;
  blocked_ = false;
  reader_ = {};
}

void publisher::detach(const std::string& why) {
  connection_ = nullptr;
  blocked_ = false;
  ledger_.disconnected(why);
}

status publisher::check(const outgoing& message) const {
  // Each of these errors would make the broker close the channel, again after each reconnect.
  if (!is_known_exchange(message.exchange, how_))
    return fail(error_code::not_found, "no exchange '" + message.exchange + "'");
  if (message.body.size() > how_.body_bytes_max)
    return fail(error_code::too_large, "a message of " + std::to_string(message.body.size()) +
                                           " bytes; the limit is " +
                                           std::to_string(how_.body_bytes_max));
  for (const auto* text :
       {&message.routing_key, &message.id, &message.reply_to, &message.correlation_id})
    if (text->size() > short_text_max)
      return fail(error_code::invalid,
                  "routing key, id, reply address and correlation id may have at "
                  "most 255 bytes each");
  return std::monostate{};
}

void publisher::add(pending_publish pending_publish, time_point now) {
  auto outcome = check(pending_publish.message);
  if (outcome && pending_publish.fail_fast && (!connection_ || blocked_))
    outcome = fail(error_code::unavailable, connection_ ? "the broker is low on memory or disk"
                                                        : "the broker is not connected");
  if (!outcome) {
    if (pending_publish.done)
      guarded("a publish callback", [&] { pending_publish.done(std::move(outcome)); });
    return;
  }
  if (ledger_.waiting() == 0) oldest_waiting_ = now;
  ledger_.add(std::move(pending_publish));
}

bool publisher::may_send() const {
  return connection_ && !blocked_ && ledger_.waiting() > 0 &&
         ledger_.unconfirmed() < how_.unconfirmed_max;
}

std::optional<publisher::time_point> publisher::due() const {
  if (!may_send()) return std::nullopt;
  if (ledger_.waiting() >= burst_max) return oldest_waiting_;
  return oldest_waiting_ + how_.publish_window;
}

bool publisher::socket_writable() const {
  pollfd x{connection_->socket(), POLLOUT, 0};
  return poll(&x, 1, 0) > 0;
}

status publisher::flush(time_point now) {
  if (auto when = due(); !when || *when > now) return std::monostate{};
  size_t bytes = stride_bytes;
  for (size_t i = 0; i < burst_max && may_send(); ++i) {
    if (bytes >= stride_bytes) {
      if (!socket_writable()) break;
      bytes = 0;
    }
    bytes += ledger_.next().body.size();
    if (auto ok = send(ledger_.next()); !ok) return ok;
    ledger_.sent();
    ++counters_.published;
  }
  return std::monostate{};
}

status publisher::send(const outgoing& message) {
  const bool notifies = !message.exchange.empty() && message.exchange == how_.notification_exchange;
  auto properties = properties_of(message, notifies ? of_others : of_our_own);
  auto code = amqp_basic_publish(connection_->raw(), connection::channel,
                                 bytes_of(message.exchange), bytes_of(message.routing_key),
                                 message.mandatory, 0, &properties, bytes_of(message.body));
  return connection::sent(code, "publishing");
}

status publisher::read() {
  return connection_->read([this](const amqp_frame_t& frame) { return take(frame); });
}

status publisher::take(const amqp_frame_t& frame) {
  if (frame.frame_type == AMQP_FRAME_METHOD)
    if (auto ok = take_method(frame.payload.method); !ok) return ok;
  if (auto whole = reader_.take(frame)) take_content(std::move(*whole));
  return std::monostate{};
}

status publisher::take_method(const amqp_method_t& method) {
  switch (method.id) {
    case AMQP_BASIC_ACK_METHOD: {
      auto* x = static_cast<amqp_basic_ack_t*>(method.decoded);
      confirmed(x->delivery_tag, x->multiple != 0, true);
      break;
    }
    case AMQP_BASIC_NACK_METHOD: {
      auto* x = static_cast<amqp_basic_nack_t*>(method.decoded);
      confirmed(x->delivery_tag, x->multiple != 0, false);
      break;
    }
    case AMQP_CONNECTION_BLOCKED_METHOD: {
      auto why = text_of(static_cast<amqp_connection_blocked_t*>(method.decoded)->reason);
      blocked_ = true;
      ledger_.fail_impatient("the broker accepts no messages: " + why);
      tell_.blocked(true, why);
      break;
    }
    case AMQP_CONNECTION_UNBLOCKED_METHOD:
      blocked_ = false;
      tell_.blocked(false, "");
      break;
    case AMQP_BASIC_CANCEL_METHOD:
      return fail(error_code::unavailable, "the broker cancelled the reply consumer");
    default: break;
  }
  return std::monostate{};
}

void publisher::confirmed(uint64_t number, bool multiple, bool taken) {
  auto n = ledger_.confirmed(number, multiple, taken);
  counters_.confirmed += n;
  if (!taken) counters_.refused += n;
}

void publisher::take_content(content content) {
  if (content.returned) {
    ledger_.returned(content.message_id, content.message.exchange, content.message.routing_key);
    ++counters_.returned;
    return;
  }
  ++counters_.replies;
  content.message.queue = direct_reply_to;
  content.message.tag = {};
  tell_.reply(std::move(content.message));
}

}  // namespace ironbus::amqp
