#include "ops/ironbusd/commands/command_line.hpp"

#include "ops/ironbusd/commands/command_tree.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <filesystem>
#include <iostream>

namespace ironbus::daemon {

namespace {

using words = std::vector<std::string>;

const CLI::App* find_below(const CLI::App& app, const std::string& word) {
  const auto found = app.get_subcommands([&](const CLI::App* x) { return x->check_name(word); });
  return found.empty() ? nullptr : found.front();
}

bool is_help(const std::string& word) {
  return word == "-h" || word == "--help" || word == "--version";
}

/// Why the first word of `rest` is no command of `app`; unset: it is one.
std::optional<std::string> find_wrong_command(const CLI::App& app, const CLI::App& other,
                                              const words& rest) {
  if (find_below(app, rest[0]) != nullptr) return std::nullopt;
  const auto* foreign = find_below(other, rest[0]);
  if (foreign == nullptr)
    return "there is no command '" + rest[0] + "'. `" + app.get_name() +
           " --help` lists all commands.";
  auto command = rest[0];
  if (rest.size() > 1 && find_below(*foreign, rest[1]) != nullptr) command += " " + rest[1];
  return "'" + command + "' is a command of " + other.get_name() + ". Run `" + other.get_name() +
         " " + command + "`.";
}

/// Why the command, or an option before it, is none of `app`. `other` is the tree of the other
/// program. Unset: the parser decides.
std::optional<std::string> find_misplaced(const CLI::App& app, const CLI::App& other,
                                          const words& given) {
  std::optional<std::string> wrong_option;
  for (size_t i = 0; i < given.size(); ++i) {
    const auto& word = given[i];
    if (is_help(word)) return std::nullopt;
    if (!word.starts_with('-')) {
      const words rest{given.begin() + static_cast<std::ptrdiff_t>(i), given.end()};
      const auto wrong = find_wrong_command(app, other, rest);
      return wrong ? wrong : wrong_option;
    }
    const auto name = word.substr(0, word.find('='));
    const auto* option = app.get_option_no_throw(name);
    if (option == nullptr) {
      option = other.get_option_no_throw(name);
      if (option == nullptr) return std::nullopt;
      if (!wrong_option)
        wrong_option = "'" + name + "' is an option of " + other.get_name() + ", not of " +
                       app.get_name() + ". `" + app.get_name() + " --help` lists all options.";
    }
    if (option->get_items_expected_max() > 0 && name.size() == word.size()) ++i;
  }
  return wrong_option;
}

program called_program(int argc, const char* const* argv) {
  const auto name = std::filesystem::path{argc > 0 ? argv[0] : ""}.filename();
  return name == name_of(program::ironbus) ? program::ironbus : program::ironbusd;
}

}  // namespace

std::optional<command_line> read_command_line(int argc, const char* const* argv, int& exit_code) {
  command_line out;
  out.called = called_program(argc, argv);
  const auto app = make_command_tree(out, out.called);
  command_line unused;
  const auto other = make_command_tree(unused, other_than(out.called));
  const words given(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (const auto wrong = find_misplaced(*app, *other, given)) {
    std::cerr << app->get_name() << ": " << *wrong << std::endl;
    exit_code = exit_usage;
    return std::nullopt;
  }
  if (given.empty() && out.called == program::ironbus) {
    std::cerr << app->help() << std::flush;
    exit_code = exit_usage;
    return std::nullopt;
  }
  try {
    app->parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    exit_code = app->exit(e) == 0 ? exit_ok : exit_usage;
    return std::nullopt;
  }
  return out;
}

}  // namespace ironbus::daemon
