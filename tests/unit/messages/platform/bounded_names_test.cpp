#include "messages/platform/bounded_names.hpp"

#include "messages/platform/closed_counters.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(names_as_labels)

BOOST_AUTO_TEST_CASE(known_names_have_fixed_numbers) {
  metrics::bounded_names names{{"deploy.deploy", "bios.reset"}, 2};
  BOOST_TEST(names.number_of("bios.reset") == 1U);
  BOOST_TEST(names.name_of(1) == "bios.reset");
  BOOST_TEST(names.size() == 5U);
}

BOOST_AUTO_TEST_CASE(the_first_other_names_get_numbers_and_the_rest_share_one) {
  metrics::bounded_names names{{"deploy.deploy"}, 2};
  const auto one = names.number_of("deploy.one");
  BOOST_TEST(names.number_of("deploy.one") == one);
  BOOST_TEST(names.number_of("deploy.two") != one);
  for (int i = 0; i < 1000; ++i) {
    const auto number = names.number_of("agent.step_" + std::to_string(i));
    BOOST_TEST(names.name_of(number) == "other");
  }
  BOOST_TEST(names.name_of(names.number_of("deploy.deploy")) == "deploy.deploy");
  BOOST_TEST(names.name_of(names.number_of("deploy.two")) == "deploy.two");
}

BOOST_AUTO_TEST_CASE(odd_names_get_no_number) {
  metrics::bounded_names names{{}, 1};
  for (const auto* odd : {"", "with blank", "quote\"", "line\n", "\xff"})
    BOOST_TEST(names.name_of(names.number_of(odd)) == "other");
  BOOST_TEST(names.name_of(names.number_of(std::string(65, 'a'))) == "other");
  BOOST_TEST(names.name_of(names.number_of(std::string(64, 'a'))) == std::string(64, 'a'));
}

BOOST_AUTO_TEST_CASE(counters_of_a_closed_set_are_shown_from_the_start) {
  metrics::closed_counters counters{{"test_total", "Tests."}, 2, [](size_t i) {
                                      return metrics::labels{{"colour", i == 0 ? "red" : "blue"}};
                                    }};
  ++counters[1];
  const auto shown = metrics::collect().at("test_total").by_labels;
  BOOST_TEST(shown.size() == 2U);
  BOOST_TEST(shown.at({{"colour", "red"}}).value == 0);
  BOOST_TEST(shown.at({{"colour", "blue"}}).value == 1);
}

BOOST_AUTO_TEST_SUITE_END()
