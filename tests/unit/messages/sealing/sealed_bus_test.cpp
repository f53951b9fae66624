#include "messages/sealing/sealed_bus.hpp"

#include "messages/wire/routing.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::sealing;

namespace {

/// Delivers every message to the last subscriber, replies to the reply handler.
class echo_bus final : public bus {
public:
  std::vector<std::string> bodies;
  handler subscriber;
  handler replied;

  void publish(outgoing x, publish_callback, bool) override {
    bodies.push_back(x.body);
    delivery out;
    out.body = x.body;
    (x.exchange.empty() ? replied : subscriber)(std::move(out));
  }
  void subscribe(subscription, handler deliver) override { subscriber = std::move(deliver); }
  void unsubscribe(const std::string&) override {}
  void ack(delivery_tag) override {}
  void reject(delivery_tag, bool) override {}
  std::string reply_address() const override { return "here"; }
  void on_reply(handler deliver) override { replied = std::move(deliver); }
  void on_state(std::function<void(bus_state, const std::string&)>) override {}
  bus_state state() const override { return bus_state::connected; }
  void start() override {}
  void stop() override {}
};

std::shared_ptr<const secret_box> key_of_bus(char bytes) {
  return std::make_shared<const secret_box>(
      secret_box::make({{{"k1", std::string(32, bytes)}}, "k1"}).value());
}

const std::string secret_body = R"({"data":{"on":{"driver_info":{"pw":"hidden"}}},"id":"m1"})";

struct bus_fixture {
  bus_fixture() {
    auto made = std::make_unique<echo_bus>();
    inner = made.get();
    sealed = std::make_unique<sealed_bus>(std::move(made), key_of_bus('a'));
    sealed->subscribe({}, [this](delivery x) { received.push_back(std::move(x.body)); });
    sealed->on_reply([this](delivery x) { received.push_back(std::move(x.body)); });
  }

  void send(std::string_view exchange, const std::string& body) {
    outgoing out;
    out.exchange = exchange;
    out.body = body;
    sealed->publish(std::move(out));
  }

  echo_bus* inner = nullptr;
  std::unique_ptr<sealed_bus> sealed;
  std::vector<std::string> received;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(a_sealed_bus, bus_fixture)

BOOST_AUTO_TEST_CASE(carries_no_secret_in_clear) {
  for (const auto exchange : {routing::node_exchange, routing::step_exchange,
                              routing::dead_letter_exchange, std::string_view{}}) {
    send(exchange, secret_body);
    BOOST_TEST(inner->bodies.back().find("hidden") == std::string::npos, exchange);
    BOOST_TEST(received.back() == secret_body);
  }
}

BOOST_AUTO_TEST_CASE(does_not_change_what_others_read) {
  const std::string event = R"({"data":{"password":"******","token":"as masked"},"id":"e1"})";
  for (const auto exchange : {routing::event_exchange, std::string_view{"notifications"}}) {
    send(exchange, event);
    BOOST_TEST(inner->bodies.back() == event);
    BOOST_TEST(received.back() == event);
  }
}

BOOST_AUTO_TEST_CASE(refuses_a_message_that_it_cannot_decrypt) {
  send(routing::node_exchange, secret_body);
  auto moved = inner->bodies.back();
  moved.replace(moved.find("\"m1\""), 4, "\"m2\"");
  delivery wrong;
  wrong.body = moved;
  BOOST_CHECK_THROW(inner->subscriber(wrong), std::exception);
  BOOST_TEST(received.size() == 1u);
}

BOOST_AUTO_TEST_CASE(reads_messages_of_processes_without_a_key) {
  delivery clear;
  clear.body = secret_body;
  inner->subscriber(clear);
  BOOST_TEST(received.back() == secret_body);
}

BOOST_AUTO_TEST_SUITE_END()
