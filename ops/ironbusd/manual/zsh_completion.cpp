#include "messages/base/text.hpp"
#include "ops/ironbusd/manual/completion.hpp"
#include "ops/ironbusd/manual/program_name.hpp"

#include <algorithm>

namespace ironbus::manual {

namespace {

// PROGRAM is the name of the program.
constexpr std::string_view zsh_head = R"(#compdef PROGRAM
# Completion of PROGRAM for zsh, made by `PROGRAM completion zsh`: save it as _PROGRAM in a folder of
# $fpath, or run source <(PROGRAM completion zsh)
)";

constexpr std::string_view zsh_tail = R"(
if [[ "${funcstack[1]}" == _PROGRAM ]]; then
  _PROGRAM "$@"
else
  compdef _PROGRAM PROGRAM
fi
)";

/// "_ironbus_node_timeline".
std::string function_of(const described_command& command) {
  auto out = "_" + command.path;
  std::ranges::replace_if(
      out, [](char c) { return c == ' ' || c == '-'; }, '_');
  return out;
}

/// A text for single quotes; a backslash escapes the characters in `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\n')
      out += ' ';
    else if (letter == '\'')
      out += "'\\''";
    else
      out += (special.find(letter) == std::string_view::npos ? "" : "\\") + std::string{letter};
  }
  return out;
}

std::string action_of(const described_option& option) {
  if (!option.choices.empty()) return "(" + join(option.choices, std::identity{}, " ") + ")";
  if (option.type == "FILE") return "_files";
  return option.type == "DIR" ? "_files -/" : " ";
}

std::string option_spec(const described_option& option) {
  std::string out;
  for (const auto& name : option.names) {
    out += " \\\n    '" + std::string{option.repeated ? "*" : ""} + name + "[" +
           escaped(option.description, "[]:\\") + "]";
    if (!option.type.empty()) out += ":" + escaped(option.type, ":\\") + ":" + action_of(option);
    out += "'";
  }
  return out;
}

std::string argument_spec(const described_option& option) {
  return std::string{" \\\n    '"} + (option.repeated ? "*" : "") + ":" +
         escaped(option.names.front(), ":\\") + ":" + action_of(option) + "'";
}

std::string specs_of(const described_command& command) {
  std::string out;
  for (const auto* all : {&command.options, &command.inherited})
    for (const auto& option : *all)
      out += option.argument ? argument_spec(option) : option_spec(option);
  return out;
}

std::string function_with_commands(const described_command& command) {
  std::string commands;
  std::string cases;
  for (const auto& one : command.commands) {
    commands += "    '" + escaped(one.name, ":\\") + ":" + escaped(one.description, "\\") + "'\n";
    cases += "      " + one.name + ") " + function_of(one) + " ;;\n";
  }
  return "  local context state line\n  local -a commands=(\n" + commands + "  )\n  _arguments -C" +
         specs_of(command) +
         " \\\n    '1:command:->command' \\\n    '*::argument:->rest'\n  case \"$state\" in\n"
         "    command) _describe -t commands command commands ;;\n"
         "    rest) case \"${line[1]}\" in\n" +
         cases + "    esac ;;\n  esac\n";
}

std::string function_text(const described_command& command) {
  return "\n" + function_of(command) + "() {\n" +
         (command.commands.empty() ? "  _arguments" + specs_of(command) + "\n"
                                   : function_with_commands(command)) +
         "}\n";
}

}  // namespace

std::string zsh_completion(const described_command& root) {
  std::string out = with_program(zsh_head, root.name);
  visit_commands(root, [&](const described_command& command) { out += function_text(command); });
  return out + with_program(zsh_tail, root.name);
}

}  // namespace ironbus::manual
