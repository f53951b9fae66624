#include "tests/simulation/doubles/bus_link.hpp"

#include "tests/simulation/doubles/bus_session.hpp"

namespace ironbus::simulation {

bus_link::bus_link(std::string process, simulated_broker& broker, event_loop& loop,
                   random_stream random)
    : session_{std::make_shared<bus_session>(std::move(process), broker, loop, random)} {}

bus_link::~bus_link() { session_->end(); }

void bus_link::publish(outgoing x, publish_callback done, bool fail_fast) {
  session_->publish(std::move(x), std::move(done), fail_fast);
}
void bus_link::subscribe(subscription x, handler deliver) {
  session_->subscribe(std::move(x), std::move(deliver));
}
void bus_link::unsubscribe(const std::string& queue) { session_->unsubscribe(queue); }
void bus_link::ack(delivery_tag x) { session_->ack(x); }
void bus_link::reject(delivery_tag x, bool requeue) { session_->reject(x, requeue); }
std::string bus_link::reply_address() const { return std::string{direct_reply_to}; }
void bus_link::on_reply(handler deliver) { session_->on_reply(std::move(deliver)); }
void bus_link::on_state(std::function<void(bus_state, const std::string& reason)> listen) {
  session_->on_state(std::move(listen));
}
bus_state bus_link::state() const { return session_->state(); }
void bus_link::start() { session_->start(); }
void bus_link::stop() { session_->stop(); }
bool bus_link::stopped() const { return session_->stopped(); }

void bus_link::cut() { session_->cut(); }
void bus_link::heal() { session_->heal(); }
void bus_link::reset() { session_->reset(); }
void bus_link::end() { session_->end(); }
void bus_link::set_paused(bool paused) { session_->set_paused(paused); }

}  // namespace ironbus::simulation
