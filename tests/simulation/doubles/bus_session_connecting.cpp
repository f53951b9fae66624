#include "tests/simulation/doubles/bus_session.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

using namespace std::chrono_literals;

/// As in amqp_options.
constexpr std::chrono::nanoseconds dial_timeout = 3s;
constexpr std::chrono::nanoseconds pause_min = 50ms;
constexpr std::chrono::nanoseconds pause_max = 2s;
/// Round trips until a connection is established.
constexpr int greetings = 8;

}  // namespace

void bus_session::start() {
  if (started_ || stopping_ || gate_.ended()) return;
  started_ = true;
  next_pause_ = pause_min;
  attempt();
}

std::chrono::nanoseconds bus_session::pause() {
  const auto full = next_pause_;
  next_pause_ = std::min(pause_max, next_pause_ * 2);
  return full - full * static_cast<int64_t>(random_.below(26)) / 100;
}

void bus_session::attempt() {
  if (gate_.ended() || stopped_) return;
  if (is_cut_) return later(dial_timeout, [this] { attempt_failed("connecting has timed out"); });
  std::chrono::nanoseconds wait{0};
  for (int i = 0; i < greetings; ++i) wait += draw();
  loop_.after(wait, [self = shared_from_this()] { self->greet(); });
}

void bus_session::greet() {
  if (gate_.ended() || stopped_) return;
  if (is_cut_) return later(dial_timeout, [this] { attempt_failed("connecting has timed out"); });
  making_ = broker_.accept(weak_from_this(), random_stream{random_.next()});
  if (!making_) return later(draw(), [this] { attempt_failed("connection refused"); });
  const auto back = draw();
  making_->open_at(loop_.now() + back);
  std::set<uint32_t> consumed;
  for (const auto& known : consumers_) consumed.insert(known.id);
  // Scheduled first: deliveries at the same time come later.
  later(back, [this, link = making_, consumed] { connected(link, consumed); });
  for (const auto& known : consumers_) broker_.consume(*making_, known.id, known.spec);
  loop_.after(broker_.how().heartbeat, [self = shared_from_this(), link = making_] {
    if (self->link_ != link) self->broker_.close(*link);  // the process never used it
  });
}

void bus_session::attempt_failed(const std::string& why) {
  if (stopped_) return;
  later(pause(), [this] { attempt(); });
  if (why == last_failure_) return;
  last_failure_ = why;
  set_state(bus_state::connecting, process_ + ": " + why);
}

void bus_session::connected(const connection_ptr& link, const std::set<uint32_t>& consumed) {
  making_.reset();
  if (stopped_) return broker_.close(*link);
  if (is_cut_) link->cut();
  if (is_cut_ || !link->is_open()) return attempt_failed("the connection was lost at once");
  link_ = link;
  ++epoch_;
  connected_at_ = loop_.now();
  last_failure_.clear();
  served_ = consumed;
  for (const auto id : consumed)
    if (!handler_of(id)) {
      served_.erase(id);
      cancel(id);
    }
  for (const auto& known : consumers_)
    if (served_.insert(known.id).second)
      link_->send([&broker = broker_, id = known.id, spec = known.spec](broker_connection& given) {
        broker.consume(given, id, spec);
      });
  if (stopping_) cancel_all();
  set_state(bus_state::connected, "");
  if (!gate_.ended()) flush();
}

void bus_session::lost(const connection_ptr& link, const std::string& why) {
  if (link != link_) return;
  link_.reset();
  served_.clear();
  open_tags_.clear();
  is_blocked_ = false;
  // A connection that failed soon counts as a failed attempt.
  if (loop_.now() - connected_at_ > pause_max) next_pause_ = pause_min;
  later(pause(), [this] { attempt(); });
  last_failure_ = why;
  set_state(bus_state::connecting, process_ + ": " + why);
  if (!gate_.ended()) publish_again(why);
}

// -- faults ---------------------------------------------------------------------------------------

void bus_session::broker_gone(const connection_ptr& link) {
  if (!is_cut_) later(draw(), [this, link] { lost(link, "connection closed"); });
}

/// Without traffic, each side notices by its heartbeats.
void bus_session::silence_changed(bool was_silent) {
  if (was_silent == is_silent()) return;
  ++silences_;
  if (was_silent || !link_) return;
  loop_.after(broker_.how().heartbeat,
              [self = shared_from_this(), link = link_, begun = silences_] {
                if (self->silences_ != begun) return;
                self->broker_.close(*link);
                self->gate_.hand_over([self, link] { self->lost(link, "no heartbeat"); });
              });
}

void bus_session::cut() {
  const bool was_silent = is_silent();
  is_cut_ = true;
  if (link_) link_->cut();
  silence_changed(was_silent);
}

void bus_session::heal() {
  const bool was_silent = is_silent();
  is_cut_ = false;
  silence_changed(was_silent);
  if (!link_) return;
  link_->heal();
  if (gate_.ended()) return broker_.close(*link_);
  if (!link_->is_open()) broker_gone(link_);
}

void bus_session::reset() {
  if (!link_) return;
  link_->take_some(random_);
  broker_.close(*link_);
  later(std::chrono::nanoseconds{0}, [this, link = link_] { lost(link, "connection reset"); });
}

void bus_session::set_paused(bool paused) {
  const bool was_silent = is_silent();
  gate_.set_paused(paused);
  silence_changed(was_silent);
  if (!paused)
    loop_.after(std::chrono::nanoseconds{0}, [self = shared_from_this()] { self->gate_.drain(); });
}

void bus_session::end() {
  if (gate_.ended()) return;
  gate_.end();
  const auto handlers = std::exchange(consumers_, {});
  const auto listeners = std::exchange(listeners_, {});
  const auto waiting = std::exchange(waiting_, {});
  const auto unconfirmed = std::exchange(unconfirmed_, {});
  reply_ = {};
  if (is_cut_) return;  // the broker notices by its heartbeats
  for (const auto& link : {link_, making_}) {
    if (!link) continue;
    link->take_some(random_);
    broker_.close(*link);
  }
}

}  // namespace ironbus::simulation
