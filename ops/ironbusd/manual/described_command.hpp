#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace ironbus::manual {

/// An option, a flag or an argument of a command.
struct described_option {
  std::vector<std::string> names;  ///< Such as "--url"; the one name of an argument has no dashes.
  std::string type;                ///< "URL"; empty: a flag, which takes no value.
  std::vector<std::string> choices;  ///< The allowed values; empty: any value.
  std::string environment;           ///< The variable that sets it; empty: none.
  std::string default_value;         ///< Empty: none.
  std::string description;
  bool required = false;
  bool argument = false;  ///< Positional.
  bool repeated = false;
};

/// A command as help, manual and completion need it, described from the tables that also parse
/// command lines.
struct described_command {
  std::string name;  ///< The last of its words.
  std::string path;  ///< All its words, such as "ironbus node timeline".
  std::string description;
  std::vector<std::string> aliases;
  std::vector<described_option> options;
  std::vector<described_option> inherited;  ///< Options of its parents that it also accepts.
  std::vector<described_command> commands;
};

described_command describe(const CLI::App& app);

/// The command of these words below `root`; null: there is none.
const described_command* find_command(const described_command& root,
                                      const std::vector<std::string>& words);

/// Calls `visit` with a command and then with all commands below it, parents first.
template <class Visit>
void visit_commands(const described_command& command, const Visit& visit) {
  visit(command);
  for (const auto& one : command.commands) visit_commands(one, visit);
}

/// Such as "--url URL"; the name of an argument.
std::string usage_of(const described_option& option);
/// Such as "ironbus why [options] [NODE]".
std::string usage_of(const described_command& command);
/// The description with the allowed values, the default and the environment variable.
std::string sentences_of(const described_option& option);

}  // namespace ironbus::manual
