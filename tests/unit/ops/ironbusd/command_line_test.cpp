#include "ops/ironbusd/commands/command_line.hpp"

#include "ops/ironbusd/manual/exit_codes.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <iostream>
#include <sstream>

using namespace ironbus;
using namespace ironbus::daemon;

namespace {

/// What a command line is read as; what is printed meanwhile goes nowhere.
struct reading {
  std::optional<command_line> asked;
  int exit_code = -1;
};

reading read(const std::vector<const char*>& words) {
  std::ostringstream printed;
  auto* out = std::cout.rdbuf(printed.rdbuf());
  auto* complaints = std::cerr.rdbuf(printed.rdbuf());
  reading done;
  done.asked = read_command_line(static_cast<int>(words.size()), words.data(), done.exit_code);
  std::cout.rdbuf(out);
  std::cerr.rdbuf(complaints);
  return done;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_lines)

BOOST_AUTO_TEST_CASE(the_daemon_serves_and_the_operators_name_does_not) {
  const auto served = read({"/usr/bin/ironbusd", "--data", "/tmp"});
  BOOST_REQUIRE(served.asked);
  BOOST_TEST((served.asked->what == command_kind::serve));
  for (const auto& words :
       std::vector<std::vector<const char*>>{{"/usr/bin/ironbus"}, {"ironbus", "--data", "/tmp"}}) {
    const auto refused = read(words);
    BOOST_TEST(!refused.asked);
    BOOST_TEST(refused.exit_code == exit_usage);
  }
}

BOOST_AUTO_TEST_CASE(each_command_is_found_under_both_names) {
  for (const auto* name : {"ironbus", "ironbusd"}) {
    const auto why = read({name, "why", "web-1", "--json", "--url", "http://gw"});
    BOOST_REQUIRE(why.asked);
    BOOST_TEST((why.asked->what == command_kind::why));
    BOOST_TEST(why.asked->why.node == "web-1");
    BOOST_TEST(why.asked->why.json);
    BOOST_TEST(why.asked->why.gateway.url == "http://gw");
    const auto check = read({name, "config", "check", "--config", "x.yaml"});
    BOOST_REQUIRE(check.asked);
    BOOST_TEST((check.asked->what == command_kind::check));
    BOOST_TEST(check.asked->config == "x.yaml");
  }
}

BOOST_AUTO_TEST_CASE(the_environment_of_the_stock_clients_is_read) {
  ::setenv("OS_ENDPOINT", "https://metal:6385", 1);
  ::setenv("OS_USERNAME", "ann", 1);
  ::setenv("OS_PASSWORD", "secret", 1);
  const auto status = read({"ironbus", "status"});
  const auto other = read({"ironbus", "status", "--url", "http://other", "--user", "bob"});
  for (const auto* name : {"OS_ENDPOINT", "OS_USERNAME", "OS_PASSWORD"}) ::unsetenv(name);
  BOOST_REQUIRE(status.asked);
  BOOST_REQUIRE(other.asked);
  BOOST_TEST(other.asked->status.gateway.url == "http://other", "the command line goes before it");
  BOOST_TEST(other.asked->status.gateway.who.user == "bob");
  BOOST_TEST(status.asked->status.gateway.url == "https://metal:6385");
  BOOST_TEST(status.asked->status.gateway.who.user == "ann");
  BOOST_TEST(status.asked->status.gateway.who.password == "secret");
}

BOOST_AUTO_TEST_CASE(places_in_the_log_are_positions_or_ids) {
  const auto events = read({"ironbus", "events", "--since", "0", "--state", "clean wait"});
  BOOST_REQUIRE(events.asked);
  BOOST_TEST(events.asked->events.stream.since == "0");
  BOOST_TEST(events.asked->events.stream.filter.state == "clean wait");
  BOOST_TEST(!events.asked->events.follow);
  BOOST_TEST(read({"ironbus", "events"}).asked->events.stream.since.empty());
  BOOST_TEST(read({"ironbus", "events", "--since", "5c1d:7"}).asked.has_value());
  for (const auto* wrong : {"-1", "x", "7:", "a b:7", "99999999999999999999"})
    BOOST_TEST(read({"ironbus", "events", "--since", wrong}).exit_code == exit_usage, wrong);
}

BOOST_AUTO_TEST_CASE(what_excludes_or_lacks_something_is_refused) {
  for (const auto& words : std::vector<std::vector<const char*>>{
           {"ironbus", "why", "web-1", "--all"},
           {"ironbus", "node"},
           {"ironbus", "node", "timeline"},
           {"ironbus", "rules", "test", "rules.yaml"},
           {"ironbus", "rules", "test", "r", "--inventory", "i", "--phase", "late"},
           {"ironbus", "completion", "fish"},
           {"ironbus", "nonsense"}})
    BOOST_TEST(read(words).exit_code == exit_usage, words.back());
}

BOOST_AUTO_TEST_SUITE_END()
