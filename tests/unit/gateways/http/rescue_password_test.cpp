#include "gateways/http/nodes/rescue_password.hpp"

#include "fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <crypt.h>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_CASE(each_rescue_password_gets_its_own_salt) {
  for (const auto& [algorithm, prefix] : {std::pair{"sha256", "$5$"}, std::pair{"sha512", "$6$"}}) {
    const auto one = http::hash_rescue_password("geheim", algorithm).value();
    const auto two = http::hash_rescue_password("geheim", algorithm).value();
    BOOST_TEST(one.starts_with(prefix), one);
    BOOST_TEST(one != two);
    crypt_data room{};
    BOOST_TEST(one == ::crypt_r("geheim", one.c_str(), &room));
    BOOST_TEST(one != ::crypt_r("other", one.c_str(), &room));
  }
}

BOOST_AUTO_TEST_CASE(the_plain_password_does_not_leave_the_gateway) {
  gateway_fixture f;
  f.messages.answer = [](const envelope&, const command&) { return reply{}; };
  BOOST_TEST(f.ask("PUT", "/v1/nodes/web-1/states/provision",
                   R"({"target":"rescue","rescue_password":"geheim"})")
                 .status == 202);
  BOOST_REQUIRE(f.messages.commands().size() == 1U);
  const auto sent = f.messages.commands().front().data.text();
  BOOST_TEST(sent.find("geheim") == std::string::npos, sent);
  BOOST_TEST(sent.find("hashed_rescue_password") != std::string::npos, sent);
}

BOOST_AUTO_TEST_CASE(a_password_that_no_login_accepts_is_rejected) {
  gateway_fixture f;
  for (const auto& password : {std::string(600, 'x'), std::string{"a\\nb"}}) {
    const auto answer = f.ask("PUT", "/v1/nodes/web-1/states/provision",
                              R"({"target":"rescue","rescue_password":")" + password + "\"}");
    BOOST_TEST(answer.status == 400);
  }
}
