#include "ops/ironbusd/roles/exposition.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using metrics::kind;

namespace {

std::string text_of(const metrics::family& x) { return daemon::exposition({{"test_metric", x}}); }

}  // namespace

BOOST_AUTO_TEST_SUITE(exposition_text)

BOOST_AUTO_TEST_CASE(a_counter_has_help_and_type_and_is_a_whole_number) {
  BOOST_TEST(text_of({kind::counter, "Tests that were run.", {{{}, {1'234'567}}}}) ==
             "# HELP test_metric Tests that were run.\n"
             "# TYPE test_metric counter\n"
             "test_metric 1234567\n");
}

BOOST_AUTO_TEST_CASE(a_metric_without_samples_still_has_its_head) {
  BOOST_TEST(text_of({kind::gauge, "Tests."}) ==
             "# HELP test_metric Tests.\n# TYPE test_metric gauge\n");
}

BOOST_AUTO_TEST_CASE(labels_share_one_head_and_are_quoted) {
  BOOST_TEST(text_of({kind::gauge,
                      "Tests.",
                      {{{{"route", "/v1/{node}"}}, {1}}, {{{"route", "a \"quote\""}}, {2}}}}) ==
             "# HELP test_metric Tests.\n"
             "# TYPE test_metric gauge\n"
             "test_metric{route=\"/v1/{node}\"} 1\n"
             "test_metric{route=\"a \\\"quote\\\"\"} 2\n");
}

BOOST_AUTO_TEST_CASE(buckets_add_up_to_the_count) {
  BOOST_TEST(text_of({kind::histogram, "Tests.", {{{}, {9.25, {0.5, 2}, {1, 0, 2}}}}}) ==
             "# HELP test_metric Tests.\n"
             "# TYPE test_metric histogram\n"
             "test_metric_count 3\n"
             "test_metric_sum 9.25\n"
             "test_metric_bucket{le=\"0.5\"} 1\n"
             "test_metric_bucket{le=\"2\"} 1\n"
             "test_metric_bucket{le=\"+Inf\"} 3\n");
}

BOOST_AUTO_TEST_SUITE_END()
