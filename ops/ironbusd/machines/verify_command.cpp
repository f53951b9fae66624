#include "ops/ironbusd/machines/verify_command.hpp"

#include "gateways/cli/authorization.hpp"
#include "ops/bmc_check/report_text.hpp"
#include "ops/ironbusd/log/log.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/text/host_port.hpp"

#include <algorithm>
#include <iostream>

namespace ironbus::daemon {

namespace {

int end_verification(exit_code code, const std::string& why) {
  std::cerr << "ironbusd verify-bmc: " << why << std::endl;
  return code;
}

json redfish_access(const verify_request& asked, const std::string& password) {
  json out{{"redfish_address", asked.address},
           {"redfish_username", asked.who.user},
           {"redfish_password", password},
           {"redfish_verify_ca", !asked.insecure}};
  if (!asked.ca_file.empty()) out["redfish_verify_ca"] = asked.ca_file;
  if (!asked.system_id.empty()) out["redfish_system_id"] = asked.system_id;
  return out;
}

json ipmi_access_info(const verify_request& asked, const std::string& password) {
  json out{{"ipmi_address", asked.address},
           {"ipmi_username", asked.who.user},
           {"ipmi_password", password}};
  if (const auto place = parse_host_port(asked.address)) {
    out["ipmi_address"] = place->host;
    out["ipmi_port"] = place->port;
  }
  return out;
}

}  // namespace

int run_verification(const verify_request& asked) {
  const auto password = cli::password_of(asked.who);
  if (!password) return end_verification(exit_usage, password.error().message);
  start_logging("off", "logfmt", {});  // the report says what happened
  bmc_check::check_request wanted;
  wanted.driver = asked.driver;
  wanted.orders = asked.power;
  wanted.step_limit = std::chrono::seconds{asked.seconds_max};
  const std::chrono::milliseconds limit{wanted.step_limit};
  wanted.redfish.request_timeout = std::min(wanted.redfish.request_timeout, limit);
  wanted.driver_info = asked.driver == "ipmi" ? ipmi_access_info(asked, *password)
                                              : redfish_access(asked, *password);
  const auto report = bmc_check::check_bmc(wanted);
  if (!report) return end_verification(exit_usage, report.error().message);
  std::cout << bmc_check::report_text(*report, asked.address, asked.driver) << std::flush;
  return report->passed() ? exit_ok : exit_bmc_fails;
}

}  // namespace ironbus::daemon
