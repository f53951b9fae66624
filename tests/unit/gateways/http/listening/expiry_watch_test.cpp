#include "gateways/http/listening/expiry_watch.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus::http;
using namespace std::chrono_literals;

constexpr auto day = 24h;
const file_expiry::time_point now{1'800'000'000s};

BOOST_AUTO_TEST_SUITE(expiry)

BOOST_AUTO_TEST_CASE(a_certificate_is_warned_of_from_30_days_and_then_daily) {
  expiry_watch watch;
  watch.watch({{"certificate", "/a.crt", now + 30 * day}});
  BOOST_TEST(watch.due(now).empty());
  BOOST_TEST(watch.due(now + 1s).size() == 1U);
  BOOST_TEST(watch.due(now + 2s).empty());
  BOOST_TEST(watch.due(now + day).empty());
  BOOST_TEST(watch.due(now + day + 1s).size() == 1U);
}

BOOST_AUTO_TEST_CASE(new_files_are_warned_of_at_once) {
  expiry_watch watch;
  watch.watch({{"certificate", "/a.crt", now + day}});
  BOOST_TEST(watch.due(now).size() == 1U);
  watch.watch({{"certificate", "/a.crt", now + 2 * day}});
  BOOST_TEST(watch.due(now).size() == 1U);
  watch.watch({{"certificate", "/a.crt", now + 365 * day}});
  BOOST_TEST(watch.due(now).empty());
}

BOOST_AUTO_TEST_CASE(a_revocation_list_is_due_one_day_before) {
  expiry_watch watch;
  watch.watch({{"client_ca", "/ca.crt", now + 90 * day}, {"client_crl", "/a.crl", now + 2 * day}});
  BOOST_TEST(watch.due(now).empty());
  const auto due = watch.due(now + day + 1s);
  BOOST_REQUIRE(due.size() == 1U);
  BOOST_TEST(due[0].file == "/a.crl");
}

BOOST_AUTO_TEST_CASE(the_sentence_says_what_and_when) {
  BOOST_TEST(expiry_text({"certificate", "", now + 12 * day + 1h}, now) ==
             "the certificate of the server will expire in 12 days");
  BOOST_TEST(expiry_text({"client_ca", "", now}, now) ==
             "an authority of client certificates has expired");
  BOOST_TEST(expiry_text({"client_crl", "", now + 1h}, now) ==
             "a revocation list will become out of date in less than a day");
  BOOST_TEST(expiry_text({"client_crl", "", now - 1s}, now) ==
             "a revocation list has become out of date");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
