#include "actors/webhooks/webhook_item.hpp"

#include "messages/wire/envelope.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

const timestamp now{std::chrono::seconds{1'614'265'330}};

webhook a_webhook() {
  webhook out;
  out.uuid = "22222222-bbbb-4bbb-8bbb-000000000006";
  out.url = "https://hook.example.org/in";
  out.secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  return out;
}

letter a_letter(uint64_t position) {
  envelope head;
  head.id = "e-" + std::to_string(position);
  head.type = "ironbus.node_updated";
  head.source = "/test";
  head.subject = "n1";
  head.data = json{{"changed", {"name"}}};
  logged_event event{position, {}};
  event.event.subject = "n1";
  event.event.type = "node_updated";
  event.event.body = encode_envelope(head);
  return letter_of(event, "abcd", 0);
}

std::string header(const webhook_request& x, std::string_view name) {
  for (const auto& [key, value] : x.headers)
    if (key == name) return value;
  return {};
}

}  // namespace

// The example of the Standard Webhooks specification.
BOOST_AUTO_TEST_CASE(a_known_text_has_the_known_signature) {
  BOOST_TEST(webhook_signature(a_webhook().secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330",
                               R"({"test": 2432232314})") ==
             "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

BOOST_AUTO_TEST_CASE(one_event_is_an_object_under_its_id) {
  const auto told = a_letter(7);
  const auto x = request_of(a_webhook(), {&told, 1}, 3, now);
  BOOST_TEST(x.url == "https://hook.example.org/in");
  BOOST_TEST(header(x, "Content-Type") == "application/cloudevents+json; charset=utf-8");
  BOOST_TEST(header(x, "webhook-id") == "e-7");
  BOOST_TEST(header(x, "webhook-timestamp") == "1614265330");
  BOOST_TEST(header(x, "webhook-signature") ==
             webhook_signature(a_webhook().secret, "e-7", "1614265330", x.body));
  BOOST_TEST(header(x, "X-Ironbus-Place") == "abcd:7");
  BOOST_TEST(header(x, "X-Ironbus-Attempt") == "3");
  const auto body = json::parse(x.body);
  BOOST_TEST(body["position"] == 7);
  BOOST_TEST(body["log"] == "abcd");
  BOOST_TEST(body["id"] == "e-7");
}

BOOST_AUTO_TEST_CASE(a_batch_is_an_array_with_an_id_that_stays) {
  auto to = a_webhook();
  to.max_batch = 10;
  const std::vector<letter> told{a_letter(7), a_letter(9)};
  const auto x = request_of(to, told, 1, now);
  BOOST_TEST(header(x, "Content-Type") == "application/cloudevents-batch+json; charset=utf-8");
  BOOST_TEST(header(x, "webhook-id") == header(request_of(to, told, 2, now), "webhook-id"));
  BOOST_TEST(header(x, "X-Ironbus-Place") == "abcd:9");
  BOOST_TEST(json::parse(x.body).size() == 2U);
  const auto alone = request_of(to, {told.data(), 1}, 2, now);
  BOOST_TEST(header(alone, "webhook-id") == "e-7");
  BOOST_TEST(json::parse(alone.body).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_gap_names_the_missing_events) {
  const event_page page{"abcd", 90, 40, {}};
  const auto gap = gap_letter(a_webhook(), {"abcd", 12, 0}, page, now);
  BOOST_TEST(gap.id == gap_letter(a_webhook(), {"abcd", 12, 0}, page, now).id);
  BOOST_TEST(gap.behind.position == 12U);
  BOOST_TEST(gap.behind.complete_after == 40U);
  const auto body = json::parse(gap.body);
  BOOST_TEST(body["type"] == "ironbus.webhook_gap");
  BOOST_TEST(body["data"]["after"] == "abcd:12");
  BOOST_TEST(body["data"]["oldest"] == "abcd:40");
  const auto other = gap_letter(a_webhook(), {"old", 12, 0}, page, now);
  BOOST_TEST(other.behind.log == "abcd");
  BOOST_TEST(other.behind.position == 0U);
}

BOOST_AUTO_TEST_CASE(a_dead_letter_is_sent_unchanged) {
  const auto told = a_letter(7);
  const auto dead = dead_letter_of(a_webhook(), told, 20, "no", now);
  const auto again = request_of(a_webhook(), dead, now);
  BOOST_TEST(json::parse(again.body) == json::parse(told.body));
  BOOST_TEST(header(again, "webhook-id") == "e-7");
  BOOST_TEST(header(again, "X-Ironbus-Attempt") == "21");
  const auto kept = decode<undelivered_event>(row_of(dead).summary);
  BOOST_REQUIRE(kept.has_value());
  BOOST_TEST(kept->event_id == "e-7");
  BOOST_TEST(kept->position == 7U);
  BOOST_TEST(kept->last_error == "no");
}
