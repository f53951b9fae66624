// The page docs/reference/command_line.md.

#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/manual/man_page.hpp"

namespace ironbus::manual {

namespace {

constexpr std::string_view introduction = R"(# Command line: ironbus and ironbusd

<!-- Made by `ironbus man --markdown`; a test compares. Edit the tables of options instead. -->

`ironbus` is the operator's command: a client of a running service. It complements `baremetal`
(python3-ironicclient), which creates, changes and moves nodes, and reads the same variables. `ironbusd` is the
[daemon](configuration.md), with the commands for its configuration, its store and simulations. Both are one binary;
its name selects the program. A command or option of the other program is an error that names it.

    export OS_ENDPOINT=https://metal:6385 OS_USERNAME=ann OS_PASSWORD=... OS_CACERT=/etc/ironbus/ca.pem
    ironbus status                            # the state of the fleet
    ironbus why web-1                         # why a node waits, until when, and the command that unblocks it
    ironbus why --all                         # all waiting nodes, by common cause
    ironbus watch                             # a live table with the progress of steps
    ironbus node timeline web-1               # a node's states and steps, and their durations
    ironbus node oddities web-1               # deviations of its BMC from Redfish, to report them
    ironbus events --since 0                  # all stored events
    ironbus rules test rules.yaml --inventory inventory.json
    ironbus incident export web-1 -o FILE     # a node's history, for a bug report
    ironbus incident replay FILE              # whether today's code decides the same

**Secrets.** Passwords and tokens are the first line of a file or come from the environment (`OS_PASSWORD`,
`IRONBUS_TOKEN`, `OS_TOKEN`). They are never arguments, which other users of the machine can read.

**Output.** Control characters in texts of the service are not printed. `--json` prints one object, or one object a
line, with all non-ASCII characters escaped.

**Completion.** `source <(ironbus completion bash)`, or save its output as
/usr/share/bash-completion/completions/ironbus. For zsh save the output of `ironbus completion zsh` as `_ironbus` in a
folder of `$fpath`. `ironbusd completion` does the same for `ironbusd`.

**Manual.** `ironbus man | man -l -`, `ironbus man node timeline | man -l -`; or save the output of `ironbus man` as
/usr/local/share/man/man1/ironbus.1. `ironbusd man` does the same for `ironbusd`.

**`ironbus watch`** redraws its table in place. If standard output is not a terminal, or the terminal cannot do that
(`TERM=dumb`), it prints a line for each event. `NO_COLOR` turns colours off.

**`ironbus node timeline`** shows states as far back as the log has the node's events, and the steps of the stored
workflows.

**`ironbus events`** without `--since` follows new events. With `--since` it prints the events after that position and
ends; with `--follow` it then follows. `--since` accepts the `position` of any event ([Events](events.md)). After a lost
connection it resumes after the last printed event (`Last-Event-ID`). If the log no longer has that position, it ends
with exit code 9 and names the first position that the log still has.

**`ironbus rules test`** reads rules in YAML or JSON: a list, the answer of `GET /v1/inspection_rules?detail=true`, or
one rule. It reads an inventory as `baremetal node inventory save` writes it. It calls no service and runs no
`api-call`. [inspection.md](inspection.md#trying-rules) explains the trace.

**`ironbus incident`** exports the history of a node without secrets, and replays its decisions; see
[How to export an incident](../how-to/export_an_incident.md).
)";

/// A text in a cell of a Markdown table.
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

std::string sections_of(const described_command& program) {
  std::string out;
  visit_commands(program, [&](const described_command& command) {
    if (command.commands.empty()) out += section_of(command);
  });
  return out;
}

}  // namespace

std::string command_line_markdown(const described_command& ironbus,
                                  const described_command& ironbusd) {
  auto out =
      std::string{introduction} + sections_of(ironbus) +
      "\n## ironbusd\n\nStart the service, with all roles in one process unless the "
      "configuration says otherwise. The commands\n`config` and `store` accept these options, "
      "too.\n\n    ironbusd [options]\n\n| Option | Meaning |\n|---|---|\n" +
      rows_of(ironbusd.options) + sections_of(ironbusd);
  out += "\n## Exit codes\n\n| Code | Meaning |\n|---|---|\n";
  for (const auto& row : daemon::exit_codes)
    out += "| " + std::to_string(row.code) + " | " + std::string{row.meaning} + " |\n";
  return out;
}

}  // namespace ironbus::manual
