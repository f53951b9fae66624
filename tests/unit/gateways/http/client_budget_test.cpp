#include "gateways/http/transport/client_share.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

constexpr size_t counted_unit = 64 * 1024;

ip_address at(std::string_view text) { return *parse_ip(text); }

client_limits small_limits() {
  client_limits out;
  out.connections_per_address_max = 2;
  out.body_bytes_max = 4 * counted_unit;
  out.body_bytes_per_address_max = 3 * counted_unit;
  out.trusted_proxies = {*parse_network("192.0.2.0/24")};
  return out;
}

request forwarded(const std::string& value) {
  request out;
  out.headers = {{"x-forwarded-for", "203.0.113.9"}, {"X-Forwarded-For", value}};
  return out;
}

struct budget_fixture {
  client_budget budget{small_limits()};
};

BOOST_FIXTURE_TEST_SUITE(the_budget_of_clients, budget_fixture)

BOOST_AUTO_TEST_CASE(an_address_has_a_connection_limit) {
  client_share one{budget, at("198.51.100.1")};
  client_share other{budget, at("198.51.100.2")};
  BOOST_TEST(one.join());
  BOOST_TEST(other.join());
  {
    client_share second{budget, at("198.51.100.1")};
    BOOST_TEST(second.join());
    client_share third{budget, at("198.51.100.1")};
    BOOST_TEST(!third.join());
  }
  client_share again{budget, at("198.51.100.1")};
  BOOST_TEST(again.join());
}

BOOST_AUTO_TEST_CASE(an_ipv6_client_is_a_64_bit_network) {
  client_share one{budget, at("2001:db8::1")};
  client_share two{budget, at("2001:db8::2")};
  client_share three{budget, at("2001:db8::ffff:0:0:3")};
  client_share elsewhere{budget, at("2001:db8:0:1::1")};
  BOOST_TEST(one.join());
  BOOST_TEST(two.join());
  BOOST_TEST(!three.join());
  BOOST_TEST(elsewhere.join());
}

BOOST_AUTO_TEST_CASE(a_trusted_proxy_has_no_connection_limit) {
  std::deque<client_share> all;
  for (int i = 0; i < 10; ++i) BOOST_TEST(all.emplace_back(budget, at("192.0.2.7")).join());
  BOOST_TEST(budget.addresses() == 0U);
}

BOOST_AUTO_TEST_CASE(a_small_body_is_always_granted) {
  client_share full{budget, at("198.51.100.1")};
  client_share rest{budget, at("198.51.100.2")};
  BOOST_TEST(!full.hold(3 * counted_unit));
  BOOST_TEST(!rest.hold(counted_unit));
  client_share small{budget, at("198.51.100.1")};
  BOOST_TEST(!small.hold(small_body_bytes));
  BOOST_CHECK(small.hold(small_body_bytes + 1) == overuse::address_bodies);
  client_share third{budget, at("198.51.100.3")};
  BOOST_CHECK(third.hold(small_body_bytes + 1) == overuse::bodies);
  BOOST_TEST(budget.body_bytes() == 4 * counted_unit);
}

BOOST_AUTO_TEST_CASE(one_address_gets_at_most_its_share) {
  client_share one{budget, at("198.51.100.1")};
  client_share two{budget, at("198.51.100.1")};
  BOOST_TEST(!one.hold(2 * counted_unit));
  BOOST_TEST(!two.hold(counted_unit));
  BOOST_CHECK(two.hold(counted_unit + 1) == overuse::address_bodies);
  BOOST_CHECK(two.lacks(2 * counted_unit) == overuse::address_bodies);
  BOOST_TEST(budget.body_bytes() == 3 * counted_unit);  // The previous size stays.
  client_share other{budget, at("198.51.100.2")};
  BOOST_TEST(!other.hold(counted_unit));
  BOOST_CHECK(other.hold(2 * counted_unit) == overuse::bodies);
}

BOOST_AUTO_TEST_CASE(a_share_shrinks_and_is_released) {
  {
    client_share one{budget, at("198.51.100.1")};
    BOOST_TEST(one.join());
    BOOST_TEST(!one.hold(3 * counted_unit));
    BOOST_TEST(!one.hold(counted_unit));
    BOOST_TEST(budget.body_bytes() == counted_unit);
    one.hold_anyway(100 * counted_unit);
    BOOST_TEST(budget.body_bytes() == 100 * counted_unit);
    one.release();
    BOOST_TEST(budget.body_bytes() == 0U);
    BOOST_TEST(!one.hold(counted_unit));
    one.leave();
    BOOST_TEST(budget.body_bytes() == 0U);
  }
  BOOST_TEST(budget.addresses() == 0U);
}

