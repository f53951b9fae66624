#include "actors/runtime/inbound.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

using std::chrono::seconds;

const timestamp noon{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};

/// A command as received from the bus, sent at noon.
inbound_ptr received(std::optional<timestamp> expires, const std::string& reply_to = "client") {
  auto head = envelop(command{delete_node{}}, "1", "node-1", "/ironbus/gateway/one", noon);
  head.expires = expires;
  head.request_id = "req-1";
  delivery x;
  x.body = encode_envelope(head);
  x.reply_to = reply_to;
  return decode_inbound(x).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_command_is_started_while_its_client_waits) {
  const auto x = received(noon + seconds{120});
  BOOST_TEST(!has_expired(*x, noon + seconds{120}));
  BOOST_TEST(has_expired(*x, noon + seconds{121}));
}

BOOST_AUTO_TEST_CASE(a_short_expiry_is_respected) {
  BOOST_TEST(has_expired(*received(noon + seconds{2}), noon + seconds{3}));
}

BOOST_AUTO_TEST_CASE(a_command_of_an_older_gateway_has_the_default_expiry) {
  const auto x = received({});
  BOOST_TEST(!has_expired(*x, noon + seconds{30}));
  BOOST_TEST(has_expired(*x, noon + seconds{31}));
}

BOOST_AUTO_TEST_CASE(messages_without_a_client_do_not_expire) {
  BOOST_TEST(!has_expired(*received(noon + seconds{2}, ""), noon + seconds{3}));
}

BOOST_AUTO_TEST_CASE(a_command_contains_its_request) {
  BOOST_TEST(received({})->request_id == "req-1");
}
