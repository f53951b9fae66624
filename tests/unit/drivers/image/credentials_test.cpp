#include "drivers/image/credentials.hpp"

#include "drivers/kit/http/content_range.hpp"
#include "messages/crypto/base64.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <fstream>

using namespace ironbus;

namespace {

const std::string pair = to_base64("user:geheim");

std::string by_host(const std::string& text, const std::string& host, uint16_t port = 443) {
  const auto path = "/tmp/ironbus-credentials." + std::to_string(::getpid());
  std::ofstream{path} << text;
  const auto out = authorization_of_host(path, host, port);
  ::unlink(path.c_str());
  return out ? *out : out.error().message;
}

std::string range(std::string_view text) {
  const auto x = read_content_range(text);
  if (!x) return "none";
  return std::to_string(x->first) + "-" + std::to_string(x->last) + "/" +
         (x->total ? std::to_string(*x->total) : "*");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(image_servers)

BOOST_AUTO_TEST_CASE(a_secret_is_a_password_or_a_token) {
  BOOST_TEST(authorization_of_secret(pair) == "Basic " + pair);
  BOOST_TEST(authorization_of_secret(pair + "\n") == "Basic " + pair);
  BOOST_TEST(authorization_of_secret("a-token") == "Bearer a-token");
  BOOST_TEST(authorization_of_secret(to_base64("no colon")) == "Bearer " + to_base64("no colon"));
  BOOST_TEST(authorization_of_secret("") == "");
}

BOOST_AUTO_TEST_CASE(reads_the_credentials_of_a_host) {
  const auto text = R"({"auths": {"https://r.example.org/v1/": {"auth": ")" + pair +
                    R"("}, "r.example.org:5000": {"registrytoken": "t"},
                    "named": {"username": "user", "password": "geheim"}, "bent": 1}})";
  BOOST_TEST(by_host(text, "r.example.org") == "Basic " + pair);
  BOOST_TEST(by_host(text, "r.example.org", 5000) == "Bearer t");
  BOOST_TEST(by_host(text, "named") == "Basic " + pair);
  BOOST_TEST(by_host(text, "bent") == "");
  BOOST_TEST(by_host(text, "example.org") == "");
}

BOOST_AUTO_TEST_CASE(names_a_broken_file_without_quoting_it) {
  for (const auto* text : {"geheim", "[]", R"({"auths": "geheim"})"}) {
    const auto why = by_host(text, "r");
    BOOST_TEST(why.find("ironbus-credentials") != std::string::npos, why);
    BOOST_TEST(why.find("geheim") == std::string::npos, why);
  }
  BOOST_TEST(!authorization_of_host("/nowhere/at/all", "r", 1));
  BOOST_TEST(authorization_of_host("", "r", 1).value() == "");
}

BOOST_AUTO_TEST_CASE(reads_a_content_range) {
  BOOST_TEST(range("bytes 0-499/1234") == "0-499/1234");
  BOOST_TEST(range("bytes 500-999/*") == "500-999/*");
  for (const auto* text :
       {"", "bytes */1234", "bytes 5-4/10", "bytes a-b/c", "items 0-1/2", "bytes 0-1",
        "bytes 1/2-3", "bytes -1-2/3", "bytes 0-1/x", "bytes 0-99999999999999999999/1"})
    BOOST_TEST(range(text) == "none", text);
}

BOOST_AUTO_TEST_SUITE_END()
