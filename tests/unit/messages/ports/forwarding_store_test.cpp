#include "messages/ports/forwarding_store.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

/// Holds calls until the test answers them.
class slow_store final : public forwarding_store {
public:
  slow_store() : forwarding_store(static_cast<store&>(*this)) {}

  void load(std::string, std::string id, callback<stored>) override { loaded.push_back(id); }
  void ping(callback<std::monostate> done) override { asked = std::move(done); }
  void mark_published(std::string, std::string id, uint64_t) override { loaded.push_back(id); }

  callback<std::monostate> asked;
  std::vector<std::string> loaded;
};

/// Handles its calls as the test says.
class judged_store final : public forwarding_store {
public:
  using forwarding_store::admission;
  using forwarding_store::answer;

  explicit judged_store(store& inner) : forwarding_store(inner) {}

  std::function<admission()> judgement = [] { return admission{}; };

private:
  admission admit() override { return judgement(); }
};

struct two_stores {
  slow_store inner;
  judged_store outer{inner};
  std::vector<bool> answered;

  void ping() {
    outer.ping([this](const result<std::monostate>& x) { answered.push_back(x.has_value()); });
  }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_call_and_its_answer_are_passed_on, two_stores) {
  ping();
  BOOST_TEST(answered.empty());
  inner.asked(std::monostate{});
  BOOST_TEST(answered == std::vector<bool>{true});
}

BOOST_FIXTURE_TEST_CASE(rejected_and_dropped_calls_are_not_passed_on, two_stores) {
  using verdict = judged_store::admission::verdict;
  outer.judgement = [] { return judged_store::admission{.is = verdict::failed}; };
  ping();
  BOOST_TEST(answered == std::vector<bool>{false});
  outer.judgement = [] { return judged_store::admission{.is = verdict::dropped}; };
  ping();
  outer.mark_published("node", "n", 1);
  BOOST_TEST(answered.size() == 1U);
  BOOST_TEST(!inner.asked);
  BOOST_TEST(inner.loaded.empty());
}

BOOST_FIXTURE_TEST_CASE(a_pass_is_held_until_the_answer, two_stores) {
  auto pass = std::make_shared<int>();
  const std::weak_ptr<int> held = pass;
  outer.judgement = [&pass] { return judged_store::admission{.pass = std::exchange(pass, {})}; };
  ping();
  BOOST_TEST(!held.expired());
  inner.asked(std::monostate{});
  inner.asked = {};
  BOOST_TEST(held.expired());
}

BOOST_FIXTURE_TEST_CASE(a_hold_lasts_for_the_call_only, two_stores) {
  auto hold = std::make_shared<int>();
  const std::weak_ptr<int> held = hold;
  outer.judgement = [&hold] { return judged_store::admission{.hold = std::exchange(hold, {})}; };
  ping();
  BOOST_TEST(!!inner.asked);
  BOOST_TEST(held.expired());
}

BOOST_FIXTURE_TEST_CASE(the_wrapper_decides_when_to_answer, two_stores) {
  judged_store::answer given;
  bool has_come = false;
  outer.judgement = [&] {
    return judged_store::admission{.wrap = [&](judged_store::answer x) {
      given = std::move(x);
      return judged_store::answer{[&has_come] { has_come = true; }};
    }};
  };
  ping();
  inner.asked(fail(error_code::unavailable, "it is away"));
  BOOST_TEST(has_come);
  BOOST_TEST(answered.empty());
  given();
  BOOST_TEST(answered == std::vector<bool>{false});
}
