#include "gateways/http/services/identity_budget.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace ironbus;
using namespace ironbus::http;
using namespace std::chrono_literals;

namespace {

const identity_budget::time_point start{std::chrono::hours{1}};

identity_limits limits_of(size_t per_second, size_t burst, size_t at_once) {
  identity_limits out;
  out.requests_per_second = per_second;
  out.requests_burst = burst;
  out.requests_at_once = at_once;
  return out;
}

bool takes(identity_budget& budget, const std::string& user, identity_budget::time_point now) {
  identity_budget::place unused;
  return !budget.take(user, now, unused);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(identity_budgets)

BOOST_AUTO_TEST_CASE(a_rate_allows_a_burst_and_then_one_request_at_a_time) {
  identity_budget budget{limits_of(2, 3, 0)};
  for (int i = 0; i < 3; ++i) BOOST_TEST(takes(budget, "ann", start));
  identity_budget::place place;
  const auto why = budget.take("ann", start, place);
  BOOST_REQUIRE(why);
  BOOST_TEST(why->option == "api.requests_per_second_per_user");
  BOOST_TEST(why->limit == 2U);
  BOOST_TEST(why->retry_after.count() == 1);
  BOOST_TEST(!place);
  BOOST_TEST(takes(budget, "bob", start));
  BOOST_TEST(!takes(budget, "ann", start + 400ms));
  BOOST_TEST(takes(budget, "ann", start + 600ms));
  BOOST_TEST(!takes(budget, "ann", start + 600ms));
  for (int i = 0; i < 3; ++i) BOOST_TEST(takes(budget, "ann", start + 1h));
  BOOST_TEST(!takes(budget, "ann", start + 1h));
}

BOOST_AUTO_TEST_CASE(the_burst_is_one_second_by_default) {
  identity_budget budget{limits_of(5, 0, 0)};
  for (int i = 0; i < 5; ++i) BOOST_TEST(takes(budget, "ann", start));
  BOOST_TEST(!takes(budget, "ann", start));
}

BOOST_AUTO_TEST_CASE(a_place_counts_until_it_is_released) {
  identity_budget budget{limits_of(0, 0, 2)};
  std::vector<identity_budget::place> places(2);
  for (auto& place : places) BOOST_TEST(!budget.take("ann", start, place));
  const auto why = budget.lacks("ann", start);
  BOOST_REQUIRE(why);
  BOOST_TEST(why->option == "api.requests_at_once_per_user");
  BOOST_TEST(why->limit == 2U);
  BOOST_TEST(!takes(budget, "ann", start));
  BOOST_TEST(takes(budget, "bob", start));
  places.front().reset();
  BOOST_TEST(!budget.lacks("ann", start));
  BOOST_TEST(takes(budget, "ann", start));
}

BOOST_AUTO_TEST_CASE(a_look_takes_nothing) {
  identity_budget budget{limits_of(1, 1, 1)};
  for (int i = 0; i < 5; ++i) BOOST_TEST(!budget.lacks("ann", start));
  BOOST_TEST(takes(budget, "ann", start));
}

BOOST_AUTO_TEST_CASE(the_number_of_users_is_bounded) {
  identity_budget budget{limits_of(1, 1, 0), 3};
  for (const auto* user : {"a", "b", "c"}) BOOST_TEST(takes(budget, user, start));
  BOOST_TEST(!takes(budget, "a", start));
  BOOST_TEST(takes(budget, "d", start));  // Displaces b, the least recently used.
  BOOST_TEST(budget.users() == 3U);
  BOOST_TEST(!takes(budget, "a", start));
  BOOST_TEST(takes(budget, "b", start));
  BOOST_TEST(budget.users() == 3U);
}

BOOST_AUTO_TEST_CASE(places_outlive_the_budget) {
  identity_budget::place place;
  {
    identity_budget budget{limits_of(0, 0, 1)};
    BOOST_TEST(!budget.take("ann", start, place));
  }
  place.reset();
  BOOST_TEST(!identity_budget(limits_of(0, 0, 0)).limits());
  BOOST_TEST(identity_budget(limits_of(0, 0, 1)).limits());
}

BOOST_AUTO_TEST_SUITE_END()