BOOST_AUTO_TEST_CASE(bodies_behind_a_trusted_proxy_count_for_the_named_client) {
  client_share first{budget, at("192.0.2.7")};
  client_share second{budget, at("192.0.2.7")};
  client_share nameless{budget, at("192.0.2.7")};
  first.set_client(forwarded("10.0.0.1, 198.51.100.1"));
  second.set_client(forwarded("10.0.0.1, 198.51.100.2"));
  nameless.set_client(forwarded("unknown"));
  BOOST_TEST(!first.hold(2 * counted_unit));
  BOOST_TEST(!second.hold(counted_unit));
  BOOST_TEST(!nameless.hold(counted_unit));
  second.release();
  BOOST_TEST(!first.hold(3 * counted_unit));
  nameless.release();
  BOOST_CHECK(first.hold(4 * counted_unit) == overuse::address_bodies);
}

BOOST_AUTO_TEST_CASE(only_trusted_proxies_can_name_the_client) {
  client_share one{budget, at("198.51.100.1")};
  client_share two{budget, at("198.51.100.1")};
  one.set_client(forwarded("198.51.100.8"));
  two.set_client(forwarded("198.51.100.9"));
  BOOST_TEST(!one.hold(2 * counted_unit));
  BOOST_CHECK(two.hold(2 * counted_unit) == overuse::address_bodies);
}

BOOST_AUTO_TEST_CASE(a_client_of_the_unix_socket_has_no_address_and_is_trusted_only_by_option) {
  std::deque<client_share> all;
  for (int i = 0; i < 10; ++i)
    BOOST_TEST(all.emplace_back(budget, connection_peer{std::nullopt, true}).join());
  BOOST_TEST(budget.addresses() == 0U);
  all[0].set_client(forwarded("198.51.100.1"));
  BOOST_TEST(!all[0].trusted());
  BOOST_TEST(!all[0].client());
  auto limits = small_limits();
  limits.trusts_unix_socket = true;
  client_budget trusting{limits};
  client_share proxy{trusting, connection_peer{std::nullopt, true}};
  proxy.set_client(forwarded("198.51.100.1, 192.0.2.7"));
  BOOST_TEST(proxy.trusted());
  BOOST_CHECK(proxy.client_host() == at("198.51.100.1"));
  client_share ended{trusting, connection_peer{}};  // Without an address, but not a Unix socket.
  BOOST_TEST(!ended.trusted());
}

BOOST_AUTO_TEST_CASE(a_proxy_header_moves_the_connection_to_its_client) {
  client_share first{budget, at("192.0.2.7")};
  client_share second{budget, at("192.0.2.7")};
  client_share third{budget, at("192.0.2.7")};
  for (auto* one : {&first, &second, &third}) BOOST_TEST(one->join());
  BOOST_TEST(first.become(at("198.51.100.1")));
  BOOST_TEST(second.become(at("198.51.100.1")));
  BOOST_TEST(!third.become(at("198.51.100.1")));
  BOOST_TEST(!first.trusted());
  BOOST_CHECK(first.address() == at("198.51.100.1"));
  second.leave();
  client_share direct{budget, at("198.51.100.1")};
  BOOST_TEST(direct.join());
}

BOOST_AUTO_TEST_CASE(handshakes_have_a_limit) {
  auto limits = small_limits();
  limits.handshakes_max = 2;
  client_budget few{limits};
  client_share first{few, at("198.51.100.1")};
  client_share second{few, at("198.51.100.2")};
  client_share third{few, at("198.51.100.3")};
  BOOST_TEST(first.begin_handshake());
  BOOST_TEST(second.begin_handshake());
  BOOST_TEST(!third.begin_handshake());
  third.leave();  // It has none to end.
  BOOST_TEST(!third.begin_handshake());
  first.end_handshake();
  first.leave();
  BOOST_TEST(third.begin_handshake());
  second.leave();
  BOOST_TEST(first.begin_handshake());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
