#include "ops/ironbusd/commands/command_line.hpp"

#include "ops/ironbusd/manual/exit_codes.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <iostream>
#include <sstream>

using namespace ironbus;
using namespace ironbus::daemon;

namespace {

/// The result of parsing a command line, with the text printed.
struct reading {
  std::optional<command_line> asked;
  int exit_code = -1;
  std::string printed;
};

reading read(const std::vector<const char*>& words) {
  std::ostringstream printed;
  auto* out = std::cout.rdbuf(printed.rdbuf());
  auto* complaints = std::cerr.rdbuf(printed.rdbuf());
  reading done;
  done.asked = read_command_line(static_cast<int>(words.size()), words.data(), done.exit_code);
  std::cout.rdbuf(out);
  std::cerr.rdbuf(complaints);
  done.printed = printed.str();
  return done;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_lines)

BOOST_AUTO_TEST_CASE(ironbusd_serves_and_ironbus_does_not) {
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

BOOST_AUTO_TEST_CASE(operators_commands_belong_to_ironbus) {
  const auto why = read({"/usr/bin/ironbus", "why", "web-1", "--json", "--url", "http://gw"});
  BOOST_REQUIRE(why.asked);
  BOOST_TEST((why.asked->called == program::ironbus));
  BOOST_TEST((why.asked->what == command_kind::why));
  BOOST_TEST(why.asked->why.node == "web-1");
  BOOST_TEST(why.asked->why.json);
  BOOST_TEST(why.asked->why.gateway.url == "http://gw");
  const auto trial =
      read({"ironbus", "rules", "test", "r", "--inventory", "i", "--config", "x.yaml"});
  BOOST_REQUIRE(trial.asked);
  BOOST_TEST(trial.asked->config == "x.yaml");
}

BOOST_AUTO_TEST_CASE(daemon_commands_belong_to_ironbusd) {
  const auto check = read({"/usr/bin/ironbusd", "config", "check", "--config", "x.yaml"});
  BOOST_REQUIRE(check.asked);
  BOOST_TEST((check.asked->called == program::ironbusd));
  BOOST_TEST((check.asked->what == command_kind::check));
  BOOST_TEST(check.asked->config == "x.yaml");
  const auto incident =
      read({"ironbusd", "--data", "/srv", "store", "incident", "uuid", "-o", "f"});
  BOOST_REQUIRE(incident.asked);
  BOOST_TEST((incident.asked->what == command_kind::incident_export));
  BOOST_TEST(incident.asked->incident.from_store);
  BOOST_TEST(incident.asked->incident.node == "uuid");
  BOOST_TEST(incident.asked->arguments.at("data") == "/srv");
}

BOOST_AUTO_TEST_CASE(both_programs_have_completion_and_manual) {
  for (const auto* name : {"ironbus", "ironbusd"}) {
    BOOST_TEST((read({name, "completion", "bash"}).asked->what == command_kind::completion));
    BOOST_TEST((read({name, "man"}).asked->what == command_kind::man));
  }
}

BOOST_AUTO_TEST_CASE(a_command_of_the_other_program_is_named) {
  struct row {
    std::vector<const char*> words;
    const char* error;
  };
  for (const auto& x : std::vector<row>{
           {{"ironbus", "store", "check"},
            "ironbus: 'store check' is a command of ironbusd. Run `ironbusd store check`.\n"},
           {{"ironbus", "--config", "store", "config", "check"}, "Run `ironbusd config check`."},
           {{"ironbus", "store", "--help"}, "Run `ironbusd store`."},
           {{"ironbus", "simulate", "--machines", "3"}, "Run `ironbusd simulate`."},
           {{"ironbusd", "why", "web-1"},
            "ironbusd: 'why' is a command of ironbus. Run `ironbus why`."},
           {{"ironbusd", "--data", "/srv", "node", "timeline", "web-1"},
            "Run `ironbus node timeline`."},
           {{"ironbus", "nonsense"},
            "ironbus: there is no command 'nonsense'. `ironbus --help`"}}) {
    const auto refused = read(x.words);
    BOOST_TEST(!refused.asked);
    BOOST_TEST(refused.exit_code == exit_usage);
    BOOST_TEST(says(refused.printed, x.error), refused.printed);
  }
}

BOOST_AUTO_TEST_CASE(an_option_of_the_daemon_is_named) {
  for (const auto& words : std::vector<std::vector<const char*>>{
           {"ironbus", "--data", "/tmp"}, {"ironbus", "--data=/tmp", "status"}}) {
    const auto refused = read(words);
    BOOST_TEST(refused.exit_code == exit_usage);
    BOOST_TEST(says(refused.printed, "'--data' is an option of ironbusd, not of ironbus"),
               refused.printed);
  }
}

BOOST_AUTO_TEST_CASE(help_shows_only_the_program_that_is_called) {
  const auto shown = read({"ironbus", "--help"});
  BOOST_TEST(shown.exit_code == exit_ok);
  for (const auto* part : {"Usage: ironbus ", "status", "incident", "completion"})
    BOOST_TEST(says(shown.printed, part), part);
  for (const auto* part : {"ironbusd", "--data", "--roles", "--config", "store", "simulate"})
    BOOST_TEST(!says(shown.printed, part), part);
  const auto daemon = read({"ironbusd", "--help"}).printed;
  for (const auto* part :
       {"Usage: ironbusd ", "--data", "store", "simulate", "record-bmc", "verify-bmc"})
    BOOST_TEST(says(daemon, part), part);
  BOOST_TEST(!says(daemon, "certificate"));
  BOOST_TEST(says(read({"ironbus"}).printed, "Usage: ironbus "));
}

BOOST_AUTO_TEST_CASE(the_environment_of_openstack_clients_is_read) {
  ::setenv("OS_ENDPOINT", "https://metal:6385", 1);
  ::setenv("OS_USERNAME", "ann", 1);
  ::setenv("OS_PASSWORD", "secret", 1);
  const auto status = read({"ironbus", "status"});
  const auto other = read({"ironbus", "status", "--url", "http://other", "--user", "bob"});
  for (const auto* name : {"OS_ENDPOINT", "OS_USERNAME", "OS_PASSWORD"}) ::unsetenv(name);
  BOOST_REQUIRE(status.asked);
  BOOST_REQUIRE(other.asked);
  BOOST_TEST(other.asked->status.gateway.url == "http://other",
             "the command line takes precedence");
  BOOST_TEST(other.asked->status.gateway.who.user == "bob");
  BOOST_TEST(status.asked->status.gateway.url == "https://metal:6385");
  BOOST_TEST(status.asked->status.gateway.who.user == "ann");
  BOOST_TEST(status.asked->status.gateway.who.password == "secret");
}

BOOST_AUTO_TEST_CASE(since_accepts_positions_and_ids) {
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

BOOST_AUTO_TEST_CASE(conflicting_and_missing_arguments_are_rejected) {
  for (const auto& words : std::vector<std::vector<const char*>>{
           {"ironbus", "why", "web-1", "--all"},
           {"ironbus", "node"},
           {"ironbus", "node", "timeline"},
           {"ironbus", "node", "oddities"},
           {"ironbus", "incident", "export", "web-1", "-o", "f", "--store"},
           {"ironbus", "rules", "test", "rules.yaml"},
           {"ironbus", "rules", "test", "r", "--inventory", "i", "--phase", "late"},
           {"ironbus", "completion", "fish"},
           {"ironbus", "nonsense"}})
    BOOST_TEST(read(words).exit_code == exit_usage, words.back());
}

BOOST_AUTO_TEST_SUITE_END()
