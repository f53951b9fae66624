#include "gateways/http/transport/tls.hpp"

#include <boost/test/unit_test.hpp>

// tests/system/tls_test.py tests the server's certificates from outside.

namespace {

using namespace ironbus;
using namespace ironbus::http;

BOOST_AUTO_TEST_SUITE(tls)

BOOST_AUTO_TEST_CASE(a_missing_file_is_named_with_the_allowed_contents) {
  const auto certificate = check_tls_files({"/nonexistent.crt", "/nonexistent.key"});
  BOOST_REQUIRE(!certificate);
  BOOST_CHECK(certificate.error().which == tls_file::certificate);
  BOOST_TEST(certificate.error().sentence ==
             "'/nonexistent.crt' cannot be read: No such file or directory; allowed: a certificate "
             "in PEM, followed by its chain");
  const auto folder = check_tls_files({"/tmp", "/tmp"});
  BOOST_REQUIRE(!folder);
  BOOST_TEST(folder.error().sentence.find("directory") != std::string::npos,
             folder.error().sentence);
}

BOOST_AUTO_TEST_CASE(a_file_stamp_identifies_the_file) {
  BOOST_CHECK(stamp_of("/nonexistent") == file_stamp{});
  BOOST_CHECK(stamp_of("/etc/passwd") == stamp_of("/etc/../etc/passwd"));
  BOOST_CHECK(!(stamp_of("/etc/passwd") == stamp_of("/etc/group")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
