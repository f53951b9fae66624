#include "messages/sealing/sealed_bus.hpp"

#include "messages/sealing/sealed_text.hpp"
#include "messages/wire/routing.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ironbus::sealing {

namespace {

/// The exchanges that only ironbus reads. The empty one carries replies.
constexpr std::array own_exchanges{routing::node_exchange, routing::step_exchange,
                                   routing::dead_letter_exchange, std::string_view{}};

bool is_for_us(const outgoing& message) {
  return std::find(own_exchanges.begin(), own_exchanges.end(), message.exchange) !=
         own_exchanges.end();
}

}  // namespace

void sealed_bus::publish(outgoing x, publish_callback done, bool fail_fast) {
  if (is_for_us(x)) x.body = seal_message(std::move(x.body), *box_);
  inner_->publish(std::move(x), std::move(done), fail_fast);
}

bus::handler sealed_bus::opening(handler deliver) const {
  return [box = box_, deliver = std::move(deliver)](delivery x) {
    auto body = open_message(std::move(x.body), *box);
    if (!body) throw std::runtime_error{body.error().message};
    x.body = *std::move(body);
    deliver(std::move(x));
  };
}

void sealed_bus::subscribe(subscription x, handler deliver) {
  inner_->subscribe(std::move(x), opening(std::move(deliver)));
}

void sealed_bus::on_reply(handler deliver) { inner_->on_reply(opening(std::move(deliver))); }

}  // namespace ironbus::sealing
