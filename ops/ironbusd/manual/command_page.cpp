// The page docs/reference/command_line.md.

#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/manual/man_page.hpp"

namespace ironbus::manual {

namespace {

constexpr std::string_view introduction = R"(# The command line of operators

<!-- Made by `ironbus man --markdown`; a test compares. Edit the tables of options instead. -->

`ironbus` is another name of `ironbusd`: the same binary, which under this name does not serve. Its commands
complement `baremetal`: they say how a whole fleet is, why nodes wait, and what they have been through. To create,
change and move nodes use `baremetal` (python3-ironicclient), whose variables they read, too.

    export OS_ENDPOINT=https://metal:6385 OS_USERNAME=ann OS_PASSWORD=... OS_CACERT=/etc/ironbus/ca.pem
    ironbus status                     # the fleet at a glance
    ironbus why web-1                  # what it waits for, until when, and which command unblocks it
    ironbus why --all                  # all that wait, by common cause
    ironbus watch                      # a live table with the progress of steps
    ironbus node timeline web-1        # its states and steps, and how long each took
    ironbus events --since 0           # all events that are kept
    ironbus rules test rules.yaml --inventory inventory.json
    ironbus incident export web-1 -o FILE     # what happened to it, to be handed on
    ironbus incident replay FILE              # whether today's code would decide the same

Passwords and tokens are the first line of a file or come from the environment (`OS_PASSWORD`, `OS_TOKEN`), never
from arguments, which others on the machine can read. What comes from the service is printed without control
characters. `--json` prints one object, or one object a line; all that is not ASCII is escaped in it.

**Completion.** `source <(ironbus completion bash)`, or put its output into
/usr/share/bash-completion/completions/ironbus; `ironbus completion zsh` into a file `_ironbus` in a folder of
`$fpath`.

**Manual.** `ironbus man | man -l -`, `ironbus man node timeline | man -l -`; or put the output of `ironbus man` into
/usr/local/share/man/man1/ironbus.1.

`ironbus watch` draws its table anew in place. Where standard output is no terminal, or one that cannot do that
(`TERM=dumb`), it prints a line for each event; `NO_COLOR` takes its colours away. `ironbus node timeline` knows the
states as far back as the log has the node's events, and the steps of the last workflows that are kept.

`ironbus events` without `--since` follows from now on. With it, it prints what the log has behind that position and
ends, or with `--follow` goes on. Each event's `position` can be given to `--since` later ([Events](events.md)). After
the gateway was away it goes on behind the last event that it has printed (`Last-Event-ID`), so that none is missed as
long as the log keeps them; where it does not, it ends with exit code 9 and says from where on the log is complete.

`ironbus rules test` takes rules in YAML or JSON: a list, what `GET /v1/inspection_rules?detail=true` gives, or one rule;
and an inventory as `baremetal node inventory save` writes it. It asks no service, and makes no `api-call`. What the
trace says [inspection.md](inspection.md#trying-rules) explains.

`ironbus incident` hands on what happened to a node, without secrets, and makes its decisions once more; see
[How to export an incident](../how-to/export_an_incident.md).
)";

/// A text within a table of Markdown.
std::string cell(const std::string& text) {
  std::string out;
  for (const char letter : text) out += letter == '|' ? "\\|" : std::string{letter};
  return out;
}

std::string rows_of(const std::vector<described_option>& options) {
  std::string out;
  for (const auto& option : options) {
    if (option.names.front() == "-h" || option.names.front() == "--help") continue;
    out += "| `" + cell(usage_of(option)) + "` | " + cell(sentences_of(option)) + " |\n";
  }
  return out;
}

std::string section_of(const described_command& command) {
  auto out = "\n## " + command.path + "\n\n" + command.description + ".\n\n    " +
             usage_of(command) + "\n";
  if (!command.aliases.empty()) out += "\nAlso `" + command.aliases.front() + "`.\n";
  const auto rows = rows_of(command.options);
  return rows.empty() ? out : out + "\n| Option | Meaning |\n|---|---|\n" + rows;
}

}  // namespace

std::string command_line_markdown(const described_command& root) {
  std::string out{introduction};
  visit_commands(root, [&](const described_command& command) {
    if (command.commands.empty()) out += section_of(command);
  });
  out +=
      "\n## Options of the program\n\nBefore a command; those of `config`, `store` and `rules` "
      "take "
      "them, too.\n\n| Option | Meaning |\n|---|---|\n" +
      rows_of(root.options);
  out += "\n## Exit codes\n\n| Code | Meaning |\n|---|---|\n";
  for (const auto& row : daemon::exit_codes)
    out += "| " + std::to_string(row.code) + " | " + std::string{row.meaning} + " |\n";
  return out;
}

}  // namespace ironbus::manual
