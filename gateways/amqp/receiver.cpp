#include "gateways/amqp/receiver.hpp"

#include "gateways/amqp/guarded.hpp"
#include "gateways/amqp/topology.hpp"

#include <algorithm>

namespace ironbus::amqp {

receiver::receiver(const amqp_options& how, amqp_counters& counters)
    : how_(how), counters_(counters), ledger_({.window = how.ack_window}) {}

status receiver::attach(connection& link, const consumer_list& served, uint32_t epoch) {
  detach();
  connection_ = &link;
  epoch_ = epoch;
  // Subscriptions may have ended or started during the connection attempt.
  for (const auto& x : served) {
    if (std::find(consumers_.begin(), consumers_.end(), x) != consumers_.end())
      served_.emplace(consumer_tag(*x), x);
    else if (auto ok = cancel(*x); !ok)
      return ok;
  }
  for (const auto& x : consumers_) {
    if (served_.contains(consumer_tag(*x))) continue;
    if (auto ok = add(x); !ok) return ok;
  }
  return std::monostate{};
}

void receiver::detach() {
  connection_ = nullptr;
  served_.clear();
  ledger_.clear();
  reader_ = {};
}

status receiver::add(const std::shared_ptr<consumer>& added) {
  if (std::find(consumers_.begin(), consumers_.end(), added) == consumers_.end())
    consumers_.push_back(added);
  if (!connection_) return std::monostate{};
  if (auto ok = declare_queue(*connection_, *added, how_); !ok) return ok;
  served_.emplace(consumer_tag(*added), added);
  return consume(*connection_, *added, how_);
}

status receiver::remove(const consumer& consumer) {
  std::erase_if(consumers_, [&](const auto& y) { return y.get() == &consumer; });
  if (!connection_ || served_.erase(consumer_tag(consumer)) == 0) return std::monostate{};
  if (auto ok = cancel(consumer); !ok) return ok;
  for (auto tag : ledger_.take_back(consumer.id))
    if (auto ok = requeue(tag, true); !ok) return ok;
  return std::monostate{};
}

status receiver::cancel_all() {
  for (const auto& [tag, x] : served_)
    if (auto ok = cancel(*x); !ok) return ok;
  served_.clear();
  return std::monostate{};
}

status receiver::cancel(const consumer& consumer) {
  // Without waiting for an answer. Deliveries on their way find no consumer and are returned.
  auto tag = consumer_tag(consumer);
  amqp_basic_cancel_t method{bytes_of(tag), 1};
  return connection::sent(
      amqp_send_method(connection_->raw(), connection::channel, AMQP_BASIC_CANCEL_METHOD, &method),
      "cancelling queue '" + consumer.queue + "'");
}

status receiver::settle(const settlement& settlement, time_point now) {
  if (!connection_ || settlement.tag.epoch != epoch_) return std::monostate{};
  if (settlement.what == verdict::done) {
    ledger_.acked(settlement.tag.number, now);
    return std::monostate{};
  }
  if (!ledger_.dropped(settlement.tag.number)) return std::monostate{};
  ++counters_.rejected;
  return requeue(settlement.tag.number, settlement.what == verdict::requeue);
}

std::optional<receiver::time_point> receiver::due() const {
  return connection_ ? ledger_.due() : std::nullopt;
}

status receiver::flush(time_point now, bool all) {
  auto when = due();
  if (!when || (!all && *when > now)) return std::monostate{};
  auto plan = ledger_.take(now, all);
  if (plan.up_to)
    if (auto ok = acknowledge(*plan.up_to, true); !ok) return ok;
  for (auto tag : plan.singles)
    if (auto ok = acknowledge(tag, false); !ok) return ok;
  counters_.acked += plan.count;
  return std::monostate{};
}

status receiver::acknowledge(uint64_t tag, bool multiple) {
  ++counters_.ack_frames;
  return connection::sent(amqp_basic_ack(connection_->raw(), connection::channel, tag, multiple),
                          "acknowledging");
}

status receiver::requeue(uint64_t tag, bool requeue) {
  return connection::sent(amqp_basic_reject(connection_->raw(), connection::channel, tag, requeue),
                          "rejecting");
}

status receiver::read() {
  return connection_->read([this](const amqp_frame_t& frame) { return take(frame); });
}

status receiver::take(const amqp_frame_t& frame) {
  if (frame.frame_type == AMQP_FRAME_METHOD &&
      frame.payload.method.id == AMQP_BASIC_CANCEL_METHOD) {
    auto* x = static_cast<amqp_basic_cancel_t*>(frame.payload.method.decoded);
    auto i = served_.find(text_of(x->consumer_tag));
    if (i == served_.end()) return std::monostate{};
    return fail(error_code::unavailable, "queue '" + i->second->queue + "' was deleted");
  }
  if (auto whole = reader_.take(frame)) return take_delivery(std::move(*whole));
  return std::monostate{};
}

status receiver::take_delivery(content content) {
  auto i = served_.find(content.consumer_tag);
  if (i == served_.end())  // The consumer ended while this delivery was on its way.
    return needs_ack(content.consumer_tag) ? requeue(content.message.tag.number, true) : status{};
  auto target = i->second;  // The handler may end the subscription.
  content.message.queue = target->queue;
  content.message.tag.epoch = epoch_;
  return hand_over(*target, std::move(content.message));
}

status receiver::hand_over(consumer& target, delivery delivery) {
  auto tag = delivery.tag;
  if (target.spec.prefetch > 0)
    ledger_.delivered(tag.number, target.id, std::min(target.spec.prefetch, how_.prefetch_max));
  else
    delivery.tag = {};
  if (target.ended.load(std::memory_order_acquire))
    return std::monostate{};  // remove() returns it.
  ++counters_.delivered;
  if (delivery.redelivered) ++counters_.redelivered;
  if (guarded("a delivery handler", [&] { target.deliver(std::move(delivery)); }))
    return std::monostate{};
  return settle({tag, verdict::discard}, {});
}

}  // namespace ironbus::amqp
