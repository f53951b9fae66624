#include "ops/ironbusd/manual/man_page.hpp"

#include "ops/ironbusd/manual/exit_codes.hpp"

#include <algorithm>

namespace ironbus::manual {

namespace {

/// The text with all of roff's special characters escaped.
std::string roff(std::string_view text) {
  std::string out;
  bool at_start = true;
  for (const char letter : text) {
    if (at_start && (letter == '.' || letter == '\'')) out += "\\&";
    at_start = letter == '\n';
    switch (letter) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '"': out += "\\(dq"; break;
      case '`': out += "\\(ga"; break;
      case '~': out += "\\(ti"; break;
      case '^': out += "\\(ha"; break;
      default: out += letter;
    }
  }
  return out;
}

/// "ironbus-node-timeline".
std::string page_name(const described_command& command) {
  auto out = command.path;
  std::ranges::replace(out, ' ', '-');
  return out;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

std::string entry(const std::string& head, const std::string& body) {
  return ".TP\n\\fB" + roff(head) + "\\fR\n" + roff(body) + "\n";
}

std::string options_section(const std::vector<described_option>& options,
                            const std::string& title) {
  std::string out;
  for (const auto& option : options) {
    auto head = usage_of(option);
    for (size_t i = 1; i < option.names.size(); ++i) head += ", " + option.names[i];
    out += entry(head, sentences_of(option));
  }
  return out.empty() ? out : ".SH " + title + "\n" + out;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string commands_section(const described_command& command) {
  std::string out;
  for (const auto& one : command.commands)
    visit_commands(one, [&](const described_command& below) {
      if (below.commands.empty()) out += entry(usage_of(below), below.description + ".");
    });
  return out.empty() ? out : ".SH COMMANDS\n" + out;
}

std::string exit_section(daemon::program called) {
  std::string out = ".SH EXIT STATUS\n";
  for (const auto& row : daemon::exit_codes)
    if (daemon::exits_with(called, row))
      out += entry(std::to_string(row.code), std::string{row.meaning});
  return out;
}

}  // namespace

std::string man_page(const described_command& root, const described_command& command,
                     daemon::program called, const std::string& version) {
  const bool whole = &root == &command;
  auto out = ".TH " + roff(upper(page_name(command))) + " 1 \"\" \"ironbus " + roff(version) +
             "\" \"ironbus\"\n.SH NAME\n" + roff(page_name(command)) + " \\- " +
             roff(first_line(command.description)) + "\n.SH SYNOPSIS\n.B " +
             roff(usage_of(command)) + "\n.SH DESCRIPTION\n" + roff(command.description) + "\n" +
             commands_section(command) + options_section(command.options, "OPTIONS") +
             options_section(command.inherited, "OPTIONS OF THE PROGRAM");
  const auto page_of = [](const std::string& name) { return "\\fB" + name + "\\fR(1)"; };
  if (whole)
    return out + exit_section(called) + ".SH SEE ALSO\n" +
           page_of(daemon::name_of(daemon::other_than(called))) + "\n";
  return out + ".SH EXIT STATUS\nSee " + page_of(root.name) + ".\n.SH SEE ALSO\n" +
         page_of(root.name) + "\n";
}

}  // namespace ironbus::manual
