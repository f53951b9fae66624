#include "gateways/http/api/error.hpp"

#include "gateways/http/transport/response_text.hpp"
#include "messages/base/json.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

json inner(const response& x) {
  return json::parse(json::parse(x.body).at("error_message").get<std::string>());
}

BOOST_AUTO_TEST_SUITE(error_bodies)

BOOST_AUTO_TEST_CASE(an_error_is_a_string_within_the_object) {
  const auto out = error_response(failure{error_code::conflict, "taken"});
  BOOST_TEST(out.status == 409U);
  BOOST_TEST(inner(out)["faultcode"] == "Client");
  BOOST_TEST(inner(out)["faultstring"] == "taken");
  BOOST_TEST(inner(out)["debuginfo"].is_null());
  BOOST_TEST(inner(error_response(failure{}))["faultcode"] == "Server");
}

BOOST_AUTO_TEST_CASE(temporary_errors_have_retry_after) {
  for (auto code : {error_code::unavailable, error_code::timeout}) {
    const auto out = error_response(failure{code, "later"});
    BOOST_TEST(out.status == 503U);
    BOOST_TEST(!find_header(out.headers, "Retry-After").empty());
  }
}

BOOST_AUTO_TEST_CASE(a_header_value_cannot_start_another_header) {
  response x;
  x.headers.emplace_back("Location", "/a\r\nSet-Cookie: b");
  const auto head = head_of(x, 0, {});
  BOOST_TEST(head.find("\r\nSet-Cookie") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
