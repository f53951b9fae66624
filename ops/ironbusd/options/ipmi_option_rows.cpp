// The rows of the section `ipmi`.

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
  for (auto& row : programs()) out.push_back(std::move(row));
  return out;
}

}  // namespace ironbus::daemon
