#include "drivers/ramdisk/deploy/disk_format.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "image_server.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::ramdisk;
using test::image_at;
using test::image_server;

namespace {

const std::string qcow2_start = "QFI\xfb";

download_rules quick_rules() {
  download_rules out;
  out.failures_max = 2;
  out.pause = std::chrono::milliseconds{1};
  return out;
}

std::string detected(const std::string& body) {
  const image_server server{body};
  return disk_format_of(image_at({server.url()}), quick_rules(), false);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_disk_format)

BOOST_AUTO_TEST_CASE(a_given_format_is_returned_without_a_request) {
  const image_server server{qcow2_start + "more"};
  auto image = image_at({server.url()});
  for (const auto* format : {"raw", "qcow2"}) {
    image.disk_format = format;
    BOOST_TEST(disk_format_of(image, quick_rules(), false) == format);
  }
  BOOST_TEST(server.requests() == 0);
}

BOOST_AUTO_TEST_CASE(rejects_other_formats) {
  auto image = image_at({"http://192.0.2.1/i"});
  image.disk_format = "vmdk";
  BOOST_CHECK_EXCEPTION(
      disk_format_of(image, quick_rules(), false), command_failure, [](const command_failure& x) {
        return x.details == "The disk format 'vmdk' is not supported; allowed: raw, qcow2";
      });
}

BOOST_AUTO_TEST_CASE(detects_a_missing_format_by_the_first_bytes) {
  BOOST_TEST(detected(qcow2_start) == "qcow2");
  BOOST_TEST(detected(qcow2_start + std::string(100'000, 'x')) == "qcow2");
  BOOST_TEST(detected(std::string(100'000, '\0')) == "raw");
  BOOST_TEST(detected(std::string(512, '\0') + qcow2_start) == "raw");
  BOOST_TEST(detected("") == "raw");
}

BOOST_AUTO_TEST_CASE(detects_the_format_at_the_first_url_that_works) {
  const image_server missing{"Not Found", 404};
  const image_server server{qcow2_start + "more"};
  BOOST_TEST(disk_format_of(image_at({missing.url(), server.url()}), quick_rules(), false) ==
             "qcow2");
  BOOST_CHECK_THROW(disk_format_of(image_at({missing.url()}), quick_rules(), false),
                    command_failure);
}

BOOST_AUTO_TEST_CASE(a_beginning_that_is_cut_off_has_no_format) {
  const image_server server{"QF", 200, 100};
  BOOST_CHECK_EXCEPTION(disk_format_of(image_at({server.url()}), quick_rules(), false),
                        command_failure,
                        [](const command_failure& x) { return x.type == "ImageDownloadError"; });
  BOOST_TEST(server.requests() == 2);
}

BOOST_AUTO_TEST_SUITE_END()
