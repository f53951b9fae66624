#include "messages/model/state_table.hpp"
#include "ops/ironbusd/roles/node_tallies.hpp"
#include "store_stub.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

struct counting_store final : daemon::store_stub {
  void count(std::string collection, std::string column, std::vector<std::string> values,
             callback<std::vector<uint64_t>> done) override {
    BOOST_TEST(collection == "nodes");
    columns.push_back(std::move(column));
    asked = std::move(values);
    ++questions;
    answer = done;
    answers.push_back(std::move(done));
  }

  std::vector<std::string> columns;
  std::vector<std::string> asked;
  int questions = 0;
  callback<std::vector<uint64_t>> answer;  ///< Of the last question.
  std::vector<callback<std::vector<uint64_t>>> answers;
};

struct census_fixture {
  counting_store records;
  daemon::node_census::clock::time_point now{};
  daemon::node_census subject{records, {daemon::node_tallies({}).front()}, [this] { return now; }};
  std::vector<metrics::family> answers;

  void ask() {
    subject.ask([this](const auto& all) { answers.push_back(all.at("ironbus_nodes")); });
  }
  /// Answers with this many nodes in the first state, and none in the others.
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

BOOST_AUTO_TEST_CASE(all_states_have_their_names_of_the_api) {
  ask();
  BOOST_TEST(answers.empty());
  reply(3);
  BOOST_TEST(answers.at(0).by_labels.size() == state_table::rows.size());
  BOOST_TEST(records.columns.at(0) == "provision_state");
  BOOST_TEST(nodes(0, "enroll") == 3.0);
  BOOST_TEST(nodes(0, "wait call-back") == 0.0);
}

BOOST_AUTO_TEST_CASE(counts_are_cached_for_some_seconds) {
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

BOOST_AUTO_TEST_CASE(concurrent_scrapes_share_one_query) {
  ask();
  ask();
  ask();
  BOOST_TEST(records.questions == 1);
  reply(3);
  BOOST_TEST(nodes(2, "enroll") == 3.0);
}

BOOST_AUTO_TEST_CASE(without_an_answer_of_the_store_there_are_no_counts_and_a_retry) {
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

BOOST_AUTO_TEST_CASE(all_columns_are_read_together_and_the_rest_has_a_name) {
  using tally = daemon::node_census::tally;
  daemon::node_census both{
      records,
      {tally{"all", "", "provision_state", "state", {"enroll"}, ""},
       tally{"by_driver", "", "driver", "driver", {"ipmi", "redfish"}, "other"},
       tally{"kept", "", "maintenance", "", {"true"}, ""}}};
  daemon::node_census::families shown;
  both.ask([&](const auto& all) { shown = all; });
  BOOST_TEST(
      records.columns == (std::vector<std::string>{"provision_state", "driver", "maintenance"}),
      boost::test_tools::per_element());
  records.answers.at(2)(std::vector<uint64_t>{1});
  records.answers.at(1)(std::vector<uint64_t>{3, 5});
  BOOST_TEST(shown.empty());
  records.answers.at(0)(std::vector<uint64_t>{10});
  const auto value = [&](const std::string& driver) {
    return shown.at("by_driver").by_labels.at({{"driver", driver}}).value;
  };
  BOOST_TEST(value("redfish") == 5);
  BOOST_TEST(value("other") == 2);
  BOOST_TEST(shown.at("kept").by_labels.at({}).value == 1);
  BOOST_TEST(shown.at("all").by_labels.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
