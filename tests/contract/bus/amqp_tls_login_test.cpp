#include "tls_credentials.hpp"

// Login to RabbitMQ by a client certificate. The broker takes the user from its common name.

using namespace ironbus;
using namespace ironbus::test;

namespace {

amqp_options without_password(const credentials& own, const std::string& holder) {
  own.authority().issue(holder);
  auto out = own.options(holder);
  out.login_by_certificate = true;
  return out;
}

proxied_url nameless() {
  auto out = proxied_url::encrypted();
  out.login = false;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(amqp_tls_login)

BOOST_AUTO_TEST_CASE(certificate_of_a_user_is_a_login) {
  credentials own;
  delivery_box box;
  proxied_bus bus{without_password(own, "guest"), nameless()};
  const auto queue = unique("certified");
  bus->subscribe(own_queue(queue), collect(box));
  bus.start();
  exchange_one(bus, queue, box, "1");
  bus.cut();
  bus.wait_for(bus_state::connecting);
  bus.restore();
  exchange_one(bus, queue, box, "2");
}

BOOST_AUTO_TEST_CASE(certificate_of_an_unknown_user_is_rejected) {
  credentials own;
  proxied_bus bus{without_password(own, "stranger"), nameless()};
  const auto why = refusal(bus);
  BOOST_TEST(holds(why, "logging in by certificate"), why);
  BOOST_TEST(holds(why, "ACCESS_REFUSED"), why);
}

BOOST_AUTO_TEST_CASE(certificate_of_another_authority_is_rejected) {
  credentials own;
  own.other.issue("guest");
  auto options = own.options("guest");
  options.login_by_certificate = true;
  proxied_bus bus{options, nameless()};
  const auto why = refusal(bus);
  BOOST_TEST(holds(why, "certificate"), why);
  BOOST_TEST(!holds(why, "ACCESS_REFUSED"), why);
}

BOOST_AUTO_TEST_SUITE_END()
