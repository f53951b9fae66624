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
    flag{"--roles", "roles", "LIST", "What this process does: gateway,conductor,driver"},
    flag{"--listen", "listen", "HOST:PORT", "Where the API is served"},
    flag{"--data", "data", "DIR", "Folder of the SQLite file"},
    flag{"--ramdisk", "ramdisk", "DIR", "What machines boot, made by ops/ramdisk"},
    flag{"--name", "name", "NAME", "Name of this process, unique and stable"},
    flag{"--log-level", "log_level", "LEVEL", "trace, debug, info, warn, error or off"},
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
  add("check", command_kind::check, "Say whether the configuration is valid, and all that is not");
  add("show", command_kind::show, "Print every option as in effect; passwords are masked");
  add("reference", command_kind::reference, "Print the reference of all options as Markdown");
  add("sample", command_kind::sample, "Print a sample file with every option");
  add("dnsmasq", command_kind::dnsmasq,
      "Print a configuration for dnsmasq, by which machines find what they boot");
  auto* dnsmasq = config->get_subcommand("dnsmasq");
  dnsmasq
      ->add_option("--interface", out.dnsmasq.interface,
                   "Of the machines' network; default: that of dhcp.managed")
      ->type_name("NAME");
  dnsmasq
      ->add_option("--range", out.dnsmasq.range,
                   "Addresses for them, such as 192.0.2.100-192.0.2.200; default: the same")
      ->type_name("FIRST-LAST");
}

void add_store_commands(CLI::App& app, command_line& out) {
  auto* store = app.add_subcommand("store", "Check, repair, back up or restore the store");
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
        ->add_flag("--json", out.store.json, "The findings as one JSON object");
  };
  const auto copy = [&](const char* name, const char* alias, command_kind kind,
                        const char* description) {
    auto* command = add(name, kind, description);
    command->alias(alias);
    command->add_option("FILE", out.store.file, "JSON lines, the same for every kind of store")
        ->required();
  };
  look("check", command_kind::store_check, "Say what is wrong with the store; it may be in use");
  look("repair", command_kind::store_repair,
       "Make all indexes anew from the records; SQLite must not be in use");
  copy("backup", "export", command_kind::store_backup,
       "Write all of the store, which may be in use, to a new file");
  copy("restore", "import", command_kind::store_restore, "Fill an empty store from such a file");
}

void add_record_command(CLI::App& app, command_line& out) {
  auto* record = app.add_subcommand(
      "record-bmc", "Read a BMC, and write what it shows to a folder, for `simulate --mockup`");
  auto& x = out.record;
  const text_options add{*record};
  add("--address", x.address, "URL", "Of the BMC; https if it names no scheme")->required();
  add("--out", x.folder, "DIR", "Where it is written to: not there yet, or empty")->required();
  add("--user", x.who.user, "NAME", "Who asks; the password is $BMC_PASSWORD")->required();
  add("--password-file", x.who.password_file, "FILE", "Whose first line is the password");
  x.who.password_variable = "BMC_PASSWORD";
  x.who.password = environment_variable(x.who.password_variable);
  auto* trusted = add("--ca-file", x.ca_file, "FILE",
                      "PEM; what the BMC's certificate is checked with; default: what the machine "
                      "trusts");
  record->add_flag("--insecure", x.insecure, "Do not check the BMC's certificate")
      ->excludes(trusted);
  record->add_flag(
      "--anonymous", x.anonymous,
      "Replace serial numbers, addresses, UUIDs and names, each by the same everywhere");
  record->add_option("--resources", x.resources_max, "How many are read at most")
      ->check(CLI::Range(size_t{1}, size_t{50'000}))
      ->capture_default_str();
  record->add_option("--seconds", x.seconds_max, "How long it may take")
      ->check(CLI::Range(1U, 86'400U))
      ->capture_default_str();
  record->callback([&out] { out.what = command_kind::record_bmc; });
}

void add_certificate_command(CLI::App& app, command_line& out) {
  auto* certificate = app.add_subcommand(
      "certificate", "Print the certificate of a node's last cleaning, or check one");
  auto& x = out.certificate;
  const text_options add{*certificate};
  add("NODE", x.node, "NODE", "UUID or name");
  add("--operation", x.operation, "UUID", "Of the cleaning; default: the last one");
  add_gateway(*certificate, x.gateway);
  auto* verify = add("--verify", x.file, "FILE", "A certificate to check, without any gateway");
  auto* key = add("--public-key", x.public_key_file, "FILE", "PEM; what it is checked with");
  verify->needs(key);
  certificate->callback([&out] { out.what = command_kind::certificate; });
}

}  // namespace

const char* program_version() { return IRONBUS_VERSION; }

std::unique_ptr<CLI::App> make_command_tree(command_line& out, const std::string& program) {
  auto app = std::make_unique<CLI::App>(
      "Bare-metal provisioning: serves the Bare Metal API, owns nodes, runs their steps.\n"
      "ironbusd without arguments: all of it, in one process. docs/reference/configuration.md says more.",
      program);
  app->set_version_flag("--version", program + " " + program_version());
  app->require_subcommand(0, 1);
  add_flags(*app, out);
  add_fleet_commands(*app, out);
  add_certificate_command(*app, out);
  add_config_commands(*app, out);
  add_store_commands(*app, out);
  add_simulate_command(*app, out.simulate, [&out] { out.what = command_kind::simulate; });
  add_record_command(*app, out);
  add_manual_commands(*app, out);
  return app;
}

}  // namespace ironbus::daemon
