#include "drivers/ramdisk/deploy/download.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "image_server.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::ramdisk;
using test::image_at;
using test::image_server;

namespace {

/// A server that is away, and starts after some pauses of the download.
struct away_server {
  explicit away_server(std::string body) : server{std::move(body), 200, 0, true} {
    rules.wait = [this](std::chrono::milliseconds pause) {
      waited += pause;
      if (++pauses == starts_after) server.start();
    };
  }

  image_server server;
  download_rules rules;
  int starts_after = 9;
  int pauses = 0;
  std::chrono::milliseconds waited{0};
};

image_sink to_nowhere() {
  image_sink out;
  out.size_max = 1024;
  out.write = [](std::uint64_t, const char*, std::size_t) {};
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_download)

BOOST_AUTO_TEST_CASE(waits_for_a_server_that_is_away_for_a_minute_and_a_half) {
  away_server away{""};
  BOOST_TEST(download_image(image_at({away.server.url()}), away.rules, to_nowhere(), false) == 0U);
  BOOST_TEST(away.waited.count() == 90'000);
}

BOOST_AUTO_TEST_CASE(gives_up_after_ten_tries_and_says_so) {
  away_server away{""};
  away.starts_after = 100;
  BOOST_CHECK_EXCEPTION(
      download_image(image_at({away.server.url()}), away.rules, to_nowhere(), false),
      command_failure, [](const command_failure& x) {
        return x.type == "ImageDownloadError" &&
               x.details.find("(tried 10 times)") != std::string::npos;
      });
  BOOST_TEST(away.pauses == 9);
}

BOOST_AUTO_TEST_CASE(waits_for_the_server_of_a_document_too) {
  away_server away{"sum"};
  BOOST_TEST(download_text(away.server.url(), "", away.rules, 100) == "sum");
  BOOST_TEST(away.pauses == 9);
}

BOOST_AUTO_TEST_CASE(does_not_ask_for_a_missing_document_again) {
  const image_server missing{"Not Found", 404};
  download_rules rules;
  rules.wait = [](std::chrono::milliseconds) { BOOST_ERROR("it waited"); };
  BOOST_CHECK_THROW(download_text(missing.url(), "", rules, 100), command_failure);
  BOOST_TEST(missing.requests() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
