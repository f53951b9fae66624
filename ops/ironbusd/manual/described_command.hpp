#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace ironbus::manual {

/// An option, a flag or an argument of a command.
struct described_option {
  std::vector<std::string> names;    ///< "--url"; of an argument one without dashes.
  std::string type;                  ///< "URL"; empty: a flag, which takes no value.
  std::vector<std::string> choices;  ///< The values that are allowed; empty: it is not a choice.
  std::string environment;           ///< The variable that stands for it; empty: none.
  std::string default_value;         ///< Empty: none.
  std::string description;
  bool required = false;
  bool argument = false;  ///< Named by its place.
  bool repeated = false;
};

/// A command as help, manual and completion need it; all of it comes from the tables by which
/// command lines are read.
struct described_command {
  std::string name;  ///< The last of its words.
  std::string path;  ///< All of them: "ironbus node timeline".
  std::string description;
  std::vector<std::string> aliases;
  std::vector<described_option> options;
  std::vector<described_option> inherited;  ///< Of the commands before it, and taken here as well.
  std::vector<described_command> commands;
};

described_command describe(const CLI::App& app);

/// The command of these words below another one; null: there is none.
const described_command* find_command(const described_command& root,
                                      const std::vector<std::string>& words);

/// Calls `visit` with a command and all below it, each before those below it.
template <class Visit>
void visit_commands(const described_command& command, const Visit& visit) {
  visit(command);
  for (const auto& one : command.commands) visit_commands(one, visit);
}

/// "--url URL"; an argument by its name.
std::string usage_of(const described_option& option);
/// "ironbus why [options] [NODE]".
std::string usage_of(const described_command& command);
/// The description, and what is the default, allowed, and read from the environment.
std::string sentences_of(const described_option& option);

}  // namespace ironbus::manual
