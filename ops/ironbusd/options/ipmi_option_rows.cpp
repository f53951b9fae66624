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

/// Those of the standard; 0 has no authentication.
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
                       "The program ipmitool.", not_empty());
  tool.check = &check_program;
  auto many = ipmi_row("ipmipower_path",
                       member_option([](auto& x) -> auto& { return x.ipmi.ipmipower_path; }),
                       "The program ipmipower of FreeIPMI, which reads the power of many machines "
                       "at once. Empty, or not there: ipmitool reads one by one.");
  many.check = [](const std::string& path) {
    return path.empty() ? std::nullopt : check_program(path);
  };
  return {std::move(tool), std::move(many),
          ipmi_row("ipmipower_workarounds",
                   member_option([](auto& x) -> auto& { return x.ipmi.ipmipower_workarounds; }),
                   "What ipmipower is to put up with in BMCs, by its own names (-W), such as "
                   "opensesspriv.")};
}

std::vector<option> console_logs() {
  return {
      ipmi_row("console_log_bytes",
               member_option([](auto& x) -> auto& { return x.ipmi.console_log_bytes; }),
               "How much of the end of what a serial console shows is kept, of each machine. "
               "0: nothing.",
               within(0, 64 * 1024 * 1024)),
      ipmi_row("console_log_kept",
               member_option([](auto& x) -> auto& { return x.ipmi.console_log_kept; }),
               "How long the log of a serial console is kept after its last word.",
               within(1min, week)),
      ipmi_row("console_recording_limit",
               member_option([](auto& x) -> auto& { return x.ipmi.console_recording_limit; }),
               "How long the serial console of a node that has one is written down while it has "
               "a ramdisk booted and nobody is connected. Its last lines are told where the "
               "ramdisk is not heard of. 0: never.",
               within(0s, week))};
}

std::vector<option> consoles() {
  auto socat =
      ipmi_row("socat_path", member_option([](auto& x) -> auto& { return x.ipmi.socat_path; }),
               "The program socat, which listens for who comes to a serial console.", not_empty());
  socat.check = &check_program;
  auto address = ipmi_row(
      "console_address", member_option([](auto& x) -> auto& { return x.ipmi.console_address; }),
      "IP address of this host that serial consoles are listened for at. Whoever reaches "
      "it has the consoles without a password.",
      not_empty());
  address.check = [](const std::string& text) {
    return parse_ip(text) ? std::nullopt : std::optional<std::string>{"allowed: an IP address"};
  };
  auto ports = ipmi_row("console_ports",
                        member_option([](auto& x) -> auto& { return x.ipmi.console_ports; }),
                        "Ports of serial consoles, such as 10000-10099. Empty: only nodes whose "
                        "driver_info.ipmi_terminal_port names one have a console.");
  ports.check = [](const std::string& text) -> std::optional<std::string> {
    if (text.empty() || read_port_range(text)) return std::nullopt;
    return "allowed: the first and the last port, such as 10000-10099";
  };
  auto recorder = ipmi_row(
      "console_recorder_path",
      member_option([](auto& x) -> auto& { return x.ipmi.console_recorder_path; }),
      "The program that writes down what serial consoles show. Empty: ironbus-console-recorder "
      "beside ironbusd. Where it is not there consoles have no log.");
  recorder.check = [](const std::string& path) {
    return path.empty() ? std::nullopt : check_program(path);
  };
  return {std::move(socat),
          std::move(recorder),
          ipmi_row("console_folder",
                   member_option([](auto& x) -> auto& { return x.ipmi.console_folder; }),
                   "Folder of this host by whose files the consoles that run are found again, "
                   "and with their logs. "
                   "Created with mode 0700.",
                   not_empty()),
          std::move(address),
          std::move(ports),
          ipmi_row("terminal_timeout",
                   member_option([](auto& x) -> auto& { return x.ipmi.terminal_timeout; }),
                   "After how long without a word a client of a serial console is cut off.",
                   within(1s, week)),
          ipmi_row("console_unused_timeout",
                   member_option([](auto& x) -> auto& { return x.ipmi.console_unused_timeout; }),
                   "How long a serial console is listened for while nobody comes. It begins anew "
                   "when its address is asked for.",
                   within(1s, week))};
}

}  // namespace

std::vector<option> ipmi_option_rows() {
  std::vector<option> out{
      ipmi_row("command_retry_timeout",
               member_option([](auto& x) -> auto& { return x.ipmi.command_retry_timeout; }),
               "How long a command may take with all its repetitions; a BMC that is silent costs "
               "that.",
               within(1s, 1h)),
      ipmi_row("min_command_interval",
               member_option([](auto& x) -> auto& { return x.ipmi.min_command_interval; }),
               "Pause between two commands to a BMC, and before a packet is sent again.",
               within(0s, 1min)),
      ipmi_row("cipher_suite_versions",
               member_option([](auto& x) -> auto& { return x.ipmi.cipher_suite_versions; }),
               "Cipher suites to try with a BMC whose node names none, from the last to the first.",
               cipher_suites()),
      ipmi_row("additional_retryable_ipmi_errors", member_option([](auto& x) -> auto& {
                 return x.ipmi.additional_retryable_ipmi_errors;
               }),
               "Further texts of ipmitool after which a command is given again."),
      ipmi_row("disable_boot_timeout",
               member_option([](auto& x) -> auto& { return x.ipmi.disable_boot_timeout; }),
               "Whether BMCs are told not to forget a boot device after 60 seconds. A node's "
               "driver_info.ipmi_disable_boot_timeout decides for that node."),
  };
  for (const auto& rows : {programs(), consoles(), console_logs()})
    for (const auto& row : rows) out.push_back(row);
  return out;
}

}  // namespace ironbus::daemon
