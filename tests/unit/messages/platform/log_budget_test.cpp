#include "messages/platform/log_budget.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

struct log_fixture {
  using time_point = log::record_budget::time_point;

  void open(size_t per_second) {
    budget.emplace([this](const log::record& x) { written.push_back(x); },
                   log::budget_options{per_second, 5s}, now);
  }
  void write(log::level how, const std::string& message, const std::string& error = {}) {
    log::record out{how, message, {}};
    if (!error.empty()) out.fields.push_back({log_key::error, error});
    budget->take(std::move(out), now);
  }
  /// The value of a field of a written record; empty if it has none.
  std::string field(size_t i, const log::key& wanted) const {
    for (const auto& [key, value] : written.at(i).fields)
      if (key.name == wanted.name) return value;
    return {};
  }
  static double shown(const std::string& metric, const metrics::labels& labels = {}) {
    const auto family = metrics::collect().at(metric);
    const auto found = family.by_labels.find(labels);
    return found == family.by_labels.end() ? 0 : found->second.value;
  }

  time_point now{1h};
  std::vector<log::record> written;
  std::optional<log::record_budget> budget;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(the_budget_of_the_log, log_fixture)

BOOST_AUTO_TEST_CASE(a_repeated_record_is_counted_and_reported_once) {
  open(1000);
  for (int i = 0; i < 3600; ++i) write(log::level::error, "a write has failed", "disk is full");
  BOOST_TEST(written.size() == 1U);
  BOOST_TEST(shown("ironbus_log_records_repeated_total") == 3599);
  now += 5s;
  budget->flush(now);
  BOOST_REQUIRE(written.size() == 2U);
  BOOST_TEST(written[1].message == "a write has failed");
  BOOST_TEST(field(1, log_key::error) == "disk is full");
  BOOST_TEST(field(1, log_key::repeated) == "3599");
  budget->flush(now);
  BOOST_TEST(written.size() == 2U);
}

BOOST_AUTO_TEST_CASE(alternating_records_are_counted_separately) {
  open(1000);
  for (int i = 0; i < 100; ++i) {
    write(log::level::error, "a write has failed", "one");
    write(log::level::error, "a write has failed", "other");
    write(log::level::warn, "a write has failed", "one");
  }
  BOOST_TEST(written.size() == 3U);
  budget->flush_all();
  BOOST_REQUIRE(written.size() == 6U);
  for (size_t i = 3; i < 6; ++i) BOOST_TEST(field(i, log_key::repeated) == "99");
}

BOOST_AUTO_TEST_CASE(a_record_repeated_later_is_written_again) {
  open(1000);
  for (int i = 0; i < 3; ++i) {
    write(log::level::info, "ping");
    now += 5s;
  }
  BOOST_TEST(written.size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_forgotten_record_is_reported_first) {
  open(0);
  write(log::level::info, "again");
  write(log::level::info, "again");
  for (int i = 0; i < 64; ++i) write(log::level::info, std::to_string(i));
  BOOST_REQUIRE(written.size() == 66U);
  BOOST_TEST(written.back().message == "again");
  BOOST_TEST(field(65, log_key::repeated) == "1");
}

BOOST_AUTO_TEST_CASE(records_above_the_rate_are_dropped_counted_and_reported) {
  open(100);
  for (int i = 0; i < 1500; ++i) write(log::level::info, std::to_string(i));
  BOOST_TEST(written.size() == 1000U);  // ten seconds' worth at once
  BOOST_TEST(shown("ironbus_log_records_dropped_total", {{"level", "info"}}) == 500);
  now += 1s;
  for (int i = 0; i < 1000; ++i) write(log::level::info, "second " + std::to_string(i));
  BOOST_REQUIRE(written.size() == 1101U);
  BOOST_TEST(written[1000].message.find("too many records of level info") != std::string::npos);
  BOOST_TEST(field(1000, log_key::count) == "500");
  budget->flush(now);
  BOOST_TEST(field(1101, log_key::count) == "900");
}

BOOST_AUTO_TEST_CASE(a_flood_of_one_level_does_not_affect_others) {
  open(100);
  for (int i = 0; i < 5000; ++i) write(log::level::info, std::to_string(i));
  const auto before = written.size();
  write(log::level::error, "somebody must act");
  write(log::level::critical, "cannot start");
  BOOST_TEST(written.size() == before + 2);
  for (int i = 0; i < 5000; ++i) write(log::level::error, std::to_string(i));
  BOOST_TEST(written.size() == before + 2 + 99);  // a tenth for errors
}

BOOST_AUTO_TEST_CASE(without_a_rate_all_records_are_written) {
  open(0);
  for (int i = 0; i < 20'000; ++i) write(log::level::warn, std::to_string(i));
  BOOST_TEST(written.size() == 20'000U);
}

BOOST_AUTO_TEST_SUITE_END()
