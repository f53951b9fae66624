#include "backends.hpp"

#include "gateways/amqp/connection.hpp"
#include "messages/base/uuid.hpp"
#include "messages/wire/routing.hpp"
#include "tests/support/test_link.hpp"

#include <cctype>

namespace ironbus::test {

namespace {

class local_bus_in_backend : public bus_in_backend {
public:
  explicit local_bus_in_backend(std::shared_ptr<local_broker> broker) : bus_(std::move(broker)) {}
  bus& get() override { return bus_; }
  void cut() override { bus_.disconnect("cut by the test"); }
  void restore() override { bus_.reconnect(); }

private:
  local_bus bus_;
};

class simulated_bus_in_backend : public bus_in_backend {
public:
  explicit simulated_bus_in_backend(simulation::live_broker& broker) : bus_(broker) {}
  bus& get() override { return bus_; }
  void cut() override { bus_.cut(); }
  void restore() override { bus_.restore(); }

private:
  simulation::live_bus bus_;
};

amqp_address test_broker(const char* variable) {
  auto out = parse_amqp_url(from_cluster(variable));
  BOOST_REQUIRE_MESSAGE(out, variable << ": " << out.error().message);
  return *out;
}

amqp_options with_certificate(amqp_options how) {
  if (link_is_encrypted()) how.tls = cluster_tls();
  return how;
}

std::string percent_encoded(const std::string& text) {
  constexpr auto digits = "0123456789ABCDEF";
  std::string out;
  for (unsigned char c : text) {
    if (std::isalnum(c))
      out += static_cast<char>(c);
    else
      out += {'%', digits[c / 16], digits[c % 16]};
  }
  return out;
}

}  // namespace

void bus_in_backend::wait_for(bus_state x) {
  states_.wait_until([&](const auto&) { return get().state() == x; });
}

void bus_in_backend::start() {
  if (!listening_) get().on_state([this](bus_state x, const std::string&) { states_.put(x); });
  listening_ = true;
  get().start();
  wait_for(bus_state::connected);
}

std::unique_ptr<bus_in_backend> local_backend::make_bus() {
  return std::make_unique<local_bus_in_backend>(broker_);
}

std::unique_ptr<bus_in_backend> simulated_backend::make_bus() {
  return std::make_unique<simulated_bus_in_backend>(broker_);
}

std::unique_ptr<bus_in_backend> amqp_backend::make_bus() { return std::make_unique<proxied_bus>(); }

proxied_bus::proxied_bus(amqp_options how)
    : proxied_bus{with_certificate(std::move(how)),
                  link_is_encrypted() ? proxied_url::encrypted() : proxied_url{}} {}

proxied_bus::proxied_bus(amqp_options how, const proxied_url& url) {
  const auto broker = test_broker(url.broker);
  const auto& password = url.password.empty() ? broker.password : url.password;
  proxy_ = std::make_unique<tcp_proxy>(broker.host, broker.port);
  const auto login = percent_encoded(broker.user) + ":" + percent_encoded(password) + "@";
  how.url = url.scheme + "://" + (url.login ? login : "") + url.host + ":" +
            std::to_string(proxy_->port()) + "/" + percent_encoded(broker.vhost);
  auto made = amqp_bus::make(std::move(how));
  BOOST_REQUIRE_MESSAGE(made, made.error().message);
  bus_ = std::move(*made);
}

std::string unique(const std::string& what) { return "test." + what + "." + random_uuid(); }

subscription own_queue(const std::string& name, uint16_t prefetch) {
  subscription out;
  out.queue = name;
  out.exchange = routing::node_exchange;
  out.bindings = {name};
  out.prefetch = prefetch;
  return out;
}

outgoing message_to(const std::string& key, const std::string& body) {
  outgoing out;
  out.exchange = routing::node_exchange;
  out.routing_key = key;
  out.id = random_uuid();
  out.body = body;
  out.mandatory = true;
  return out;
}

outgoing event(const std::string& key, const std::string& body) {
  outgoing out;
  out.exchange = routing::event_exchange;
  out.routing_key = key;
  out.id = random_uuid();
  out.body = body;
  return out;
}

void publish_numbers(bus& publisher, const std::string& key, int first, int last) {
  outcome_box outcomes;
  for (const auto& x : numbers(first, last))
    publisher.publish(message_to(key, x), collect(outcomes));
  for (const auto& x :
       outcomes.wait_for(static_cast<size_t>(last) - static_cast<size_t>(first) + 1))
    BOOST_REQUIRE_MESSAGE(x, x.error().message);
}

}  // namespace ironbus::test
