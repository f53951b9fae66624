#include "actors/webhooks/delivery_rules.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_CASE(results_of_responses) {
  const std::vector<std::pair<unsigned, delivery_result>> cases{
      {200, delivery_result::delivered}, {204, delivery_result::delivered},
      {299, delivery_result::delivered}, {0, delivery_result::failed},
      {199, delivery_result::failed},    {302, delivery_result::failed},
      {400, delivery_result::failed},    {404, delivery_result::failed},
      {410, delivery_result::gone},      {429, delivery_result::failed},
      {500, delivery_result::failed},    {503, delivery_result::failed},
  };
  for (const auto& [status, expected] : cases)
    BOOST_TEST((result_of({status, {}}) == expected), status);
  BOOST_TEST(error_of({503, {}}) == "The receiver answered with HTTP 503.");
  BOOST_TEST(error_of({0, "Nobody is there."}) == "Nobody is there.");
}

BOOST_AUTO_TEST_CASE(pauses_double_up_to_a_limit_and_respect_the_receiver) {
  const delivery_options options;
  struct row {
    uint64_t attempts;
    std::chrono::seconds retry_after;
    uint8_t chance;
    std::chrono::milliseconds expected;
  };
  for (const auto& x : {
           row{1, 0s, 0, 1s}, row{2, 0s, 0, 2s}, row{3, 0s, 0, 4s}, row{9, 0s, 0, 256s},
           row{10, 0s, 0, 300s}, row{1'000'000'000, 0s, 0, 300s},
           row{1, 0s, 25, 750ms},                     // at random up to a quarter shorter,
           row{1, 0s, 26, 1s},                        // and no more
           row{10, 0s, 25, 225s}, row{1, 5s, 0, 5s},  // Retry-After: later,
           row{10, 5s, 0, 300s},                      // never sooner,
           row{1, 90'000s, 0, 1h},                    // and not for ever
       })
    BOOST_TEST((pause_after(x.attempts, x.retry_after, options, x.chance) == x.expected),
               x.attempts << " " << x.retry_after.count() << " " << int{x.chance});
}
