#include "messages/base/text.hpp"
#include "ops/ironbusd/manual/completion.hpp"
#include "ops/ironbusd/manual/program_name.hpp"

namespace ironbus::manual {

namespace {

// PROGRAM is the name of the program.
constexpr std::string_view bash_head =
    R"(# Completion of PROGRAM for bash, made by `PROGRAM completion bash`:
#   source <(PROGRAM completion bash)
_PROGRAM() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
  local path="" index words="" files="" folders="" values="" choices=""
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path ${COMP_WORDS[index]}" in
)";

constexpr std::string_view bash_tail = R"(  esac
  COMPREPLY=()
  case "$choices" in
    *"|$previous="*)
      choices="${choices#*"|$previous="}"
      mapfile -t COMPREPLY < <(compgen -W "${choices%%|*}" -- "$current")
      return ;;
  esac
  case "$files" in
    *"|$previous|"*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
  esac
  case "$folders" in
    *"|$previous|"*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
  esac
  case "$values" in *"|$previous|"*) return ;; esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  case "$files:$current" in
    *"|:-"*) ;;
    *"|argument|"*)
      local found
      compopt -o filenames
      mapfile -t found < <(compgen -f -- "$current")
      COMPREPLY+=("${found[@]}") ;;
  esac
}
complete -F _PROGRAM PROGRAM
)";

std::string path_below_program(const described_command& command) {
  const auto blank = command.path.find(' ');
  return blank == std::string::npos ? "" : command.path.substr(blank);
}

/// The completions of one command; lists of options are separated by bars.
struct shell_words {
  std::string words;
  std::string files{"|"};
  std::string folders{"|"};
  std::string values{"|"};
  std::string choices{"|"};
};

void add_option(shell_words& out, const described_option& option) {
  if (option.argument) {
    for (const auto& choice : option.choices) append_item(out.words, choice, " ");
    if (option.type == "FILE") out.files += "argument|";
    return;
  }
  for (const auto& name : option.names) {
    append_item(out.words, name, " ");
    if (option.type.empty()) continue;
    if (!option.choices.empty())
      out.choices += name + "=" + join(option.choices, std::identity{}, " ") + "|";
    else if (option.type == "FILE")
      out.files += name + "|";
    else if (option.type == "DIR")
      out.folders += name + "|";
    else
      out.values += name + "|";
  }
}

std::string case_of(const described_command& command) {
  shell_words all;
  for (const auto& one : command.commands) append_item(all.words, one.name, " ");
  for (const auto& option : command.options) add_option(all, option);
  for (const auto& option : command.inherited) add_option(all, option);
  return "    \"" + path_below_program(command) + "\")\n      words=\"" + all.words +
         "\"\n      files=\"" + all.files + "\" folders=\"" + all.folders + "\"\n      values=\"" +
         all.values + "\"\n      choices=\"" + all.choices + "\" ;;\n";
}

}  // namespace

std::string bash_completion(const described_command& root) {
  std::string out = with_program(bash_head, root.name);
  visit_commands(root, [&](const described_command& command) {
    const auto path = path_below_program(command);
    if (!path.empty()) out += "      \"" + path + "\") path=\"" + path + "\" ;;\n";
  });
  out += "    esac\n  done\n  case \"$path\" in\n";
  visit_commands(root, [&](const described_command& command) { out += case_of(command); });
  return out + with_program(bash_tail, root.name);
}

}  // namespace ironbus::manual
