#include "ops/ironbusd/commands/fleet_options.hpp"

#include "ops/ironbusd/commands/command_options.hpp"

namespace ironbus::daemon {

namespace {

/// A command that reads from a gateway and prints text or JSON.
CLI::App* add_fleet_command(CLI::App& app, fleet_request& asked, const char* name,
                            const char* description) {
  auto* command = app.add_subcommand(name, description);
  add_gateway(*command, asked.gateway);
  command->add_flag("--json", asked.json, "Print JSON");
  return command;
}

CLI::App* add_group(CLI::App& app, const char* name, const char* description) {
  auto* group = app.add_subcommand(name, description);
  group->require_subcommand(1);
  return group;
}

void add_why_command(CLI::App& app, command_line& out) {
  auto* why =
      add_fleet_command(app, out.why, "why",
                        "Explain why a node waits and which command unblocks it, or group all "
                        "waiting nodes by cause");
  auto* node = text_options{*why}("NODE", out.why.node, "NODE", "UUID or name of the node");
  why->callback([&out] { out.what = command_kind::why; });
  why->add_flag("--all", out.why.all, "All nodes that wait, have failed or are in maintenance")
      ->excludes(node);
}

/// A command of `ironbus node`.
void add_node_command(CLI::App& node, fleet_request& asked, const char* name,
                      const char* description, std::function<void()> chosen) {
  auto* command = add_fleet_command(node, asked, name, description);
  text_options{*command}("NODE", asked.node, "NODE", "UUID or name of the node")->required();
  command->callback(std::move(chosen));
}

void add_events_command(CLI::App& app, command_line& out) {
  auto* events =
      app.add_subcommand("events", "Print the events of a running service, and follow them");
  auto& x = out.events;
  const text_options add{*events};
  add_gateway(*events, x.stream.gateway);
  auto& filter = x.stream.filter;
  add("--node", filter.node, "NODE", "Only events of this node, by UUID or name");
  add("--type", filter.type, "TYPE", "Only events of this type, such as provision_state_changed");
  add("--state", filter.state, "STATE", "Only events of nodes in this provision state");
  add("--group", filter.group, "GROUP", "Only events of nodes of this conductor group");
  add("--owner", filter.owner, "OWNER", "Only events of nodes of this owner");
  events
      ->add_option(
          "--since", x.stream.since,
          "Start after this position of the log, or after the event with this id; 0: all stored "
          "events. Default: only new events")
      ->type_name("POSITION")
      ->check([](const std::string& text) {
        return cli::is_event_position(text) ? "" : "'" + text + "' is neither N nor LOG:N";
      });
  events->add_flag("--follow", x.follow,
                   "Follow new events after the end of the log; without --since always on");
  events->add_flag("--json", x.stream.json, "Print one CloudEvents object a line");
  events->callback([&out] { out.what = command_kind::events; });
}

void add_rules_command(CLI::App& app, command_line& out) {
  auto* rules = add_group(app, "rules", "Try inspection rules");
  auto* test = rules->add_subcommand(
      "test", "Run inspection rules of a file on an inventory of a file, without a service");
  auto& x = out.rules;
  const text_options add{*test};
  add("FILE", x.file, "FILE", "File of the rules, in YAML or JSON")->required();
  add("--inventory", x.inventory, "FILE", "Inventory of a machine, as the API returns it; JSON")
      ->required();
  add("--plugin-data", x.plugin_data, "FILE",
      "Plugin data of the hooks; default: those in the inventory's file");
  add("--node", x.node, "FILE", "Node, as the API returns it; default: a newly discovered one");
  add("--config", out.config, "FILE",
      "Configuration of the service, with its hooks and limits; default: none")
      ->envname("IRONBUS_CONFIG");
  test->add_option("--phase", x.phases,
                   "Phase to run; may be repeated. Default: preprocess and main")
      ->type_name("PHASE")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"early", "preprocess", "main"}));
  test->add_flag("--hooks", x.hooks, "Run the hooks of the configuration, too");
  test->add_flag("--json", x.json, "Print the trace as one JSON object");
  test->callback([&out] { out.what = command_kind::rules_test; });
}

void add_incident_commands(CLI::App& app, command_line& out) {
  auto* incident = add_group(app, "incident", "Export a node's incident, and replay it");
  auto& x = out.incident;
  auto* written = incident->add_subcommand(
      "export",
      "Write a node's events, ledger and decisions to a file, with placeholders for secrets");
  const text_options add{*written};
  add("NODE", x.node, "NODE", "UUID or name of the node")->required();
  add("--output,-o", x.file, "FILE", "New file for the incident, in JSON lines")->required();
  add_gateway(*written, x.gateway);
  written->callback([&out] { out.what = command_kind::incident_export; });
  auto* replayed = incident->add_subcommand(
      "replay", "Replay the decisions of an incident, and show where they differ");
  text_options{*replayed}("FILE", x.file, "FILE", "File that export has written")->required();
  replayed->add_flag("--json", x.json, "Print the comparison as one JSON object");
  replayed->callback([&out] { out.what = command_kind::incident_replay; });
}

