#include "actors/runtime/suspects.hpp"

#include "messages/base/uuid.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace ironbus;

namespace {

/// The claims of a store, answered at once.
struct claims_of_a_store {
  result<step_claim> claim(const std::string& key, const std::string& owner) {
    if (down) return fail(error_code::unavailable, "away");
    return claims.try_emplace(key, step_claim{owner, ""}).first->second;
  }
  void finish(const std::string& key, const std::string& owner) {
    if (const auto found = claims.find(key); found != claims.end() && found->second.owner == owner)
      found->second.outcome = "over";
  }

  std::map<std::string, step_claim> claims;
  bool down = false;
};

/// A process, with the verdicts about its messages: "yes", "no" or an error.
struct process_of {
  explicit process_of(claims_of_a_store& records)
      : own{owner,
            [&](const std::string& id, const std::string& key) {
              own.noted(id, records.claim(key, owner));
            },
            [&](const std::string& key) { records.finish(key, owner); }} {}

  std::string begin(const std::string& id) {
    published.erase(id);
    own.begin(id, [this, id](result<bool> x) {
      published[id] = !x ? std::string{to_string(x.error().code)} : *x ? "yes" : "no";
    });
    return published[id];
  }

  const std::string owner = "c/" + random_uuid();
  suspects own;
  std::map<std::string, std::string> published;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(messages_that_came_again)

BOOST_AUTO_TEST_CASE(a_message_that_crashes_several_processes_is_rejected) {
  claims_of_a_store records;
  BOOST_TEST(process_of{records}.begin("poison") == "yes");  // its second delivery
  BOOST_TEST(process_of{records}.begin("poison") == "yes");
  BOOST_TEST(process_of{records}.begin("poison") == "no");
}

BOOST_AUTO_TEST_CASE(handled_and_returned_messages_are_not_blamed) {
  claims_of_a_store records;
  for (int i = 0; i < 10; ++i) {
    process_of one{records};
    BOOST_TEST(one.begin("long") == "yes");
    one.own.end("long");
  }
}

BOOST_AUTO_TEST_CASE(one_process_may_start_a_message_repeatedly) {
  claims_of_a_store records;
  process_of one{records};
  for (int i = 0; i < 10; ++i) BOOST_TEST(one.begin("again") == "yes");
}

BOOST_AUTO_TEST_CASE(crashing_messages_are_handled_one_by_one) {
  claims_of_a_store records;
  process_of dies{records};
  for (const char* id : {"a", "b", "c"}) BOOST_TEST(dies.begin(id) == "yes");
  process_of next{records};
  BOOST_TEST(next.begin("a") == "yes");
  BOOST_TEST(next.begin("b") == "");
  BOOST_TEST(next.begin("c") == "");
  BOOST_TEST(next.begin("new") == "yes");  // not one of them
  next.own.give_way("a");
  BOOST_TEST(next.published["b"] == "yes");
  next.own.end("c");  // its turn is over
  next.own.end("b");
  next.own.end("a");
  BOOST_TEST(next.published["c"] == "");
  // No message was blamed except for the first crash.
  process_of third{records};
  BOOST_TEST(third.begin("a") == "yes");
}

BOOST_AUTO_TEST_CASE(without_the_store_nothing_is_handled) {
  claims_of_a_store records;
  records.down = true;
  process_of one{records};
  BOOST_TEST(one.begin("a") == "unavailable");
  records.down = false;
  BOOST_TEST(one.begin("a") == "yes");
}

BOOST_AUTO_TEST_SUITE_END()
