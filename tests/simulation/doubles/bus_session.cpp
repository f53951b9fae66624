#include "tests/simulation/doubles/bus_session.hpp"

#include "messages/platform/log.hpp"
#include "messages/wire/routing.hpp"

#include <algorithm>
#include <exception>

namespace ironbus::simulation {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds stop_timeout = 3s;  ///< As in amqp_options.
constexpr uint16_t prefetch_max = 1000;                ///< As in amqp_options.

delivery delivery_of(const outgoing& message) {
  delivery out;
  out.exchange = message.exchange;
  out.routing_key = message.routing_key;
  out.body = message.body;
  out.reply_to = message.reply_to;
  out.correlation_id = message.correlation_id;
  return out;
}

/// False if the handler throws.
bool handled_well(const bus::handler& handler, delivery given) {
  try {
    handler(std::move(given));
    return true;
  } catch (const std::exception& error) {
    log::error("a delivery handler threw", {{log_key::error, error.what()}});
    return false;
  }
}

}  // namespace

bus_session::bus_session(std::string process, simulated_broker& broker, event_loop& loop,
                         random_stream random)
    : process_{std::move(process)}, broker_{broker}, loop_{loop}, random_{random} {}

std::chrono::nanoseconds bus_session::draw() { return broker_.how().delay.draw(random_); }

void bus_session::later(std::chrono::nanoseconds wait, std::function<void()> what) {
  loop_.after(wait,
              [self = shared_from_this(), what = std::move(what)] { self->gate_.hand_over(what); });
}

void bus_session::set_state(bus_state state, const std::string& reason) {
  state_ = state;
  const auto listeners = listeners_;
  for (const auto& listen : listeners)
    if (!gate_.ended()) listen(state, reason);
}

void bus_session::receive(const connection_ptr& link, broker_connection::answer what) {
  gate_.hand_over([self = shared_from_this(), link, what = std::move(what)] {
    if (self->link_ == link) what(*self);
  });
}

// -- consuming ------------------------------------------------------------------------------------

void bus_session::subscribe(subscription asked, bus::handler deliver) {
  if (gate_.ended()) return;
  asked.prefetch = std::min(asked.prefetch, prefetch_max);
  const auto id = ++last_consumer_;
  consumers_.push_back(
      {id, std::move(asked), std::make_shared<const bus::handler>(std::move(deliver))});
  if (!link_ || stopping_) return;
  served_.insert(id);
  link_->send([&broker = broker_, id, spec = consumers_.back().spec](broker_connection& link) {
    broker.consume(link, id, spec);
  });
}

void bus_session::unsubscribe(const std::string& queue) {
  if (gate_.ended()) return;
  std::vector<uint32_t> ended;
  std::erase_if(consumers_, [&](const consumer& known) {
    if (known.spec.queue != queue) return false;
    ended.push_back(known.id);
    return true;
  });
  for (const auto id : ended) {
    if (served_.erase(id) == 0) continue;
    cancel(id);
    std::erase_if(open_tags_, [&](const auto& open) {
      if (open.second != id) return false;
      give_back(open.first, true);
      return true;
    });
  }
}

void bus_session::cancel(uint32_t id) {
  link_->send([&broker = broker_, id](broker_connection& link) { broker.cancel(link, id); });
}

void bus_session::cancel_all() {
  for (const auto id : std::exchange(served_, {})) cancel(id);
}

std::shared_ptr<const bus::handler> bus_session::handler_of(uint32_t id) const {
  if (!served_.contains(id)) return nullptr;
  const auto found = std::find_if(consumers_.begin(), consumers_.end(),
                                  [&](const consumer& known) { return known.id == id; });
  return found == consumers_.end() ? nullptr : found->deliver;
}

void bus_session::deliver(uint32_t consumer, uint64_t tag, const std::string& queue,
                          const broker_letter& letter) {
  const auto handler = handler_of(consumer);
  if (!handler) {  // it ended since
    if (tag != 0) give_back(tag, true);
    return;
  }
  auto given = delivery_of(*letter.message);
  given.queue = queue;
  if (letter.dead) given.exchange = routing::dead_letter_exchange;
  given.reply_to = letter.reply_to;
  given.redelivered = letter.redelivered;
  if (tag != 0) {
    given.tag = {tag, epoch_};
    open_tags_.emplace(tag, consumer);
  }
  const delivery_tag name = given.tag;
  if (!handled_well(*handler, std::move(given))) reject(name, false);
}

void bus_session::reply(const outgoing& message) {
  const auto handler = reply_;  // the call may replace it
  if (!handler) return;
  auto given = delivery_of(message);
  given.queue = direct_reply_to;
  handled_well(handler, std::move(given));
}

/// False if the tag belongs to an earlier connection or is closed already.
bool bus_session::close_tag(delivery_tag tag) {
  return link_ && !gate_.ended() && tag.epoch == epoch_ && open_tags_.erase(tag.number) > 0;
}

void bus_session::ack(delivery_tag tag) {
  if (!close_tag(tag)) return;
  link_->send([&broker = broker_, number = tag.number](broker_connection& link) {
    broker.ack(link, number);
  });
}

void bus_session::reject(delivery_tag tag, bool requeue) {
  if (close_tag(tag)) give_back(tag.number, requeue);
}

void bus_session::give_back(uint64_t tag, bool requeue) {
  link_->send([&broker = broker_, tag, requeue](broker_connection& link) {
    broker.reject(link, tag, requeue);
  });
}

// -- the end --------------------------------------------------------------------------------------

void bus_session::stop() {
  if (stopping_ || gate_.ended()) return;
  stopping_ = true;
  if (!started_) return later(0ns, [this] { shut_down(); });
  if (link_) cancel_all();
  later(stop_timeout, [this] { shut_down(); });
  finish_if_idle();
}

void bus_session::finish_if_idle() {
  if (stopping_ && waiting_.empty() && unconfirmed_.empty()) later(0ns, [this] { shut_down(); });
}

void bus_session::shut_down() {
  if (stopped_) return;
  stopped_ = true;
  // After all acknowledgements in transit.
  if (link_) link_->send([&broker = broker_](broker_connection& link) { broker.close(link); });
  link_.reset();
  served_.clear();
  open_tags_.clear();
  std::vector<pending_publish> left;
  for (auto& [number, publish] : std::exchange(unconfirmed_, {}))
    left.push_back(std::move(publish));
  for (auto& publish : std::exchange(waiting_, {})) left.push_back(std::move(publish));
  fail_all(left, "the bus has been stopped");
  set_state(bus_state::connecting, "stopped");
}

}  // namespace ironbus::simulation
