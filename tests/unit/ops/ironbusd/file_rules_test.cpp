#include "ops/ironbusd/configuration/file_rules.hpp"

#include "ops/ironbusd/configuration/configuration.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::daemon;

namespace {

std::string said(const configuration_sources& sources) {
  std::string out;
  for (const auto& x : load_configuration(sources).wrong) out += to_string(x) + "\n";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files_that_options_name)

BOOST_AUTO_TEST_CASE(are_problems_of_the_option_with_its_source) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_API_AUTH_STRATEGY", "http_basic"},
                         {"IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE", "/nonexistent/users"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE: api.http_basic_auth_user_file: "
             "'/nonexistent/users' cannot be read: No such file or directory; allowed: a file made "
             "by htpasswd -B\n");
}

BOOST_AUTO_TEST_CASE(matter_only_where_they_are_used) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE", "/nonexistent/users"}};
  BOOST_TEST(said(sources) == "");
  sources.environment.emplace("IRONBUS_API_AUTH_STRATEGY", "http_basic");
  sources.arguments = {{"roles", "conductor"}};
  sources.environment.emplace("IRONBUS_BUS", "amqp://localhost");
  sources.environment.emplace("IRONBUS_STORE", "redis://localhost");
  BOOST_TEST(said(sources) == "");
}

BOOST_AUTO_TEST_SUITE_END()
