#include "actors/runtime/suspects.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace ironbus;

namespace {

/// The claims of a store, answered at once. All else is not asked for.
class claims_only final : public store {
public:
  void claim_step(std::string key, std::string owner, callback<step_claim> done) override {
    if (down) return done(fail(error_code::unavailable, "away"));
    done(claims.try_emplace(key, step_claim{owner, ""}).first->second);
  }
  void finish_step(std::string key, std::string owner, std::string outcome,
                   callback<std::monostate> done) override {
    if (const auto at = claims.find(key); at != claims.end() && at->second.owner == owner)
      at->second.outcome = std::move(outcome);
    done(std::monostate{});
  }
  void apply(commit, callback<uint64_t>) override {}
  void mark_published(std::string, std::string, uint64_t) override {}
  void load(std::string, std::string, callback<stored>) override {}
  void load_many(std::string, std::vector<std::string>, callback<std::vector<stored>>) override {}
  void resolve(unique_key, callback<std::string>) override {}
  void list(query, callback<std::vector<listed>>) override {}
  void count(std::string, std::string, std::vector<std::string>,
             callback<std::vector<uint64_t>>) override {}
  void acquire_shard(uint32_t, callback<uint64_t>) override {}
  void attention_of(std::string, uint32_t, callback<std::vector<attention>>) override {}
  void announce(member, std::chrono::milliseconds, callback<std::monostate>) override {}
  void withdraw(std::string, std::string) override {}
  void members(callback<std::vector<member>>) override {}
  void read_claim(std::string, callback<step_claim>) override {}
  void take_over_step(std::string, std::string, std::string, callback<step_claim>) override {}
  void ping(callback<std::monostate>) override {}
  std::string durability() const override { return {}; }

  std::map<std::string, step_claim> claims;
  bool down = false;
};

/// A process, with what it has been told of its messages: "yes", "no" or an error.
struct process_of {
  explicit process_of(store& records) : own(std::make_shared<suspects>(records, "c")) {}

  std::string begin(const std::string& id) {
    published.erase(id);
    own->begin(id, [this, id](result<bool> x) {
      published[id] = !x ? std::string{to_string(x.error().code)} : *x ? "yes" : "no";
    });
    return published[id];
  }

  std::shared_ptr<suspects> own;
  std::map<std::string, std::string> published;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(messages_that_came_again)

BOOST_AUTO_TEST_CASE(one_that_ends_process_after_process_is_put_aside) {
  claims_only records;
  BOOST_TEST(process_of{records}.begin("poison") == "yes");  // its second delivery
  BOOST_TEST(process_of{records}.begin("poison") == "yes");
  BOOST_TEST(process_of{records}.begin("poison") == "no");
}

BOOST_AUTO_TEST_CASE(one_that_is_handled_or_given_back_is_not_blamed) {
  claims_only records;
  for (int i = 0; i < 10; ++i) {
    process_of one{records};
    BOOST_TEST(one.begin("long") == "yes");
    one.own->end("long");
  }
}

BOOST_AUTO_TEST_CASE(one_process_may_begin_a_message_more_than_once) {
  claims_only records;
  process_of one{records};
  for (int i = 0; i < 10; ++i) BOOST_TEST(one.begin("again") == "yes");
}

BOOST_AUTO_TEST_CASE(those_that_have_ended_a_process_are_handled_one_by_one) {
  claims_only records;
  process_of dies{records};
  for (const char* id : {"a", "b", "c"}) BOOST_TEST(dies.begin(id) == "yes");
  process_of next{records};
  BOOST_TEST(next.begin("a") == "yes");
  BOOST_TEST(next.begin("b") == "");
  BOOST_TEST(next.begin("c") == "");
  BOOST_TEST(next.begin("new") == "yes");  // not one of them
  next.own->give_way("a");
  BOOST_TEST(next.published["b"] == "yes");
  next.own->end("c");  // its turn is past
  next.own->end("b");
  next.own->end("a");
  BOOST_TEST(next.published["c"] == "");
  // Nobody was blamed but for the first time.
  process_of third{records};
  BOOST_TEST(third.begin("a") == "yes");
}

BOOST_AUTO_TEST_CASE(without_the_store_nothing_is_handled) {
  claims_only records;
  records.down = true;
  process_of one{records};
  BOOST_TEST(one.begin("a") == "unavailable");
  records.down = false;
  BOOST_TEST(one.begin("a") == "yes");
}

BOOST_AUTO_TEST_SUITE_END()
