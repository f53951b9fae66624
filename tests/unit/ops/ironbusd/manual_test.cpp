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

described_command program() {
  daemon::command_line unused;
  return describe(*daemon::make_command_tree(unused, daemon::operators_name));
}

const described_option& option_of(const described_command& command, const std::string& name) {
  for (const auto& option : command.options)
    if (option.names.front() == name) return option;
  throw std::logic_error("no option " + name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(the_manual)

BOOST_AUTO_TEST_CASE(options_are_described_as_the_table_has_them) {
  const auto root = program();
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

BOOST_AUTO_TEST_CASE(commands_that_ask_a_gateway_are_asked_alike) {
  const auto root = program();
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"status"}, {"why"}, {"watch"}, {"node", "timeline"}, {"events"}, {"certificate"}})
    for (const auto* name : {"--url", "--user", "--password-file", "--token-file", "--ca-file"})
      BOOST_TEST(!option_of(*find_command(root, words), name).type.empty(), words.front() + name);
}

BOOST_AUTO_TEST_CASE(each_command_says_what_it_does_and_each_option_what_it_means) {
  visit_commands(program(), [](const described_command& command) {
    BOOST_TEST(!command.description.empty(), command.path);
    for (const auto& option : command.options)
      BOOST_TEST(!option.description.empty(), command.path + " " + option.names.front());
  });
}

BOOST_AUTO_TEST_CASE(the_completions_know_each_command_and_option) {
  const auto root = program();
  const auto bash = bash_completion(root);
  const auto zsh = zsh_completion(root);
  visit_commands(root, [&](const described_command& command) {
    BOOST_TEST(mentions(bash, "\"" + command.path.substr(root.path.size()) + "\")"), command.path);
    for (const auto& option : command.options) {
      if (option.argument) continue;
      BOOST_TEST(mentions(bash, option.names.front()), option.names.front());
      BOOST_TEST(mentions(zsh, option.names.front() + "["), option.names.front());
    }
  });
}

BOOST_AUTO_TEST_CASE(a_page_means_what_it_says_whatever_the_text) {
  described_command command;
  command.path = "ironbus x";
  command.description = ".so /etc/passwd\n'br -a \\n \"b\"";
  const auto page = man_page(command, command, "1");
  BOOST_TEST(mentions(page, "\\&.so /etc/passwd\n\\&'br \\-a \\en \\(dqb\\(dq"), page);
  BOOST_TEST(!mentions(page, "\n.so"), page);
}

BOOST_AUTO_TEST_CASE(the_programs_page_has_all_commands_and_exit_codes) {
  const auto root = program();
  const auto page = man_page(root, root, "1.2.3");
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
}

BOOST_AUTO_TEST_CASE(the_page_in_docs_is_the_one_the_tables_make) {
  std::ostringstream kept;
  kept << std::ifstream{"docs/reference/command_line.md"}.rdbuf();
  BOOST_CHECK_MESSAGE(kept.str() == command_line_markdown(program()),
                      "run: ironbus man --markdown >docs/reference/command_line.md");
}

BOOST_AUTO_TEST_SUITE_END()
