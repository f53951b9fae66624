#include "gateways/amqp/content.hpp"

#include "gateways/amqp/connection.hpp"

namespace ironbus::amqp {

namespace {

void read_properties(const amqp_basic_properties_t& properties, content& out) {
  if (properties._flags & AMQP_BASIC_REPLY_TO_FLAG)
    out.message.reply_to = text_of(properties.reply_to);
  if (properties._flags & AMQP_BASIC_CORRELATION_ID_FLAG)
    out.message.correlation_id = text_of(properties.correlation_id);
  if (properties._flags & AMQP_BASIC_MESSAGE_ID_FLAG)
    out.message_id = text_of(properties.message_id);
}

}  // namespace

void content_reader::begin(const amqp_method_t& method) {
  if (method.id == AMQP_BASIC_DELIVER_METHOD) {
    auto* x = static_cast<amqp_basic_deliver_t*>(method.decoded);
    open_.emplace();
    open_->consumer_tag = text_of(x->consumer_tag);
    open_->message.exchange = text_of(x->exchange);
    open_->message.routing_key = text_of(x->routing_key);
    open_->message.redelivered = x->redelivered != 0;
    open_->message.tag.number = x->delivery_tag;
  } else if (method.id == AMQP_BASIC_RETURN_METHOD) {
    auto* x = static_cast<amqp_basic_return_t*>(method.decoded);
    open_.emplace();
    open_->returned = true;
    open_->message.exchange = text_of(x->exchange);
    open_->message.routing_key = text_of(x->routing_key);
  }
}

std::optional<content> content_reader::take(const amqp_frame_t& frame) {
  if (frame.frame_type == AMQP_FRAME_METHOD) {
    begin(frame.payload.method);
    return std::nullopt;
  }
  if (!open_) return std::nullopt;
  if (frame.frame_type == AMQP_FRAME_HEADER) {
    body_bytes_ = frame.payload.properties.body_size;
    open_->message.body.reserve(body_bytes_);
    read_properties(*static_cast<amqp_basic_properties_t*>(frame.payload.properties.decoded),
                    *open_);
  } else if (frame.frame_type == AMQP_FRAME_BODY) {
    const auto& part = frame.payload.body_fragment;
    open_->message.body.append(static_cast<const char*>(part.bytes), part.len);
  }
  return finished();
}

std::optional<content> content_reader::finished() {
  if (open_->message.body.size() < body_bytes_) return std::nullopt;
  auto out = std::move(open_);
  open_.reset();
  return out;
}

}  // namespace ironbus::amqp
