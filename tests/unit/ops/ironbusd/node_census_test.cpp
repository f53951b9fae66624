#include "ops/ironbusd/roles/node_census.hpp"

#include "messages/model/state_table.hpp"
#include "store_stub.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

struct counting_store final : daemon::store_stub {
  void count(std::string collection, std::string column, std::vector<std::string> values,
             callback<std::vector<uint64_t>> done) override {
    BOOST_TEST(collection == "nodes");
    BOOST_TEST(column == "provision_state");
    asked = std::move(values);
    ++questions;
    answer = std::move(done);
  }

  std::vector<std::string> asked;
  int questions = 0;
  callback<std::vector<uint64_t>> answer;  ///< Of the last question.
};

struct census_fixture {
  counting_store records;
  daemon::node_census::clock::time_point now{};
  daemon::node_census subject{records, [this] { return now; }};
  std::vector<metrics::family> answers;

  void ask() {
    subject.ask([this](metrics::family x) { answers.push_back(std::move(x)); });
  }
  /// As many nodes in the first state, and none in the others.
  void reply(uint64_t nodes) {
    std::vector<uint64_t> counts(records.asked.size());
    counts.at(0) = nodes;
    records.answer(counts);
  }
  double nodes(size_t answer, const std::string& state) const {
    return answers.at(answer).by_labels.at({{"state", state}}).value;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_counts, census_fixture)

BOOST_AUTO_TEST_CASE(all_states_are_shown_by_their_names_on_the_wire) {
  ask();
  BOOST_TEST(answers.empty());
  reply(3);
  BOOST_TEST(answers.at(0).by_labels.size() == state_table::rows.size());
  BOOST_TEST(nodes(0, "enroll") == 3.0);
  BOOST_TEST(nodes(0, "wait call-back") == 0.0);
}

BOOST_AUTO_TEST_CASE(an_answer_is_good_for_some_seconds) {
  ask();
  reply(3);
  now += 4'999ms;
  ask();
  BOOST_TEST(records.questions == 1);
  BOOST_TEST(nodes(1, "enroll") == 3.0);
  now += 1ms;
  ask();
  BOOST_TEST(answers.size() == 2U);
  reply(4);
  BOOST_TEST(nodes(2, "enroll") == 4.0);
}

BOOST_AUTO_TEST_CASE(scrapes_at_once_share_one_question) {
  ask();
  ask();
  ask();
  BOOST_TEST(records.questions == 1);
  reply(3);
  BOOST_TEST(nodes(2, "enroll") == 3.0);
}

BOOST_AUTO_TEST_CASE(a_store_that_does_not_answer_shows_nothing_and_is_asked_again) {
  ask();
  reply(3);
  now += 5s;
  ask();
  records.answer(fail(error_code::unavailable, "away"));
  BOOST_TEST(answers.at(1).by_labels.empty());
  ask();
  BOOST_TEST(records.questions == 3);
  reply(5);
  BOOST_TEST(nodes(2, "enroll") == 5.0);
}

BOOST_AUTO_TEST_SUITE_END()
