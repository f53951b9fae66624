#include "gateways/amqp/publish_ledger.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::amqp;

namespace {

struct publishes_fixture {
  /// "<id> ok" or "<id> <code>", in the order of the callbacks.
  std::vector<std::string> finished;
  publish_ledger ledger{[this](pending_publish x, result<std::monostate> outcome) {
    finished.push_back(x.message.id + " " +
                       (outcome ? "ok" : std::string{to_string(outcome.error().code)}));
  }};

  void add(const std::string& id, bool fail_fast = false, bool mandatory = false) {
    pending_publish x;
    x.message.exchange = "e";
    x.message.routing_key = "k";
    x.message.id = id;
    x.message.mandatory = mandatory;
    x.fail_fast = fail_fast;
    ledger.add(std::move(x));
  }
  std::string send() {
    auto id = ledger.next().id;
    ledger.sent();
    return id;
  }
  void add_and_send(std::initializer_list<const char*> ids) {
    for (const char* id : ids) {
      add(id);
      send();
    }
  }
  void expect(std::vector<std::string> x) {
    BOOST_TEST(finished == x, boost::test_tools::per_element());
    finished.clear();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(publishes, publishes_fixture)

BOOST_AUTO_TEST_CASE(confirms_arrive_singly_in_any_order_or_together) {
  add_and_send({"a", "b", "c", "d"});
  BOOST_TEST(ledger.confirmed(2, false, true) == 1U);
  expect({"b ok"});
  BOOST_TEST(ledger.confirmed(3, true, true) == 2U);
  expect({"a ok", "c ok"});
  BOOST_TEST(ledger.unconfirmed() == 1U);
  BOOST_TEST(ledger.confirmed(4, false, true) == 1U);
  expect({"d ok"});
  BOOST_TEST(ledger.idle());
}

BOOST_AUTO_TEST_CASE(a_number_settles_once) {
  add_and_send({"a", "b"});
  ledger.confirmed(2, false, true);
  BOOST_TEST(ledger.confirmed(2, false, true) == 0U);
  BOOST_TEST(ledger.confirmed(7, true, true) == 0U);
  BOOST_TEST(ledger.confirmed(0, true, true) == 0U);
  expect({"b ok"});
}

BOOST_AUTO_TEST_CASE(a_rejected_message_is_unavailable) {
  add_and_send({"a"});
  ledger.confirmed(1, false, false);
  expect({"a unavailable"});
}

BOOST_AUTO_TEST_CASE(a_return_settles_exactly_its_message) {
  add("a", false, true);
  add("a");  // The same id, but not mandatory.
  add("b", false, true);
  add("a", false, true);
  for (int i = 0; i < 4; ++i) send();
  BOOST_TEST(!ledger.returned("b", "e", "other"));
  BOOST_TEST(ledger.returned("b", "e", "k"));
  BOOST_TEST(ledger.returned("a", "e", "k"));
  BOOST_TEST(!ledger.returned("c", "e", "k"));
  expect({});  // not before the confirm
  ledger.confirmed(4, true, true);
  expect({"a not_found", "a ok", "b not_found", "a ok"});
}

BOOST_AUTO_TEST_CASE(after_a_disconnect_unconfirmed_publishes_come_first_in_order) {
  add_and_send({"a", "b", "c"});
  add("d");
  ledger.confirmed(2, false, true);
  ledger.disconnected("lost");
  add("e");
  expect({"b ok"});
  for (const char* id : {"a", "c", "d", "e"}) BOOST_TEST(send() == id);
  ledger.confirmed(4, true, true);  // The numbers start again.
  expect({"a ok", "c ok", "d ok", "e ok"});
}

BOOST_AUTO_TEST_CASE(a_return_is_dropped_with_its_connection) {
  add("a", false, true);
  send();
  ledger.returned("a", "e", "k");
  ledger.disconnected("lost");
  BOOST_TEST(send() == "a");
  ledger.confirmed(1, false, true);  // This time a queue accepted it.
  expect({"a ok"});
}

BOOST_AUTO_TEST_CASE(fail_fast_publishes_fail_with_the_connection) {
  add("a", true);
  add("b");
  send();
  send();
  add("c");
  add("d", true);
  ledger.disconnected("lost");
  expect({"a unavailable", "d unavailable"});
  for (const char* id : {"b", "c"}) BOOST_TEST(send() == id);
}

BOOST_AUTO_TEST_CASE(while_blocked_only_unsent_fail_fast_publishes_fail) {
  add("a", true);
  send();
  add("b", true);
  add("c");
  ledger.fail_impatient("blocked");
  expect({"b unavailable"});
  ledger.confirmed(1, false, true);
  expect({"a ok"});
  BOOST_TEST(ledger.waiting() == 1U);
}

BOOST_AUTO_TEST_CASE(abandon_fails_every_publish) {
  add_and_send({"a"});
  add("b");
  ledger.abandon("stopped");
  expect({"a unavailable", "b unavailable"});
  BOOST_TEST(ledger.idle());
}

BOOST_AUTO_TEST_SUITE_END()
