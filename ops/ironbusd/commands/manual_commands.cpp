#include "ops/ironbusd/commands/manual_commands.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/commands/command_tree.hpp"
#include "ops/ironbusd/manual/completion.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/manual/man_page.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

manual::described_command describe_program() {
  command_line unused;
  return manual::describe(*make_command_tree(unused, operators_name));
}

}  // namespace

int print_completion(const manual_request& asked) {
  const auto root = describe_program();
  std::cout << (asked.shell == "zsh" ? manual::zsh_completion(root) : manual::bash_completion(root))
            << std::flush;
  return exit_ok;
}

int print_manual(const manual_request& asked) {
  const auto root = describe_program();
  if (asked.markdown) {
    std::cout << manual::command_line_markdown(root) << std::flush;
    return exit_ok;
  }
  const auto* command = manual::find_command(root, asked.command);
  if (command == nullptr) {
    std::cerr << "ironbus man: there is no command '" << join(asked.command, std::identity{}, " ")
              << "'; `ironbus man` names all." << std::endl;
    return exit_usage;
  }
  std::cout << manual::man_page(root, *command, program_version()) << std::flush;
  return exit_ok;
}

}  // namespace ironbus::daemon
