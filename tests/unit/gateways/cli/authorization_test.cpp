#include "gateways/cli/authorization.hpp"

#include "messages/base/uuid.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>

namespace {

using namespace ironbus;
using namespace ironbus::cli;

struct secret_file {
  explicit secret_file(const std::string& text) { std::ofstream{path} << text; }
  ~secret_file() { std::filesystem::remove(path); }
  secret_file(const secret_file&) = delete;
  secret_file& operator=(const secret_file&) = delete;

  const std::string path = std::filesystem::temp_directory_path() / ("ironbus-" + random_uuid());
};

std::string said(const identity& x) {
  const auto out = authorization_of(x);
  return out ? out->name + ": " + out->value : out.error().message;
}

BOOST_AUTO_TEST_SUITE(authorization)

BOOST_AUTO_TEST_CASE(users_authenticate_with_a_password) {
  BOOST_TEST(said(identity{"ann", "secret", {}, {}, {}}) ==
             "Authorization: Basic YW5uOnNlY3JldA==");
  const secret_file file{"secret\r\nthe rest\n"};
  BOOST_TEST(said(identity{"ann", "other", file.path, {}, {}}) ==
             "Authorization: Basic YW5uOnNlY3JldA==");
}

BOOST_AUTO_TEST_CASE(a_token_needs_no_user) {
  BOOST_TEST(said(identity{{}, {}, {}, "gAAAA", {}}) == "X-Auth-Token: gAAAA");
  const secret_file file{"gBBBB\n"};
  BOOST_TEST(said(identity{{}, {}, {}, "gAAAA", file.path}) == "X-Auth-Token: gBBBB");
  BOOST_TEST(said(identity{}) == ": ");
}

BOOST_AUTO_TEST_CASE(unusable_secrets_are_rejected_and_not_shown) {
  const secret_file empty{""};
  const secret_file odd{"secret\x01word\n"};
  const std::vector<std::pair<identity, std::string>> wrong{
      {identity{"ann", {}, {}, {}, {}}, "OS_PASSWORD"},
      {identity{"a:b", "x", {}, {}, {}}, "colon"},
      {identity{"ann", "x", {}, "y", {}}, "use only one"},
      {identity{"ann", {}, "/nonexistent", {}, {}}, "'/nonexistent' cannot be read"},
      {identity{"ann", {}, empty.path, {}, {}}, "it is empty"},
      {identity{"ann", {}, odd.path, {}, {}}, "control characters"},
      {identity{{}, {}, {}, std::string(100'000, 'x'), {}}, "too long"},
      {identity{{}, {}, {}, {}, "/nonexistent"}, "'/nonexistent' cannot be read"},
  };
  for (const auto& [who, text] : wrong) {
    BOOST_TEST(!authorization_of(who));
    BOOST_TEST(said(who).find(text) != std::string::npos, said(who));
    BOOST_TEST(said(who).find("secret") == std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
