#include "ops/ironbusd/commands/command_tree.hpp"
#include "ops/ironbusd/manual/completion.hpp"
#include "ops/ironbusd/manual/man_page.hpp"
#include "tests/unit/ops/ironbusd/fleet_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>
#include <sstream>

using namespace ironbus;
using namespace ironbus::manual;
using ironbus::test::mentions;

namespace {

described_command describe_program(daemon::program called) {
  daemon::command_line unused;
  return describe(*daemon::make_command_tree(unused, called));
}

described_command operators() { return describe_program(daemon::program::ironbus); }
described_command daemons() { return describe_program(daemon::program::ironbusd); }

const described_option& option_of(const described_command& command, const std::string& name) {
  for (const auto& option : command.options)
    if (option.names.front() == name) return option;
  throw std::logic_error("no option " + name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(the_manual)

BOOST_AUTO_TEST_CASE(options_are_described_from_the_table) {
  const auto root = operators();
  const auto* events = find_command(root, {"events"});
  BOOST_REQUIRE(events != nullptr);
  const auto& url = option_of(*events, "--url");
  BOOST_TEST(url.type == "URL");
  BOOST_TEST(url.environment == "OS_ENDPOINT");
  BOOST_TEST(url.default_value == "http://127.0.0.1:6385");
  BOOST_TEST(option_of(*events, "--json").type.empty());
  BOOST_TEST(option_of(*events, "--since").type == "POSITION");
  const auto& shell = option_of(*find_command(root, {"completion"}), "SHELL");
  BOOST_TEST(shell.argument);
  BOOST_TEST(shell.choices == (std::vector<std::string>{"bash", "zsh"}),
             boost::test_tools::per_element());
  BOOST_TEST(find_command(root, {"node", "nonsense"}) == nullptr);
}

BOOST_AUTO_TEST_CASE(each_program_has_its_own_commands) {
  for (const auto* word : {"config", "store", "simulate", "record-bmc", "verify-bmc"}) {
    BOOST_TEST(find_command(operators(), {word}) == nullptr, word);
    BOOST_TEST(find_command(daemons(), {word}) != nullptr, word);
  }
  for (const auto* word :
       {"status", "why", "watch", "node", "events", "rules", "incident", "certificate"}) {
    BOOST_TEST(find_command(operators(), {word}) != nullptr, word);
    BOOST_TEST(find_command(daemons(), {word}) == nullptr, word);
  }
  for (const auto& option : operators().options)
    BOOST_TEST((option.names.front() == "--help" || option.names.front() == "--version"),
               option.names.front());
}

BOOST_AUTO_TEST_CASE(all_commands_that_call_a_gateway_have_the_same_options) {
  const auto root = operators();
  for (const auto& words : std::vector<std::vector<std::string>>{{"status"},
                                                                 {"why"},
                                                                 {"watch"},
                                                                 {"node", "timeline"},
                                                                 {"node", "oddities"},
                                                                 {"events"},
                                                                 {"certificate"}})
    for (const auto* name : {"--url", "--user", "--password-file", "--token-file", "--ca-file"})
      BOOST_TEST(!option_of(*find_command(root, words), name).type.empty(), words.front() + name);
}

BOOST_AUTO_TEST_CASE(each_command_and_option_has_a_description) {
  for (const auto& root : {operators(), daemons()})
    visit_commands(root, [](const described_command& command) {
      BOOST_TEST(!command.description.empty(), command.path);
      for (const auto& option : command.options)
        BOOST_TEST(!option.description.empty(), command.path + " " + option.names.front());
    });
}

BOOST_AUTO_TEST_CASE(completions_have_each_command_and_option) {
  for (const auto& root : {operators(), daemons()}) {
    const auto bash = bash_completion(root);
    const auto zsh = zsh_completion(root);
    BOOST_TEST(mentions(bash, "\ncomplete -F _" + root.name + " " + root.name + "\n"));
    BOOST_TEST(zsh.starts_with("#compdef " + root.name + "\n"));
    BOOST_TEST(mentions(zsh, "\n_" + root.name + "() {"));
    visit_commands(root, [&](const described_command& command) {
      BOOST_TEST(mentions(bash, "\"" + command.path.substr(root.path.size()) + "\")"),
                 command.path);
      for (const auto& option : command.options) {
        if (option.argument) continue;
        BOOST_TEST(mentions(bash, option.names.front()), option.names.front());
        BOOST_TEST(mentions(zsh, option.names.front() + "["), option.names.front());
      }
    });
  }
}

BOOST_AUTO_TEST_CASE(pages_escape_roffs_special_characters) {
  described_command command;
  command.path = "ironbus x";
  command.description = ".so /etc/passwd\n'br -a \\n \"b\"";
  const auto page = man_page(command, command, daemon::program::ironbus, "1");
  BOOST_TEST(mentions(page, "\\&.so /etc/passwd\n\\&'br \\-a \\en \\(dqb\\(dq"), page);
  BOOST_TEST(!mentions(page, "\n.so"), page);
}

BOOST_AUTO_TEST_CASE(the_page_of_a_program_has_all_commands_and_its_exit_codes) {
  const auto root = operators();
  const auto page = man_page(root, root, daemon::program::ironbus, "1.2.3");
  visit_commands(root, [&](const described_command& command) {
    if (!command.commands.empty()) return;
    auto usage = usage_of(command);
    for (size_t place = usage.find('-'); place != std::string::npos;
         place = usage.find('-', place + 2))
      usage.insert(place, "\\");
    BOOST_TEST(mentions(page, usage), usage);
  });
  BOOST_TEST(mentions(page, "EXIT STATUS"));
  BOOST_TEST(mentions(page, "1.2.3"));
  BOOST_TEST(mentions(page, "ironbus certificate"));
  BOOST_TEST(!mentions(page, "ironbusd store"));
  const auto other = daemons();
  const auto second = man_page(other, other, daemon::program::ironbusd, "1.2.3");
  BOOST_TEST(mentions(second, "ironbusd store"));
  BOOST_TEST(!mentions(second, "ironbus certificate"));
}

BOOST_AUTO_TEST_CASE(the_page_in_docs_matches_the_tables) {
  std::ostringstream kept;
  kept << std::ifstream{"docs/reference/command_line.md"}.rdbuf();
  BOOST_CHECK_MESSAGE(kept.str() == command_line_markdown(operators(), daemons()),
                      "run: ironbus man --markdown >docs/reference/command_line.md");
}

BOOST_AUTO_TEST_SUITE_END()
