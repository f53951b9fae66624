// The rows of the section `redfish`.

#include "drivers/redfish/client/redfish_account.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/options/tls_check.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option redfish_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"redfish", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

option tls_ciphers_row() {
  auto out = redfish_row("tls_ciphers",
                         member_option([](auto& x) -> auto& { return x.redfish.tls_ciphers; }),
                         "OpenSSL's cipher list for BMCs up to TLS 1.2, unless "
                         "driver_info.redfish_tls_ciphers is set. Empty: OpenSSL's default.");
  out.check = check_tls_ciphers;
  return out;
}

std::vector<option> redfish_login_rows() {
  auto trust =
      redfish_row("verify_ca", member_option([](auto& x) -> auto& { return x.redfish.verify_ca; }),
                  "How to verify certificates of BMCs, unless driver_info.redfish_verify_ca is "
                  "set: true (by the system's authorities), false (not at all), or the path of a "
                  "file or folder with certificates.",
                  not_empty());
  trust.check = [](const std::string& text) {
    return read_verify_ca(text) ? std::nullopt
                                : std::optional<std::string>{"allowed: true, false, a path"};
  };
  return {
      std::move(trust),
      redfish_row(
          "auth_type", member_option([](auto& x) -> auto& { return x.redfish.auth_type; }),
          "How to log in to BMCs, unless driver_info.redfish_auth_type is set: session, basic "
          "(credentials in each request), or auto (a session if the BMC supports it).",
          one_of({"auto", "session", "basic"})),
      redfish_row(
          "tls_minimum_version",
          member_option([](auto& x) -> auto& { return x.redfish.tls_minimum_version; }),
          "Lowest TLS version for BMCs, unless driver_info.redfish_tls_minimum_version is set. "
          "OpenSSL supports 1.1 only with ciphers that allow it (tls_ciphers: DEFAULT@SECLEVEL=0).",
          one_of({"1.1", "1.2", "1.3"})),
      tls_ciphers_row(),
      redfish_row(
          "connection_cache_size",
          member_option([](auto& x) -> auto& { return x.redfish.connection_cache_size; }),
          "Most BMC sessions that a worker keeps. Should exceed the number of machines per worker.",
          within(1, 1'000'000))};
}

option vendor_rows_row() {
  auto out = redfish_row(
      "vendor_rows", member_option([](auto& x) -> auto& { return x.redfish.vendor_rows; }),
      "Quirks of BMCs, in addition to the built-in ones and with precedence over them. The first "
      "matching row is used: `vendor` and `model` must be part of the BMC's own (case-insensitive) "
      "and `firmware` must include its version (7: all that begin with 7; 6-7, 6- or -5.10: a "
      "range). `boot_whole`: always send all boot settings. `optical_drive`: the boot target for "
      "Cd. `media_boot_interface`: the boot interface to use instead of redfish-virtual-media, "
      "which is then rejected.");
  out.example = "[{vendor: acme, firmware: 2-3.10, boot_whole: true}]";
  return out;
}

