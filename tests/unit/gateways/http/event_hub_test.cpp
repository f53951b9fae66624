#include "gateways/http/services/event_hub.hpp"

#include "messages/wire/envelope.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;

std::string an_event() {
  envelope out;
  out.id = "1";
  out.type = "ironbus.node_created";
  out.source = "/test";
  out.subject = "11111111-aaaa-4aaa-8aaa-000000000001";
  out.sequence = 1;
  out.data = json::object();
  return encode_envelope(out);
}

/// A client that takes what it is sent, or does not.
struct fake_client final : http::stream {
  bool takes = true;
  bool left = false;
  int taken = 0;

  bool send(std::shared_ptr<const std::string>) override {
    if (takes) ++taken;
    return takes;
  }
  bool gone() const override { return left; }
};

double dropped() {
  return metrics::collect().at("ironbus_http_event_followers_dropped_total").by_labels.at({}).value;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_follower_that_reads_too_slowly_is_dropped_and_counted) {
  http::event_hub hub{10};
  const auto quick = std::make_shared<fake_client>();
  const auto slow = std::make_shared<fake_client>();
  const auto left = std::make_shared<fake_client>();
  for (const auto& one : {quick, slow, left}) BOOST_TEST(hub.add({}, one));
  BOOST_TEST(dropped() == 0.0);
  slow->takes = false;
  left->left = true;
  hub.publish(an_event());
  BOOST_TEST(hub.followers() == 1U);
  BOOST_TEST(dropped() == 1.0);
  hub.publish(an_event());
  BOOST_TEST(quick->taken == 2);
  BOOST_TEST(dropped() == 1.0);
}
