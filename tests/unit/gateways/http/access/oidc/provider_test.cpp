#include "gateways/http/access/oidc/provider.hpp"

#include "oidc_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;
using namespace ironbus::test;
using std::chrono::seconds;

struct provider_fixture {
  provider_fixture() {
    options.issuer = test_issuer;
    options.cafile = "/etc/ca.pem";
    served.publish(json::array({signer_of("ES256").public_key()}));
    one.emplace(options, served.factory(), time);
  }
  provider_fixture(const provider_fixture&) = delete;
  provider_fixture& operator=(const provider_fixture&) = delete;

  /// The number of fetches that read the description.
  size_t fetches() const {
    return static_cast<size_t>(
        std::count_if(served.asked.begin(), served.asked.end(),
                      [](const auto& url) { return url.ends_with("openid-configuration"); }));
  }
  void look_after(seconds pause) {
    time.advance(pause);
    one->look();
  }

  settable_clock time;
  provider_double served;
  oidc_options options;
  std::optional<oidc_provider> one;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(oidc_providers, provider_fixture)

BOOST_AUTO_TEST_CASE(the_start_reads_description_and_keys) {
  BOOST_TEST(!one->keys());
  one->start();
  BOOST_TEST(
      served.asked ==
      (std::vector<std::string>{test_issuer + "/.well-known/openid-configuration", test_keys_url}));
  BOOST_TEST(one->keys()->keys.size() == 1U);
  BOOST_TEST(one->metadata()->token_endpoint == test_issuer + "/token");
  BOOST_TEST(served.options.trust.ca_file == "/etc/ca.pem");
  BOOST_TEST(served.options.trust.verify);
  BOOST_TEST(served.options.answer_bytes_max == 256U * 1024);
}

BOOST_AUTO_TEST_CASE(keys_are_fetched_again_after_the_cache_time) {
  one->start();
  const auto first = one->keys();
  look_after(seconds{299});
  BOOST_TEST(fetches() == 1U);
  look_after(seconds{1});
  BOOST_TEST(fetches() == 2U);
  BOOST_TEST((one->keys() == first));  // the same keys: the same pointer
  served.publish(json::array({signer_of("EdDSA").public_key()}));
  look_after(seconds{300});
  BOOST_TEST((one->keys() != first));
  BOOST_TEST(one->keys()->keys[0].id() == "key-EdDSA");
}

BOOST_AUTO_TEST_CASE(a_refresh_happens_at_most_once_in_ten_seconds) {
  one->start();
  int done = 0;
  for (int i = 0; i < 5; ++i) one->refresh([&] { ++done; });
  BOOST_TEST(done == 5);
  BOOST_TEST(fetches() == 1U);
  BOOST_TEST(!one->may_learn());
  time.advance(seconds{10});
  BOOST_TEST(one->may_learn());
  for (int i = 0; i < 5; ++i) one->refresh([&] { ++done; });
  BOOST_TEST(done == 10);
  BOOST_TEST(fetches() == 2U);
}

BOOST_AUTO_TEST_CASE(callers_wait_for_the_running_fetch) {
  served.late = true;
  one->start();
  BOOST_TEST(one->may_learn());
  int done = 0;
  for (int i = 0; i < 3; ++i) one->refresh([&] { ++done; });
  BOOST_TEST(done == 0);
  served.deliver();
  BOOST_TEST(done == 3);
  BOOST_TEST(fetches() == 1U);
  BOOST_TEST(!!one->keys());
}

BOOST_AUTO_TEST_CASE(at_most_a_thousand_callers_wait) {
  served.late = true;
  one->start();
  int done = 0;
  for (int i = 0; i < 1'001; ++i) one->refresh([&] { ++done; });
  BOOST_TEST(done == 1);
  served.deliver();
  BOOST_TEST(done == 1'001);
}

BOOST_AUTO_TEST_CASE(old_keys_stay_while_the_provider_is_away) {
  one->start();
  const auto first = one->keys();
  served.away = true;
  for (int i = 0; i < 100; ++i) look_after(seconds{300});
  BOOST_TEST((one->keys() == first));
  served.away = false;
  served.pages[test_keys_url] = {200, "{\"keys\":[]}"};
  look_after(seconds{300});
  served.pages[test_keys_url] = {500, "{}"};
  look_after(seconds{300});
  BOOST_TEST((one->keys() == first));
}

BOOST_AUTO_TEST_CASE(a_provider_that_is_away_is_retried_every_ten_seconds) {
  served.away = true;
  one->start();
  look_after(seconds{9});
  BOOST_TEST(fetches() == 1U);
  served.away = false;
  look_after(seconds{1});
  BOOST_TEST(fetches() == 2U);
  BOOST_TEST(!!one->keys());
}

BOOST_AUTO_TEST_CASE(a_clock_that_was_set_back_does_not_stop_the_fetches) {
  one->start();
  look_after(seconds{-86'400});
  BOOST_TEST(fetches() == 2U);
}

BOOST_AUTO_TEST_CASE(the_description_of_another_issuer_is_refused) {
  served.publish(json::array({signer_of("ES256").public_key()}), "https://evil.test");
  one->start();
  BOOST_TEST(!one->keys());
  BOOST_TEST(served.asked.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_stop_drops_those_that_wait) {
  served.late = true;
  one->start();
  int done = 0;
  one->refresh([&] { ++done; });
  one->stop();
  served.deliver();
  BOOST_TEST(done == 0);
  time.advance(seconds{300});
  one->look();
  BOOST_TEST(fetches() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
