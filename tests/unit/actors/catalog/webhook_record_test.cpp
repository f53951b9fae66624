#include "messages/events/webhook.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/unit/actors/catalog/record_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

json a_webhook() {
  return {{"name", "hook"},
          {"url", "https://hook.example.org/in"},
          {"secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},
          {"enabled", true},
          {"max_batch", 1},
          {"since", "abcd:7"}};
}

reply order(record_fixture& hook, dead_letter_action action, const std::string& letter,
            uint64_t done) {
  return hook.tell(record_command{order_letters{action, letter, done}});
}

std::vector<dead_letter_order> orders_of(const record_fixture& hook) {
  return read_webhook(hook.attributes()).orders;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_webhook_is_checked_when_stored) {
  const std::vector<std::pair<const char*, json>> wrong{
      {"name", "a b"},
      {"url", "ftp://hook.example.org"},
      {"url", "https://u:p@hook.example.org"},
      {"secret", "whsec_"},
      {"secret", "whsec_c2hvcnQ="},
      {"secret", "******"},
      {"max_batch", 0},
      {"max_batch", 101},
      {"since", "7"},
      {"since", "x"},
      {"filter", {{"colour", "red"}}},
      {"filter", {{"state", "happy"}}},
      {"filter", {{"node", "n-1"}}},
      {"filter", {{"type", 7}}},
  };
  for (const auto& [field, value] : wrong) {
    record_fixture hook{"webhook"};
    auto fields = a_webhook();
    fields[field] = value;
    const auto answer = hook.create(fields);
    BOOST_TEST(code_of_answer(answer) == "invalid", field << " " << value);
    BOOST_TEST(!hook.exists());
    if (std::string_view{field} == "secret")
      BOOST_TEST(answer.refused->message.find("c2hvcnQ") == std::string::npos);
  }
  record_fixture hook{"webhook"};
  BOOST_TEST(code_of_answer(hook.create(a_webhook())) == "accepted");
  BOOST_TEST(code_of_answer(hook.patch("add", "/filter/type", "node_created")) == "accepted");
  const auto read = read_webhook(hook.attributes());
  BOOST_TEST(read.wanted.type == "node_created");
  BOOST_TEST(read.max_batch == 1U);
  BOOST_TEST(code_of_answer(hook.patch("replace", "/orders", json::array())) == "invalid");
  BOOST_TEST(code_of_answer(hook.patch("remove", "/secret")) == "invalid");
}

BOOST_AUTO_TEST_CASE(orders_are_numbered_and_forgotten_when_done) {
  record_fixture hook{"webhook"};
  hook.create(a_webhook());
  order(hook, dead_letter_action::send, "a", 0);
  order(hook, dead_letter_action::drop, "", 0);
  BOOST_TEST(
      (orders_of(hook) == std::vector<dead_letter_order>{{1, dead_letter_action::send, "a"},
                                                         {2, dead_letter_action::drop, ""}}));
  order(hook, dead_letter_action::send, "b", 2);
  BOOST_TEST(
      (orders_of(hook) == std::vector<dead_letter_order>{{3, dead_letter_action::send, "b"}}));
  for (size_t i = 1; i < dead_letter_orders_max; ++i)
    BOOST_TEST(code_of_answer(order(hook, dead_letter_action::send, "c", 2)) == "accepted");
  BOOST_TEST(code_of_answer(order(hook, dead_letter_action::send, "c", 2)) == "conflict");
  record_fixture chassis{"chassis"};
  chassis.create(json::object());
  BOOST_TEST(code_of_answer(order(chassis, dead_letter_action::send, "", 0)) == "invalid");
}
