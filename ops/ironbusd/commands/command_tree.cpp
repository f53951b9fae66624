#include "ops/ironbusd/commands/command_tree.hpp"

#include "ops/ironbusd/commands/command_options.hpp"
#include "ops/ironbusd/commands/fleet_options.hpp"
#include "ops/ironbusd/commands/simulate_options.hpp"

#include <array>

namespace ironbus::daemon {

namespace {

struct flag {
  const char* name;
  const char* key;
  const char* type;
  const char* description;
};

constexpr std::array flags{
    flag{"--roles", "roles", "LIST", "Roles of this process: gateway,conductor,driver"},
    flag{"--listen", "listen", "HOST:PORT", "Address of the API"},
    flag{"--data", "data", "DIR", "Folder of the SQLite file"},
    flag{"--ramdisk", "ramdisk", "DIR", "Folder of the ramdisk, made by ops/ramdisk"},
    flag{"--name", "name", "NAME", "Name of this process; unique, and stable across restarts"},
    flag{"--log-level", "log_level", "LEVEL",
         "Lowest level that is logged: trace, debug, info, warn, error or off"},
};

void add_flags(CLI::App& app, command_line& out) {
  for (const auto& x : flags)
    app.add_option_function<std::string>(
           x.name, [&out, key = x.key](const std::string& text) { out.arguments[key] = text; },
           x.description)
        ->type_name(x.type);
  app.add_option("--config", out.config, "Configuration file; default: none")
      ->type_name("FILE")
      ->envname("IRONBUS_CONFIG");
}

void add_config_commands(CLI::App& app, command_line& out) {
  auto* config = app.add_subcommand("config", "Check or show the configuration");
  config->require_subcommand(1);
  config->fallthrough();
  const auto add = [&](const char* name, command_kind kind, const char* description) {
    auto* command = config->add_subcommand(name, description);
    command->fallthrough();
    command->callback([&out, kind] { out.what = kind; });
  };
  add("check", command_kind::check, "Check the configuration, and print each error with its line");
  add("show", command_kind::show,
      "Print the effective value of every option; passwords are masked");
  add("reference", command_kind::reference, "Print the reference of all options as Markdown");
  add("sample", command_kind::sample, "Print a sample file with every option");
  add("dnsmasq", command_kind::dnsmasq, "Print a dnsmasq configuration for network boot");
  auto* dnsmasq = config->get_subcommand("dnsmasq");
  dnsmasq
      ->add_option("--interface", out.dnsmasq.interface,
                   "Interface of the machines' network; default: that of dhcp.managed")
      ->type_name("NAME");
  dnsmasq
      ->add_option(
          "--range", out.dnsmasq.range,
          "Addresses for machines, such as 192.0.2.100-192.0.2.200; default: those of dhcp.managed")
      ->type_name("FIRST-LAST");
}

void add_store_commands(CLI::App& app, command_line& out) {
  auto* store = app.add_subcommand(
      "store", "Check, repair, back up, restore or rekey the store, or export an incident from it");
  store->require_subcommand(1);
  store->fallthrough();
  const auto add = [&](const char* name, command_kind kind, const char* description) {
    auto* command = store->add_subcommand(name, description);
    command->fallthrough();
    command->callback([&out, kind] { out.what = kind; });
    return command;
  };
  const auto look = [&](const char* name, command_kind kind, const char* description) {
    add(name, kind, description)
        ->add_flag("--json", out.store.json, "Print the findings as one JSON object");
  };
  const auto copy = [&](const char* name, const char* alias, command_kind kind,
                        const char* description) {
    auto* command = add(name, kind, description);
    command->alias(alias);
    command
        ->add_option("FILE", out.store.file,
                     "The backup: JSON lines, in the same format for SQLite and Redis")
        ->required();
  };
  look("check", command_kind::store_check, "Check the store; it may be in use");
  look("repair", command_kind::store_repair,
       "Rebuild all indexes from the records; SQLite must not be in use");
  copy("backup", "export", command_kind::store_backup,
       "Write the whole store to a new file; it may be in use");
  copy("restore", "import", command_kind::store_restore, "Fill an empty store from a backup");
  look("rekey", command_kind::store_rekey,
       "Encrypt all secrets with the first key of secrets.key_file; the store may be in use");
  auto* rekey = store->get_subcommand("rekey");
  auto* counts = rekey->add_flag("--check", out.store.only_count,
                                 "Only count the secrets by key id; change nothing");
  rekey
      ->add_option("--forget", out.store.forget,
                   "Id of a lost key: empty all values that it has encrypted")
      ->type_name("ID")
      ->excludes(counts);
  auto* incident = add("incident", command_kind::incident_export,
                       "Export a node's incident from the store; SQLite must not be in use");
  const text_options text{*incident};
  text("NODE", out.incident.node, "NODE", "UUID of the node")->required();
  text("--output,-o", out.incident.file, "FILE", "New file for the incident, in JSON lines")
      ->required();
  incident->callback([&out] {
    out.what = command_kind::incident_export;
    out.incident.from_store = true;
  });
}

void add_secrets_commands(CLI::App& app, command_line& out) {
  auto* secrets = app.add_subcommand("secrets", "Make keys for the encryption of secrets");
  secrets->require_subcommand(1);
  auto* key = secrets->add_subcommand("new-key", "Print a new key as a line of secrets.key_file");
  const text_options text{*key};
  text("--id", out.secrets.id, "ID", "Id of the key; default: k and the time");
  key->callback([&out] { out.what = command_kind::new_secret_key; });
}

void add_policy_commands(CLI::App& app, command_line& out) {
  auto* policy = app.add_subcommand("policy", "Check, show or explain the rules of access");
  policy->require_subcommand(1);
  policy->fallthrough();
  const auto add = [&](const char* name, command_kind kind, const char* description) {
    auto* command = policy->add_subcommand(name, description);
    command->fallthrough();
    command->callback([&out, kind] { out.what = kind; });
    return command;
  };
  add("check", command_kind::policy_check, "Check the files of roles and rules");
  add("show", command_kind::policy_show, "Print all rules in effect as YAML");
  auto* explain = add("explain", command_kind::policy_explain,
                      "Say whether a rule allows a user's request, and why");
  auto& x = out.policy;
  const text_options text{*explain};
  text("RULE", x.rule, "RULE", "Name of the rule, such as baremetal:node:set_power_state")
      ->required();
  text("--user", x.who.user_name, "NAME", "User of api.user_roles_file, instead of the next ones");
  explain->add_option("--roles", x.roles, "Roles of the user")->type_name("LIST")->delimiter(',');
  explain->add_flag("--system", x.system, "The user's scope is the system");
  text("--project", x.who.project_id, "ID", "The user's project");
  text("--project-name", x.who.project_name, "NAME", "Name of the user's project");
  text("--owner", x.owner, "ID", "Project that owns the node, the allocation or the runbook");
  text("--lessee", x.lessee, "ID", "Project that leases the node");
}

void add_record_command(CLI::App& app, command_line& out) {
  auto* record = app.add_subcommand(
      "record-bmc", "Record the resources of a BMC to a folder, for `simulate --mockup`");
  auto& x = out.record;
  const text_options add{*record};
  add("--address", x.address, "URL", "URL of the BMC; default scheme: https")->required();
  add("--out", x.folder, "DIR", "Folder to write; must be new or empty")->required();
  add("--user", x.who.user, "NAME", "User name for the BMC; the password is $BMC_PASSWORD")
      ->required();
  add("--password-file", x.who.password_file, "FILE", "File with the password in its first line");
  x.who.password_variable = "BMC_PASSWORD";
  x.who.password = environment_variable(x.who.password_variable);
  auto* trusted = add("--ca-file", x.ca_file, "FILE",
                      "Certificate authorities for the BMC, PEM; default: the system's");
  record->add_flag("--insecure", x.insecure, "Do not check the BMC's certificate")
      ->excludes(trusted);
  record->add_flag("--anonymous", x.anonymous,
                   "Replace serial numbers, addresses, UUIDs and names, each consistently");
  record->add_option("--resources", x.resources_max, "Most resources to read")
      ->check(CLI::Range(size_t{1}, size_t{50'000}))
      ->capture_default_str();
  record->add_option("--seconds", x.seconds_max, "Longest duration of the recording")
      ->check(CLI::Range(1U, 86'400U))
      ->capture_default_str();
  record->callback([&out] { out.what = command_kind::record_bmc; });
}

void add_verify_command(CLI::App& app, command_line& out) {
  auto* verify = app.add_subcommand(
      "verify-bmc", "Check whether ironbus can control a machine, and print a report");
  auto& x = out.verify;
  const text_options add{*verify};
  add("--address", x.address, "URL", "URL of the BMC; with --driver ipmi HOST or HOST:PORT")
      ->required();
  add("--user,--username", x.who.user, "NAME",
      "User name for the BMC; the password is $BMC_PASSWORD")
      ->required();
  add("--password-file", x.who.password_file, "FILE", "File with the password in its first line");
  x.who.password_variable = "BMC_PASSWORD";
  x.who.password = environment_variable(x.who.password_variable);
  add("--driver", x.driver, "NAME", "Hardware type of the machine")
      ->check(CLI::IsMember({"redfish", "ipmi"}))
      ->capture_default_str();
  auto* trusted = add("--ca-file", x.ca_file, "FILE",
                      "Certificate authorities for the BMC, PEM; default: the system's");
  verify->add_flag("--insecure", x.insecure, "Do not check the BMC's certificate")
      ->excludes(trusted);
  add("--system-id", x.system_id, "PATH", "Path of the system; default: the only one of the BMC");
  verify->add_flag("--power", x.power,
                   "Also set the boot device, and switch the machine off, on and off. Its system "
                   "stops without a shutdown");
  verify->add_option("--seconds", x.seconds_max, "Longest duration of one check")
      ->check(CLI::Range(1U, 3'600U))
      ->capture_default_str();
  verify->callback([&out] { out.what = command_kind::verify_bmc; });
}

void add_certificate_command(CLI::App& app, command_line& out) {
  auto* certificate =
      app.add_subcommand("certificate", "Print a node's cleaning certificate, or verify one");
  auto& x = out.certificate;
  const text_options add{*certificate};
  add("NODE", x.node, "NODE", "UUID or name of the node");
  add("--operation", x.operation, "UUID", "UUID of the cleaning operation; default: the last one");
  add_gateway(*certificate, x.gateway);
  auto* verify = add("--verify", x.file, "FILE", "Certificate to verify, without a gateway");
  auto* key = add("--public-key", x.public_key_file, "FILE", "Public key that verifies it, PEM");
  verify->needs(key);
  certificate->callback([&out] { out.what = command_kind::certificate; });
}

}  // namespace

const char* program_version() { return IRONBUS_VERSION; }

std::unique_ptr<CLI::App> make_command_tree(command_line& out, program called) {
  const std::string name = name_of(called);
  auto app = std::make_unique<CLI::App>("", name);
  app->set_version_flag("--version", name + " " + program_version(), "Print the version");
  if (called == program::ironbus) {
    app->description("Watch a running ironbus service, and find out why nodes wait or fail");
    app->require_subcommand(1);
    add_fleet_commands(*app, out);
    add_certificate_command(*app, out);
    add_token_commands(*app, out);
  } else {
    app->description(
        "Bare-metal provisioning service: the Bare Metal API, conductors and drivers.\n"
        "Without a command it serves, by default with all roles in one process. See "
        "docs/reference/configuration.md.");
    app->require_subcommand(0, 1);
    add_flags(*app, out);
    add_config_commands(*app, out);
    add_store_commands(*app, out);
    add_policy_commands(*app, out);
    add_secrets_commands(*app, out);
    add_simulate_command(*app, out.simulate, [&out] { out.what = command_kind::simulate; });
    add_record_command(*app, out);
    add_verify_command(*app, out);
  }
  add_manual_commands(*app, out);
  return app;
}

}  // namespace ironbus::daemon