std::vector<option> redfish_setting_rows() {
  return {
      redfish_row("boot_mode_config_timeout", member_option([](auto& x) -> auto& {
                    return x.redfish.boot_mode_config_timeout;
                  }),
                  "How long a machine may take, with its restart, to report another boot mode or "
                  "secure boot state. 0s: the machine is not restarted.",
                  within(0s, 24h)),
      redfish_row(
          "bios_config_timeout",
          member_option([](auto& x) -> auto& { return x.redfish.bios_config_timeout; }),
          "How long BIOS settings may take, from the request until the machine reports them.",
          within(1s, 24h)),
      redfish_row("raid_config_timeout",
                  member_option([](auto& x) -> auto& { return x.redfish.raid_config_timeout; }),
                  "How long all volumes of a step may take together.", within(1s, 168h)),
      redfish_row("raid_config_status_interval", member_option([](auto& x) -> auto& {
                    return x.redfish.raid_config_status_interval;
                  }),
                  "Pause before the first poll of a BMC that changes volumes.", within(1s, 1h)),
      redfish_row("bmc_restart_timeout",
                  member_option([](auto& x) -> auto& { return x.redfish.bmc_restart_timeout; }),
                  "How long a restarted BMC may take to answer again (reset_idrac).",
                  within(1s, 24h)),
      redfish_row("enable_verify_bmc_clock",
                  member_option([](auto& x) -> auto& { return x.redfish.enable_verify_bmc_clock; }),
                  "Compare the BMC's clock with this host's clock when a node is verified, and set "
                  "it if it differs."),
      redfish_row(
          "vmedia_transport_protocol",
          member_option([](auto& x) -> auto& { return x.redfish.vmedia_transport_protocol; }),
          "Transport protocol of virtual media, unless driver_info.vmedia_transport_protocol is "
          "set. auto: that of the image's URL.",
          one_of({"auto", "HTTP", "HTTPS", "NFS", "CIFS"})),
      redfish_row("kernel_append_params",
                  member_option([](auto& x) -> auto& { return x.redfish.kernel_append_params; }),
                  "Further kernel parameters of a ramdisk that boots from a boot ISO, unless the "
                  "node or the instance has its own."),
      vendor_rows_row(),
  };
}

std::vector<option> redfish_update_rows() {
  return {
      redfish_row("firmware_update_overall_timeout", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_overall_timeout;
                  }),
                  "How long a firmware update with all its components may take. 0s: a week.",
                  within(0s, 168h)),
      redfish_row("firmware_update_status_interval", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_status_interval;
                  }),
                  "Pause before the first poll of a BMC that installs an image.", within(1s, 1h)),
      redfish_row("firmware_update_reboot_delay", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_reboot_delay;
                  }),
                  "How long a BMC may take to report its new version after its update, unless the "
                  "update sets its own time.",
                  within(0s, 1h)),
      redfish_row("firmware_update_nic_starting_wait", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_nic_starting_wait;
                  }),
                  "How long the task of an update or of volumes may take to start; then the "
                  "machine is restarted for it.",
                  within(0s, 1h)),
      redfish_row("firmware_update_required_successes", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_required_successes;
                  }),
                  "Successful checks in a row of all updated components that end an update.",
                  within(1, 100)),
      redfish_row("firmware_update_validation_interval", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_validation_interval;
                  }),
                  "Pause between two of these checks.", within(1s, 1h)),
      redfish_row("firmware_update_resource_validation_timeout",
                  member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_resource_validation_timeout;
                  }),
                  "How long these checks may take.", within(1s, 24h)),
  };
}

}  // namespace

std::vector<option> redfish_option_rows() {
  auto out = redfish_login_rows();
  out.push_back(redfish_row(
      "connect_timeout", member_option([](auto& x) -> auto& { return x.redfish.connect_timeout; }),
      "How long a BMC may take to accept a connection.", within(1s, 10min)));
  out.push_back(redfish_row(
      "request_timeout", member_option([](auto& x) -> auto& { return x.redfish.request_timeout; }),
      "How long a request may take with all its retries and its wait for other requests.",
      within(1s, 1h)));
  out.back().alias = "redfish.read_timeout";
  out.push_back(redfish_row("power_on_conflict_retry_attempts", member_option([](auto& x) -> auto& {
                              return x.redfish.power_on_conflict_retry_attempts;
                            }),
                            "Retries of a power change that a BMC rejects for the moment, as some "
                            "do just after the last change.",
                            within(0, 1'000)));
  out.push_back(redfish_row("power_on_conflict_retry_interval", member_option([](auto& x) -> auto& {
                              return x.redfish.power_on_conflict_retry_interval;
                            }),
                            "Pause before such a retry.", within(0s, 10min)));
  for (auto& row : redfish_setting_rows()) out.push_back(std::move(row));
  for (auto& row : redfish_update_rows()) out.push_back(std::move(row));
  return out;
}

}  // namespace ironbus::daemon
