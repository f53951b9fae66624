#include "ops/ironbusd/commands/fleet_options.hpp"

#include "ops/ironbusd/commands/command_options.hpp"

namespace ironbus::daemon {

namespace {

/// A command that asks a gateway, and prints for people or for programs.
CLI::App* add_fleet_command(CLI::App& app, fleet_request& asked, const char* name,
                            const char* description) {
  auto* command = app.add_subcommand(name, description);
  add_gateway(*command, asked.gateway);
  command->add_flag("--json", asked.json, "JSON, for programs");
  return command;
}

CLI::App* add_group(CLI::App& app, const char* name, const char* description) {
  auto* group = app.add_subcommand(name, description);
  group->require_subcommand(1);
  return group;
}

void add_why_command(CLI::App& app, command_line& out) {
  auto* why = add_fleet_command(app, out.why, "why",
                                "Say what a node waits for and what unblocks it, or all of them, "
                                "by common cause");
  auto* node = text_options{*why}("NODE", out.why.node, "NODE", "UUID or name");
  why->callback([&out] { out.what = command_kind::why; });
  why->add_flag("--all", out.why.all, "All that wait, have failed or are in maintenance")
      ->excludes(node);
}

void add_events_command(CLI::App& app, command_line& out) {
  auto* events = app.add_subcommand("events", "Print and follow the events of a running gateway");
  auto& x = out.events;
  const text_options add{*events};
  add_gateway(*events, x.stream.gateway);
  auto& filter = x.stream.filter;
  add("--node", filter.node, "NODE", "Only of this node, by UUID or name");
  add("--type", filter.type, "TYPE", "Only of this type, such as provision_state_changed");
  add("--state", filter.state, "STATE", "Only of nodes in this provision state");
  add("--group", filter.group, "GROUP", "Only of nodes of this conductor group");
  add("--owner", filter.owner, "OWNER", "Only of nodes of this owner");
  events
      ->add_option(
          "--since", x.stream.since,
          "Behind this position of the log, or the event of this id; 0: all that is kept. Without "
          "it: from now on")
      ->type_name("POSITION")
      ->check([](const std::string& text) {
        return cli::is_event_place(text) ? "" : "'" + text + "' is neither N nor LOG:N";
      });
  events->add_flag("--follow", x.follow,
                   "Go on where the log ends; without --since that is what is done anyway");
  events->add_flag("--json", x.stream.json, "One CloudEvents object a line");
  events->callback([&out] { out.what = command_kind::events; });
}

void add_rules_command(CLI::App& app, command_line& out) {
  auto* rules = add_group(app, "rules", "Try inspection rules");
  rules->fallthrough();
  auto* test = rules->add_subcommand(
      "test", "Say what rules of a file would do to an inventory of a file, without any service");
  test->fallthrough();
  auto& x = out.rules;
  const text_options add{*test};
  add("FILE", x.file, "FILE", "The rules, in YAML or JSON")->required();
  add("--inventory", x.inventory, "FILE", "What a machine has told, as the API gives it; JSON")
      ->required();
  add("--plugin-data", x.plugin_data, "FILE",
      "What hooks have made of it; default: as the inventory's file has it");
  add("--node", x.node, "FILE",
      "The node, as the API shows it; default: one that was just discovered");
  test->add_option("--phase", x.phases, "Several times: several. Default: preprocess and main")
      ->type_name("PHASE")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"early", "preprocess", "main"}));
  test->add_flag("--hooks", x.hooks, "The hooks of the configuration run, too");
  test->add_flag("--json", x.json, "The trace as one JSON object");
  test->callback([&out] { out.what = command_kind::rules_test; });
}

void add_incident_commands(CLI::App& app, command_line& out) {
  auto* incident = add_group(app, "incident", "Hand on what happened to a node, and replay it");
  incident->fallthrough();
  auto& x = out.incident;
  auto* written = incident->add_subcommand(
      "export",
      "Write a node's events, ledger and decisions to a file, with placeholders for secrets");
  written->fallthrough();
  const text_options add{*written};
  add("NODE", x.node, "NODE", "UUID or name")->required();
  add("--output,-o", x.file, "FILE", "A new file, which is JSON lines")->required();
  add_gateway(*written, x.gateway);
  written->add_flag("--store", x.from_store,
                    "Read the store of the configuration instead of asking a gateway; by UUID "
                    "only. SQLite must not be in use");
  written->callback([&out] { out.what = command_kind::incident_export; });
  auto* replayed = incident->add_subcommand(
      "replay", "Make the decisions of such a file once more, and show where they differ");
  text_options{*replayed}("FILE", x.file, "FILE", "As export has written it")->required();
  replayed->add_flag("--json", x.json, "The comparison as one JSON object");
  replayed->callback([&out] { out.what = command_kind::incident_replay; });
}

}  // namespace

void add_fleet_commands(CLI::App& app, command_line& out) {
  add_fleet_command(app, out.status, "status",
                    "Show the fleet at a glance: states, maintenance, faults, hosts, what is under "
                    "way for longest")
      ->callback([&out] { out.what = command_kind::status; });
  add_why_command(app, out);
  add_fleet_command(app, out.watch, "watch",
                    "Show the fleet as it changes, in a table that is drawn anew; a line for each "
                    "event where standard output is no terminal")
      ->callback([&out] { out.what = command_kind::watch; });
  auto* node = add_group(app, "node", "Look at one node");
  auto* timeline = add_fleet_command(*node, out.timeline, "timeline",
                                     "Show the states a node was in, its steps, and how long each "
                                     "took");
  text_options{*timeline}("NODE", out.timeline.node, "NODE", "UUID or name")->required();
  timeline->callback([&out] { out.what = command_kind::timeline; });
  add_events_command(app, out);
  add_rules_command(app, out);
  add_incident_commands(app, out);
}

void add_manual_commands(CLI::App& app, command_line& out) {
  auto* completion = app.add_subcommand("completion", "Print a completion script for a shell");
  text_options{*completion}("SHELL", out.manual.shell, "SHELL", "Which")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}));
  completion->callback([&out] { out.what = command_kind::completion; });
  auto* man = app.add_subcommand("man", "Print a manual page, for `man -l -`");
  man->add_option("COMMAND", out.manual.command, "Its words, such as: node timeline; default: all")
      ->type_name("WORD");
  man->add_flag("--markdown", out.manual.markdown, "The page docs/reference/command_line.md instead");
  man->callback([&out] { out.what = command_kind::man; });
}

}  // namespace ironbus::daemon
