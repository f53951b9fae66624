#include "ops/ironbusd/commands/commands.hpp"

#include "messages/base/secrets.hpp"
#include "messages/platform/log.hpp"
#include "ops/ironbusd/commands/certificate_command.hpp"
#include "ops/ironbusd/commands/events_command.hpp"
#include "ops/ironbusd/commands/fleet_commands.hpp"
#include "ops/ironbusd/commands/manual_commands.hpp"
#include "ops/ironbusd/commands/policy_command.hpp"
#include "ops/ironbusd/commands/reference.hpp"
#include "ops/ironbusd/commands/rules_command.hpp"
#include "ops/ironbusd/commands/signals.hpp"
#include "ops/ironbusd/commands/store_commands.hpp"
#include "ops/ironbusd/commands/token_command.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"
#include "ops/ironbusd/incident/incident_command.hpp"
#include "ops/ironbusd/log/log.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/roles/managed_dnsmasq.hpp"
#include "ops/ironbusd/roles/process.hpp"

#include <csignal>
#include <iostream>

namespace ironbus::daemon {

namespace {

void print(std::ostream& ostream, const char* kind, const problems& all) {
  for (const auto& x : all) ostream << kind << to_string(x) << "\n";
}

int check(const configuration& configuration) {
  print(std::cerr, "warning: ", configuration.warnings);
  if (!configuration.wrong.empty()) {
    print(std::cerr, "", configuration.wrong);
    std::cerr << "configuration is not valid: "
              << (configuration.wrong.size() == 1
                      ? "1 error"
                      : std::to_string(configuration.wrong.size()) + " errors")
              << std::endl;
    return exit_configuration;
  }
  std::cout << "configuration is valid\n" << effective_yaml(configuration, true) << std::flush;
  return exit_ok;
}

int show(const configuration& configuration) {
  if (!configuration.wrong.empty()) return check(configuration);
  std::cout << effective_yaml(configuration) << std::flush;
  return exit_ok;
}

int serve(const configuration& configuration) {
  if (!configuration.wrong.empty()) return check(configuration);
  hold_signals();
  set_secret_words(configuration.values.secret_keys);
  start_logging(configuration.values.log_level, configuration.values.log_format,
                configuration.values.log_budget);
  for (const auto& warning : configuration.warnings) log::warn(to_string(warning));
  process all{configuration.values,
              [](const std::string& line) { std::cout << line << std::endl; }};
  if (const auto started = all.start(); !started) {
    log::write(log::level::critical, "cannot start", {{log_key::error, started.error().message}});
    return exit_start;
  }
  const int signal = await_end_signal();
  log::info("stopping",
            {{log_key::signal, signal == SIGINT ? "SIGINT" : "SIGTERM"},
             {log_key::seconds, std::to_string(configuration.values.drain_timeout.count())}});
  force_end_after(configuration.values.drain_timeout);
  const bool finished = all.stop();
  log::info("stopped");
  log::flush(true);
  return finished ? exit_ok : exit_unfinished;
}

int with_store(const command_line& command_line, const configuration& configuration) {
  if (configuration.wrong.empty()) return run_store_command(command_line, configuration);
  check(configuration);
  return exit_store_unreachable;
}

int print_text(const std::string& text) {
  std::cout << text << std::flush;
  return exit_ok;
}

int print_dnsmasq(const configuration& configuration, const dnsmasq_request& asked) {
  if (!configuration.wrong.empty()) return check(configuration);
  const auto& values = configuration.values;
  const auto& managed = values.managed_dhcp;
  const auto& interface = asked.interface.empty() ? managed.interface : asked.interface;
  const auto& range = asked.range.empty() ? managed.range : asked.range;
  if (interface.empty() || range.empty()) {
    std::cerr << "ironbusd config dnsmasq: give --interface and --range, or set dhcp.managed"
              << std::endl;
    return exit_usage;
  }
  const auto text = dnsmasq_text(values, make_policy(values)->service_url, interface, range);
  if (text) return print_text(*text);
  std::cerr << "ironbusd config dnsmasq: --range: " << text.error().message << std::endl;
  return exit_usage;
}

int try_rules(const configuration& configuration, const rules_request& asked) {
  return configuration.wrong.empty() ? run_rules_test(asked, configuration) : check(configuration);
}

int export_stored(const configuration& configuration, const incident_request& asked) {
  return configuration.wrong.empty() ? export_incident_of_store(asked, configuration)
                                     : check(configuration);
}

int with_policy(const configuration& configuration, const command_line& command_line) {
  return configuration.wrong.empty() ? run_policy_command(command_line, configuration.values)
                                     : check(configuration);
}

int run_with(const configuration& configuration, const command_line& command_line) {
  switch (command_line.what) {
    case command_kind::check: return check(configuration);
    case command_kind::show: return show(configuration);
    case command_kind::dnsmasq: return print_dnsmasq(configuration, command_line.dnsmasq);
    case command_kind::incident_export: return export_stored(configuration, command_line.incident);
    case command_kind::policy_check:
    case command_kind::policy_show:
    case command_kind::policy_explain: return with_policy(configuration, command_line);
    case command_kind::rules_test: return try_rules(configuration, command_line.rules);
    case command_kind::store_check:
    case command_kind::store_repair:
    case command_kind::store_backup:
    case command_kind::store_restore: return with_store(command_line, configuration);
    default: return serve(configuration);
  }
}

}  // namespace

int run(const command_line& command_line, const machine_command& machines) {
  switch (command_line.what) {
    case command_kind::reference: return print_text(reference_markdown());
    case command_kind::sample: return print_text(sample_yaml());
    case command_kind::events: return run_events(command_line.events);
    case command_kind::status: return run_status(command_line.status);
    case command_kind::why: return run_why(command_line.why);
    case command_kind::watch: return run_watch(command_line.watch);
    case command_kind::timeline: return run_timeline(command_line.timeline);
    case command_kind::oddities: return run_oddities(command_line.oddities);
    case command_kind::completion:
      return print_completion(command_line.called, command_line.manual);
    case command_kind::man: return print_manual(command_line.called, command_line.manual);
    case command_kind::simulate:
    case command_kind::record_bmc:
    case command_kind::verify_bmc: return machines(command_line);
    case command_kind::token_create: return run_token_create(command_line.token_create);
    case command_kind::token_list: return run_token_list(command_line.token_list);
    case command_kind::token_show: return run_token_show(command_line.token_show);
    case command_kind::token_revoke: return run_token_revoke(command_line.token_revoke);
    case command_kind::certificate: return run_certificate(command_line.certificate);
    case command_kind::incident_replay: return run_incident_replay(command_line.incident);
    case command_kind::incident_export:
      if (command_line.incident.from_store) break;
      return run_incident_export(command_line.incident);
    default: break;
  }
  return run_with(
      load_configuration({command_line.config, own_environment(), command_line.arguments}),
      command_line);
}

}  // namespace ironbus::daemon
