#include "tests/simulation/cluster/process_ports.hpp"

namespace ironbus::simulation {

// -- bus ------------------------------------------------------------------------------------------

void process_bus::publish(outgoing message, publish_callback done, bool fail_fast) {
  if (!owner_.may_call()) return;
  if (message.handled) message.handled = owner_.once(std::move(message.handled));
  if (done) done = owner_.once(std::move(done));
  link_.publish(std::move(message), std::move(done), fail_fast);
}

void process_bus::subscribe(subscription wanted, handler deliver) {
  if (owner_.may_call()) link_.subscribe(std::move(wanted), owner_.always(std::move(deliver)));
}

void process_bus::unsubscribe(const std::string& queue) {
  if (owner_.may_call()) link_.unsubscribe(queue);
}

void process_bus::ack(delivery_tag tag) {
  if (owner_.may_call()) link_.ack(tag);
}

void process_bus::reject(delivery_tag tag, bool requeue) {
  if (owner_.may_call()) link_.reject(tag, requeue);
}

void process_bus::on_reply(handler deliver) {
  if (owner_.may_call()) link_.on_reply(owner_.always(std::move(deliver)));
}

void process_bus::on_state(std::function<void(bus_state, const std::string&)> listen) {
  if (owner_.may_call()) link_.on_state(owner_.always(std::move(listen)));
}

// -- store ----------------------------------------------------------------------------------------

process_store::admission process_store::admit() {
  if (!owner_.may_call()) return {.is = admission::verdict::dropped};
  return {.wrap = [this](answer given) { return owner_.once(std::move(given)); }};
}

void process_store::on_restart(std::function<void(const store_restart&)> listen) {
  if (owner_.may_call()) inner().on_restart(owner_.always(std::move(listen)));
}

}  // namespace ironbus::simulation
