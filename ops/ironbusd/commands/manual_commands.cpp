#include "ops/ironbusd/commands/manual_commands.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/commands/command_tree.hpp"
#include "ops/ironbusd/manual/completion.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/manual/man_page.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

manual::described_command describe_program(program called) {
  command_line unused;
  return manual::describe(*make_command_tree(unused, called));
}

int print_missing(program called, const std::vector<std::string>& words) {
  const std::string name = name_of(called);
  const std::string other = name_of(other_than(called));
  const auto command = join(words, std::identity{}, " ");
  const auto elsewhere = describe_program(other_than(called));
  std::cerr << name << " man: there is no command '" << command << "'; "
            << (manual::find_command(elsewhere, words) != nullptr
                    ? "run `" + other + " man " + command + "`."
                    : "`" + name + " man` lists all commands.")
            << std::endl;
  return exit_usage;
}

}  // namespace

int print_completion(program called, const manual_request& asked) {
  const auto root = describe_program(called);
  std::cout << (asked.shell == "zsh" ? manual::zsh_completion(root) : manual::bash_completion(root))
            << std::flush;
  return exit_ok;
}

int print_manual(program called, const manual_request& asked) {
  if (asked.markdown) {
    std::cout << manual::command_line_markdown(describe_program(program::ironbus),
                                               describe_program(program::ironbusd))
              << std::flush;
    return exit_ok;
  }
  const auto root = describe_program(called);
  const auto* command = manual::find_command(root, asked.command);
  if (command == nullptr) return print_missing(called, asked.command);
  std::cout << manual::man_page(root, *command, called, program_version()) << std::flush;
  return exit_ok;
}

}  // namespace ironbus::daemon
