#include "actors/runtime/rule_follower.hpp"

#include "messages/model/record.hpp"
#include "messages/wire/envelope.hpp"
#include "tests/support/manual_ports.hpp"

#include <boost/test/unit_test.hpp>

#include <condition_variable>
#include <deque>
#include <memory>

using namespace ironbus;
using namespace ironbus::inspection;
using namespace std::chrono_literals;

namespace {

const std::string uuid = "22222222-bbbb-4bbb-8bbb-000000000001";
const std::string subject = "inspection_rule/" + uuid;

/// Queries of one kind, which the test answers at any time.
template <class Question>
class waiting_questions {
public:
  void put(Question given) {
    std::lock_guard hold{mutex_};
    all_.push_back(std::move(given));
    arrived_.notify_all();
  }
  /// Waits for the next; fails the test after a while.
  Question next() {
    std::unique_lock hold{mutex_};
    BOOST_REQUIRE(arrived_.wait_for(hold, 10s, [this] { return !all_.empty(); }));
    auto out = std::move(all_.front());
    all_.pop_front();
    return out;
  }
  bool empty() {
    std::lock_guard hold{mutex_};
    return all_.empty();
  }

private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Question> all_;
};

class asked_store final : public listings, public store_health {
public:
  template <class T>
  using callback = store_callback<T>;
  struct page_question {
    query asked;
    callback<std::vector<listed>> answer;
  };

  void list(query x, callback<std::vector<listed>> done) override {
    pages.put({std::move(x), std::move(done)});
  }
  void load(std::string, std::string, callback<stored> done) override {
    records.put(std::move(done));
  }
  void resolve(unique_key, callback<std::string>) override {}
  void count(std::string, std::string, std::vector<std::string>,
             callback<std::vector<uint64_t>>) override {}
  void ping(callback<std::monostate>) override {}
  void try_write(callback<std::monostate>) override {}
  void on_restart(std::function<void(const store_restart&)> listen) override {
    listeners_.push_back(std::move(listen));
  }
  std::string durability() const override { return "none"; }

  void restart() {
    for (const auto& listen : listeners_) listen({});
  }

  waiting_questions<page_question> pages;
  waiting_questions<callback<stored>> records;

private:
  std::vector<std::function<void(const store_restart&)>> listeners_;
};

std::string rule_text(const json& actions) {
  record_snapshot out;
  out.attributes = {{"uuid", uuid}, {"actions", actions}, {"created_at", "2026-01-01"}};
  return encode_record(out);
}

const std::string good = rule_text({{{"op", "log"}, {"args", {"x"}}}});

std::vector<listed> rows(size_t count, const std::string& snapshot) {
  return std::vector<listed>(count, {uuid, uuid, "{}", snapshot});
}

struct follower_fixture {
  follower_fixture() { follower->start(); }

  /// Emits the change of a rule; returns the query for the new rule.
  auto change() {
    envelope event;
    event.id = "event";
    event.type = "ironbus.event.updated";
    event.subject = subject;
    messages.deliver("", encode_envelope(event));
    return records.records.next();
  }
  /// Waits until the follower has handled all messages so far.
  size_t rules_in_force() {
    change();
    return rules.now() ? rules.now()->size() : 0;
  }

  test::manual_bus messages;
  asked_store records;
  rule_registry rules{{}};
  std::vector<std::string> complaints;
  std::unique_ptr<rule_follower> follower = std::make_unique<rule_follower>(
      messages, records, records, rules, [this](const std::string& x) { complaints.push_back(x); });
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rules_of_users, follower_fixture)

BOOST_AUTO_TEST_CASE(rules_are_read_at_the_start_page_by_page) {
  auto first = records.pages.next();
  BOOST_TEST(first.asked.collection == "inspection_rules");
  BOOST_TEST(rules_in_force() == 0U);
  first.answer(rows(first.asked.limit, good));
  auto second = records.pages.next();
  BOOST_TEST(second.asked.marker == uuid);
  second.answer(rows(0, good));
  records.pages.next().answer(rows(1, good));  // for the change in between
  BOOST_TEST(rules_in_force() == 1U);
}

BOOST_AUTO_TEST_CASE(an_unreachable_store_is_retried) {
  records.pages.next().answer(fail(error_code::unavailable, "away"));
  records.pages.next().answer(rows(1, good));
  BOOST_TEST(rules_in_force() == 1U);
}

BOOST_AUTO_TEST_CASE(a_change_during_a_reading_repeats_it) {
  auto page = records.pages.next();
  change()(stored{subject, 1, good, false, {}});
  page.answer(rows(0, good));
  records.pages.next().answer(rows(1, good));
  BOOST_TEST(rules_in_force() == 1U);
  BOOST_TEST(records.pages.empty());
}

BOOST_AUTO_TEST_CASE(an_event_reads_one_rule) {
  records.pages.next().answer(rows(0, good));
  change()(stored{subject, 1, good, false, {}});
  BOOST_TEST(rules_in_force() == 1U);
  change()(stored{subject, 2, "", true, {}});
  BOOST_TEST(rules_in_force() == 0U);
}

BOOST_AUTO_TEST_CASE(a_restarted_store_may_have_lost_rules) {
  records.pages.next().answer(rows(1, good));
  BOOST_TEST(rules_in_force() == 1U);
  records.restart();
  records.pages.next().answer(rows(0, good));  // the store has lost the rule
  BOOST_TEST(rules_in_force() == 0U);
}

BOOST_AUTO_TEST_CASE(a_reading_from_before_a_restart_is_ignored) {
  const auto before = records.pages.next();
  records.restart();
  rules_in_force();  // the follower has handled the event
  before.answer(rows(1, good));
  records.pages.next().answer(rows(0, good));
  BOOST_TEST(rules_in_force() == 0U);
}

BOOST_AUTO_TEST_CASE(a_restart_after_the_end_reads_nothing) {
  records.pages.next();
  follower.reset();
  records.restart();
  BOOST_TEST(records.pages.empty());
}

BOOST_AUTO_TEST_CASE(invalid_rules_are_skipped_and_reported) {
  records.pages.next().answer(rows(1, rule_text(7)));
  change()(stored{subject, 1, rule_text("x"), false, {}});
  BOOST_TEST(rules_in_force() == 0U);
  BOOST_REQUIRE(complaints.size() == 2U);
  BOOST_TEST(complaints.at(0).find("1 stored inspection rules") == 0U);
  BOOST_TEST(complaints.at(1).find(uuid) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_is_done_after_the_end) {
  const auto page = records.pages.next();
  follower->stop();
  page.answer(rows(1, good));
  follower.reset();
  BOOST_TEST((rules.now() == nullptr));
}

BOOST_AUTO_TEST_SUITE_END()
