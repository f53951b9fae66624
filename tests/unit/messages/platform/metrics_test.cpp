#include "messages/platform/metrics.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace ironbus;
using std::chrono::duration;

namespace {

metrics::family shown(const std::string& name) { return metrics::collect().at(name); }

metrics::sample sample_of(const std::string& name, const metrics::labels& labels = {}) {
  return shown(name).by_labels.at(labels);
}

metrics::labels colour(size_t i) { return {{"colour", i == 0 ? "red" : "blue"}}; }

/// The non-empty buckets of `long_times`: {bound, count}.
std::map<double, uint64_t> filled(const metrics::sample& sample) {
  std::map<double, uint64_t> out;
  for (size_t i = 0; i < sample.in_bucket.size(); ++i)
    if (sample.in_bucket[i] > 0)
      out[i < sample.bounds.size() ? sample.bounds[i] : HUGE_VAL] = sample.in_bucket[i];
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(metrics_port)

BOOST_AUTO_TEST_CASE(a_metric_is_shown_while_it_exists) {
  {
    metrics::counter one{{"test_total", "Tests."}};
    ++one;
    one += 2;
    BOOST_TEST(one == 3U);
    BOOST_TEST(sample_of("test_total").value == 3.0);
    BOOST_TEST(shown("test_total").help == "Tests.");
    BOOST_TEST((shown("test_total").type == metrics::kind::counter));
  }
  BOOST_TEST(!metrics::collect().contains("test_total"));
}

BOOST_AUTO_TEST_CASE(metrics_of_one_name_are_added_up_by_label) {
  using set = metrics::labelled<metrics::counter_value>;
  set one{{"test_total", "Tests."}, 2, colour};
  set two{{"test_total", "Tests."}, 2, colour};
  ++one[0];
  ++two[0];
  ++two[1];
  BOOST_TEST(sample_of("test_total", {{"colour", "red"}}).value == 2.0);
  BOOST_TEST(sample_of("test_total", {{"colour", "blue"}}).value == 1.0);
}

BOOST_AUTO_TEST_CASE(an_unused_label_is_not_shown) {
  metrics::labelled<metrics::histogram_value> all{
      {"test_seconds", "Tests."}, 2, colour, metrics::long_times};
  BOOST_TEST(shown("test_seconds").by_labels.empty());
  all[1].observe(duration<double>{0});
  BOOST_TEST(shown("test_seconds").by_labels.size() == 1U);
  BOOST_TEST(sample_of("test_seconds", {{"colour", "blue"}}).in_bucket.at(0) == 1U);
}

BOOST_AUTO_TEST_CASE(a_gauge_goes_up_and_down) {
  metrics::gauge one{{"test_now", "Tests."}};
  ++one;
  ++one;
  --one;
  BOOST_TEST(sample_of("test_now").value == 1.0);
  --one;
  --one;
  BOOST_TEST(sample_of("test_now").value == -1.0);
}

BOOST_AUTO_TEST_CASE(a_gauge_can_read_an_existing_count) {
  const std::vector<int> queue(7);
  const metrics::registration one{
      metrics::kind::gauge, {"test_now", "Tests."}, [&] {
        return metrics::samples{{{}, {static_cast<double>(queue.size())}}};
      }};
  BOOST_TEST(sample_of("test_now").value == 7.0);
}

BOOST_AUTO_TEST_CASE(a_bound_belongs_to_its_bucket) {
  metrics::histogram one{{"test_seconds", "Tests."}, metrics::long_times};
  for (const double x : {0.0, 0.01, 0.011, 5.0, 86400.0, 86401.0}) one.observe(duration<double>{x});
  const std::map<double, uint64_t> expected{{0.01, 2}, {0.1, 1}, {5, 1}, {86400, 1}, {HUGE_VAL, 1}};
  BOOST_TEST((filled(sample_of("test_seconds")) == expected));
  BOOST_TEST(sample_of("test_seconds").value == 172806.021, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(histograms_of_two_owners_are_added) {
  metrics::histogram one{{"test_seconds", "Tests."}, metrics::short_times};
  metrics::histogram two{{"test_seconds", "Tests."}, metrics::short_times};
  one.observe(duration<double>{0.5});
  two.observe(duration<double>{3});
  const std::map<double, uint64_t> expected{{0.5, 1}, {5, 1}};
  BOOST_TEST((filled(sample_of("test_seconds")) == expected));
  BOOST_TEST(sample_of("test_seconds").value == 3.5);
}

BOOST_AUTO_TEST_CASE(concurrent_counts_are_not_lost) {
  metrics::counter one{{"test_total", "Tests."}};
  metrics::labelled<metrics::histogram_value> all{
      {"test_seconds", "Tests."}, 2, colour, metrics::short_times};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 1000; ++n) {
        ++one;
        all[0].observe(duration<double>{0.5});
        if (n % 100 == 0) metrics::collect();
      }
    });
  for (auto& x : threads) x.join();
  BOOST_TEST(one == 4000U);
  const auto seen = sample_of("test_seconds", {{"colour", "red"}});
  BOOST_TEST(filled(seen).at(0.5) == 4000U);
  BOOST_TEST(seen.value == 2000.0);
}

BOOST_AUTO_TEST_SUITE_END()
