#include "tests/unit/drivers/redfish/media_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

// Ejections that BMCs confirm early, late or wrongly. Waits take no real time.

BOOST_AUTO_TEST_SUITE(media_ejections)

BOOST_AUTO_TEST_CASE(an_ejection_ends_when_the_device_shows_it) {
  for (const auto* profile : {"dell", "hpe", "supermicro"}) BOOST_TEST_CONTEXT(profile) {
      media_fixture x{profile};
      BOOST_TEST((x.prepare().status == step_status::done));
      slow_ejection slow{x, 10s};
      const auto end = x.clean_up();
      BOOST_TEST((end.status == step_status::done), end.reason);
      BOOST_TEST(x.media().empty());
      // The same image again: the device does not seem to hold it still.
      BOOST_TEST((x.prepare().status == step_status::done));
      BOOST_TEST(x.media().size() == 1U);
      BOOST_TEST(x.link.count("InsertMedia 20") == 2U);
    }
}

BOOST_AUTO_TEST_CASE(an_ejection_without_effect_fails_the_step) {
  media_fixture x;
  x.insert(ramdisk_disc);
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    if (is_eject(request)) return told(202);
    return {};
  };
  const auto end = x.clean_up();
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "did not reach 'no image' in time"), end.reason);
  BOOST_TEST(holds(end.reason, "/VirtualMedia/"), end.reason);
  BOOST_TEST((x.passed() >= 60s && x.passed() < 120s));
}

BOOST_AUTO_TEST_CASE(an_ejection_that_is_answered_with_an_error_may_have_happened) {
  for (const unsigned status : {400U, 404U, 409U, 500U, 503U}) BOOST_TEST_CONTEXT(status) {
      media_fixture x;
      x.insert(ramdisk_disc);
      x.link.instead = [&x, status](const http_request& request) -> std::optional<http_result> {
        if (!is_eject(request)) return {};
        x.own(request);
        return told(status);
      };
      const auto end = x.clean_up();
      BOOST_TEST((end.status == step_status::done), end.reason);
      BOOST_TEST(x.media().empty());
    }
}

BOOST_AUTO_TEST_CASE(an_error_of_one_device_does_not_hide_its_image) {
  for (const unsigned status : {500U, 404U, 502U}) BOOST_TEST_CONTEXT(status) {
      media_fixture x;
      x.insert(ramdisk_disc);
      size_t errors = 0;
      x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
        if (!is_device(request) || ++errors > 3) return {};
        return told(status);
      };
      const auto end = x.clean_up();
      BOOST_TEST((end.status == step_status::done), end.reason);
      BOOST_TEST(x.media().empty());
    }
}

BOOST_AUTO_TEST_CASE(an_unreadable_device_fails_and_a_missing_one_does_not) {
  for (const unsigned status : {500U, 404U}) BOOST_TEST_CONTEXT(status) {
      media_fixture x;
      x.insert(ramdisk_disc);
      x.link.instead = [status](const http_request& request) -> std::optional<http_result> {
        if (!is_device(request) || !request.target.ends_with("/2")) return {};
        return told(status, error_text("device 2"));
      };
      const auto end = x.clean_up();
      BOOST_TEST((end.status == step_status::done) == (status == 404), end.reason);
      if (status == 500) BOOST_TEST(holds(end.reason, "device 2"), end.reason);
    }
}

BOOST_AUTO_TEST_SUITE_END()
