// The rows of the section `ipmi`.

#include "drivers/ipmi/console/console_listener.hpp"
#include "messages/platform/network.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option ipmi_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"ipmi", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

/// The cipher suites of the standard, without 0, which has no authentication.
limits cipher_suites() {
  return some_of({"1", "2", "3", "6", "7", "8", "11", "12", "15", "16", "17"});
}

std::optional<std::string> check_program(const std::string& path) {
  if (path.starts_with('/')) return std::nullopt;
  return "allowed: an absolute path, such as /usr/bin/ipmitool";
}

std::vector<option> programs() {
  auto tool = ipmi_row("ipmitool_path",
                       member_option([](auto& x) -> auto& { return x.ipmi.ipmitool_path; }),
                       "Path of ipmitool.", not_empty());
  tool.check = &check_program;
  auto many = ipmi_row("ipmipower_path",
                       member_option([](auto& x) -> auto& { return x.ipmi.ipmipower_path; }),
                       "Path of FreeIPMI's ipmipower, which reads the power states of many "
                       "machines at once. Empty or missing: ipmitool reads them one by one.");
  many.check = [](const std::string& path) {
    return path.empty() ? std::nullopt : check_program(path);
  };
  return {std::move(tool), std::move(many),
          ipmi_row("ipmipower_workarounds",
                   member_option([](auto& x) -> auto& { return x.ipmi.ipmipower_workarounds; }),
                   "Workarounds of ipmipower for BMCs (-W), such as opensesspriv.")};
}

std::vector<option> console_logs() {
  return {ipmi_row(
              "console_log_bytes",
              member_option([](auto& x) -> auto& { return x.ipmi.console_log_bytes; }),
              "Bytes of serial console output that are kept per machine, from its end. 0: nothing.",
              within(0, 64 * 1024 * 1024)),
          ipmi_row("console_log_kept",
                   member_option([](auto& x) -> auto& { return x.ipmi.console_log_kept; }),
                   "How long the log of a serial console is kept after its last output.",
                   within(1min, week)),
          ipmi_row("console_recording_limit",
                   member_option([](auto& x) -> auto& { return x.ipmi.console_recording_limit; }),
                   "How long a node's serial console is recorded while the node boots a ramdisk "
                   "and no client is connected. If the ramdisk sends no heartbeat, the error "
                   "contains the last lines. 0: no recording.",
                   within(0s, week))};
}

std::vector<option> consoles() {
  auto socat =
      ipmi_row("socat_path", member_option([](auto& x) -> auto& { return x.ipmi.socat_path; }),
               "Path of socat, which accepts connections to serial consoles.", not_empty());
  socat.check = &check_program;
  auto address = ipmi_row("console_address",
                          member_option([](auto& x) -> auto& { return x.ipmi.console_address; }),
                          "IP address of this host for serial consoles. Any client that can reach "
                          "it can use the consoles without a password.",
                          not_empty());
  address.check = [](const std::string& text) {
    return parse_ip(text) ? std::nullopt : std::optional<std::string>{"allowed: an IP address"};
  };
  auto ports = ipmi_row("console_ports",
                        member_option([](auto& x) -> auto& { return x.ipmi.console_ports; }),
                        "Ports of serial consoles, such as 10000-10099. Empty: only nodes with "
                        "driver_info.ipmi_terminal_port have a console.");
  ports.check = [](const std::string& text) -> std::optional<std::string> {
    if (text.empty() || read_port_range(text)) return std::nullopt;
    return "allowed: the first and the last port, such as 10000-10099";
  };
  auto recorder = ipmi_row(
      "console_recorder_path",
      member_option([](auto& x) -> auto& { return x.ipmi.console_recorder_path; }),
      "Program that records the output of serial consoles. Empty: ironbus-console-recorder in the "
      "folder of ironbusd. If it is missing, consoles have no log.");
  recorder.check = [](const std::string& path) {
    return path.empty() ? std::nullopt : check_program(path);
  };
  return {std::move(socat),
          std::move(recorder),
          {"ipmi", "console_folder",
           member_option([](auto& x) -> auto& { return x.ipmi.console_folder; }),
           "Folder on this host with the state and the logs of running consoles. Created with "
           "mode 0700. No other installation may use it.",
           not_empty(), secrecy::open, "consoles in the data folder", "/var/lib/ironbus/consoles"},
          std::move(address),
          std::move(ports),
          ipmi_row("terminal_timeout",
                   member_option([](auto& x) -> auto& { return x.ipmi.terminal_timeout; }),
                   "How long a client of a serial console may be idle until it is disconnected.",
                   within(1s, week)),
          ipmi_row("console_unused_timeout",
                   member_option([](auto& x) -> auto& { return x.ipmi.console_unused_timeout; }),
                   "How long a serial console waits for a client. The time restarts when its "
                   "address is requested.",
                   within(1s, week))};
}

}  // namespace

std::vector<option> ipmi_option_rows() {
  std::vector<option> out{
      ipmi_row("command_retry_timeout",
               member_option([](auto& x) -> auto& { return x.ipmi.command_retry_timeout; }),
               "How long a command may take with all its retries.", within(1s, 1h)),
      ipmi_row("min_command_interval",
               member_option([](auto& x) -> auto& { return x.ipmi.min_command_interval; }),
               "Pause between two commands to a BMC, and before a packet is resent.",
               within(0s, 1min)),
      ipmi_row("cipher_suite_versions",
               member_option([](auto& x) -> auto& { return x.ipmi.cipher_suite_versions; }),
               "Cipher suites to try if the node names none, from the last to the first.",
               cipher_suites()),
      ipmi_row("additional_retryable_ipmi_errors", member_option([](auto& x) -> auto& {
                 return x.ipmi.additional_retryable_ipmi_errors;
               }),
               "Further error texts of ipmitool after which a command is retried."),
      ipmi_row("disable_boot_timeout",
               member_option([](auto& x) -> auto& { return x.ipmi.disable_boot_timeout; }),
               "Tell BMCs to keep a boot device for longer than 60 seconds. A node's "
               "driver_info.ipmi_disable_boot_timeout takes precedence."),
  };
  for (const auto& rows : {programs(), consoles(), console_logs()})
    for (const auto& row : rows) out.push_back(row);
  return out;
}

}  // namespace ironbus::daemon