struct token_verb {
  const char* name;
  const char* description;
  command_kind kind;
  token_request command_line::*asked;
};

constexpr token_verb create_verb{"create", "Create a token, and print it once",
                                 command_kind::token_create, &command_line::token_create};
constexpr token_verb list_verb{"list", "List your tokens, or all as an administrator",
                               command_kind::token_list, &command_line::token_list};
constexpr token_verb show_verb{"show", "Show a token without its secret", command_kind::token_show,
                               &command_line::token_show};
constexpr token_verb revoke_verb{"revoke", "Revoke a token", command_kind::token_revoke,
                                 &command_line::token_revoke};

CLI::App* add_token_verb(CLI::App& group, command_line& out, const token_verb& verb) {
  auto* command = group.add_subcommand(verb.name, verb.description);
  add_gateway(*command, (out.*verb.asked).gateway);
  command->callback([&out, kind = verb.kind] { out.what = kind; });
  return command;
}

void add_token_create(CLI::App& group, command_line& out) {
  auto* command = add_token_verb(group, out, create_verb);
  auto& x = out.token_create;
  const text_options add{*command};
  add("--name", x.name, "NAME", "Name of the token, for people")->required();
  command->add_option("--days", x.days, "Days until the token expires")
      ->type_name("DAYS")
      ->check(CLI::Range(1U, 3'650U))
      ->required();
  command->add_option("--roles", x.roles, "Roles of the token; default: your own")
      ->type_name("LIST")
      ->delimiter(',');
  auto* system = command->add_flag("--system", x.system, "The token's scope is the system");
  add("--project", x.project, "ID", "Project of the token; default: your own scope")
      ->excludes(system);
  command->add_flag("--json", x.json, "Print JSON");
}

}  // namespace

void add_fleet_commands(CLI::App& app, command_line& out) {
  add_fleet_command(
      app, out.status, "status",
      "Show the state of the fleet: states, maintenance, faults, hosts, and the nodes that "
      "wait longest")
      ->callback([&out] { out.what = command_kind::status; });
  add_why_command(app, out);
  add_fleet_command(app, out.watch, "watch",
                    "Show the fleet live, in a table; one line per event if standard output is not "
                    "a terminal")
      ->callback([&out] { out.what = command_kind::watch; });
  auto* node = add_group(app, "node", "Show one node");
  add_node_command(*node, out.timeline, "timeline",
                   "Show the past states and steps of a node, with their durations",
                   [&out] { out.what = command_kind::timeline; });
  add_node_command(*node, out.oddities, "oddities",
                   "Show the deviations of a node's BMC from the Redfish specification",
                   [&out] { out.what = command_kind::oddities; });
  add_events_command(app, out);
  add_rules_command(app, out);
  add_incident_commands(app, out);
}

void add_token_commands(CLI::App& app, command_line& out) {
  auto* group = app.add_subcommand("token", "Create, list, show and revoke API tokens");
  group->require_subcommand(1);
  add_token_create(*group, out);
  add_token_verb(*group, out, list_verb)->add_flag("--json", out.token_list.json, "Print JSON");
  auto* show = add_token_verb(*group, out, show_verb);
  text_options{*show}("UUID", out.token_show.uuid, "UUID", "UUID of the token")->required();
  show->add_flag("--json", out.token_show.json, "Print JSON");
  auto* revoke = add_token_verb(*group, out, revoke_verb);
  text_options{*revoke}("UUID", out.token_revoke.uuid, "UUID", "UUID of the token")->required();
}

void add_manual_commands(CLI::App& app, command_line& out) {
  auto* completion = app.add_subcommand("completion", "Print a completion script for a shell");
  text_options{*completion}("SHELL", out.manual.shell, "SHELL", "Shell of the script")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}));
  completion->callback([&out] { out.what = command_kind::completion; });
  auto* man = app.add_subcommand("man", "Print a manual page, for `man -l -`");
  man->add_option("COMMAND", out.manual.command,
                  "Words of the command, such as node timeline; default: the whole program")
      ->type_name("WORD");
  man->add_flag("--markdown", out.manual.markdown,
                "Print the page docs/reference/command_line.md instead");
  man->callback([&out] { out.what = command_kind::man; });
}

}  // namespace ironbus::daemon
