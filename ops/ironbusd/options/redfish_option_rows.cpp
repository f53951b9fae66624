// The rows of the section `redfish`.

#include "drivers/redfish/client/redfish_account.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option redfish_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"redfish", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

option tls_ciphers_row() {
  auto out = redfish_row("tls_ciphers",
                         member_option([](auto& x) -> auto& { return x.redfish.tls_ciphers; }),
                         "Which ciphers are spoken with BMCs up to TLS 1.2, as OpenSSL lists them, "
                         "where driver_info.redfish_tls_ciphers says nothing. Empty: those that "
                         "OpenSSL takes by itself.");
  out.check = [](const std::string& text) {
    return text.empty() || are_tls_ciphers(text)
               ? std::nullopt
               : std::optional<std::string>{"allowed: a list such as ECDHE+AESGCM:!aNULL"};
  };
  return out;
}

std::vector<option> redfish_login_rows() {
  auto trust = redfish_row(
      "verify_ca", member_option([](auto& x) -> auto& { return x.redfish.verify_ca; }),
      "What the certificates of BMCs must prove where driver_info.redfish_verify_ca says nothing: "
      "true (by the system's authorities), false (nothing), or the path of a file or folder with "
      "certificates.",
      not_empty());
  trust.check = [](const std::string& text) {
    return read_verify_ca(text) ? std::nullopt
                                : std::optional<std::string>{"allowed: true, false, a path"};
  };
  return {
      std::move(trust),
      redfish_row("auth_type", member_option([](auto& x) -> auto& { return x.redfish.auth_type; }),
                  "How to log in to BMCs where driver_info.redfish_auth_type says nothing: by a "
                  "session, with each request (basic), or by a session where the BMC opens one.",
                  one_of({"auto", "session", "basic"})),
      redfish_row("tls_minimum_version",
                  member_option([](auto& x) -> auto& { return x.redfish.tls_minimum_version; }),
                  "The oldest TLS that is spoken with BMCs where "
                  "driver_info.redfish_tls_minimum_version says nothing. OpenSSL speaks 1.1 only "
                  "with ciphers that allow it (tls_ciphers: DEFAULT@SECLEVEL=0).",
                  one_of({"1.1", "1.2", "1.3"})),
      tls_ciphers_row(),
      redfish_row("connection_cache_size",
                  member_option([](auto& x) -> auto& { return x.redfish.connection_cache_size; }),
                  "To how many BMCs a worker keeps its session. Should be more than there are "
                  "machines for each worker.",
                  within(1, 1'000'000))};
}

option vendor_rows_row() {
  auto out = redfish_row(
      "vendor_rows", member_option([](auto& x) -> auto& { return x.redfish.vendor_rows; }),
      "How BMCs differ from others, before what is known of vendors anyway: the first row counts "
      "whose `vendor` and `model` are part of what the BMC says (whatever their case) and whose "
      "`firmware` has the BMC's version (7: all that begin so; 6-7, 6- or -5.10: from and to). "
      "`boot_whole`: boot settings are always said in full; `optical_drive`: the boot target that "
      "stands for Cd; `media_boot_interface`: which boot interface to use instead of "
      "redfish-virtual-media, which then boots nothing.");
  out.example = "[{vendor: acme, firmware: 2-3.10, boot_whole: true}]";
  return out;
}

std::vector<option> redfish_setting_rows() {
  return {
      redfish_row("boot_mode_config_timeout", member_option([](auto& x) -> auto& {
                    return x.redfish.boot_mode_config_timeout;
                  }),
                  "How long a machine may take, with its restart, to show another boot mode or "
                  "secure boot. 0s: it is not restarted for them.",
                  within(0s, 24h)),
      redfish_row("bios_config_timeout",
                  member_option([](auto& x) -> auto& { return x.redfish.bios_config_timeout; }),
                  "How long BIOS settings may take, from when they are said to when the machine "
                  "shows them.",
                  within(1s, 24h)),
      redfish_row("raid_config_timeout",
                  member_option([](auto& x) -> auto& { return x.redfish.raid_config_timeout; }),
                  "How long the volumes of a step may take altogether.", within(1s, 168h)),
      redfish_row("raid_config_status_interval", member_option([](auto& x) -> auto& {
                    return x.redfish.raid_config_status_interval;
                  }),
                  "When a BMC that changes volumes is asked first.", within(1s, 1h)),
      redfish_row("bmc_restart_timeout",
                  member_option([](auto& x) -> auto& { return x.redfish.bmc_restart_timeout; }),
                  "How long a BMC that was told to start anew may not answer (reset_idrac).",
                  within(1s, 24h)),
      redfish_row(
          "enable_verify_bmc_clock",
          member_option([](auto& x) -> auto& { return x.redfish.enable_verify_bmc_clock; }),
          "Whether the clock of a BMC is compared with ours, and set, when its node is verified."),
      redfish_row(
          "kernel_append_params",
          member_option([](auto& x) -> auto& { return x.redfish.kernel_append_params; }),
          "What the ramdisk's kernel is told besides what the agent needs, where it is booted from "
          "a disc, unless node or instance say otherwise."),
      vendor_rows_row(),
  };
}

std::vector<option> redfish_update_rows() {
  return {
      redfish_row(
          "firmware_update_overall_timeout",
          member_option([](auto& x) -> auto& { return x.redfish.firmware_update_overall_timeout; }),
          "How long an update with all its components may take. 0s: a week.", within(0s, 168h)),
      redfish_row("firmware_update_status_interval", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_status_interval;
                  }),
                  "When a BMC that takes an image is asked first.", within(1s, 1h)),
      redfish_row("firmware_update_reboot_delay", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_reboot_delay;
                  }),
                  "How long a BMC that was flashed may take to show another version, where its "
                  "update says nothing of that.",
                  within(0s, 1h)),
      redfish_row("firmware_update_nic_starting_wait", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_nic_starting_wait;
                  }),
                  "How long the task of an update or of volumes may not begin until the machine is "
                  "restarted for it.",
                  within(0s, 1h)),
      redfish_row("firmware_update_required_successes", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_required_successes;
                  }),
                  "How often one after the other all that was flashed must answer in the end.",
                  within(1, 100)),
      redfish_row("firmware_update_validation_interval", member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_validation_interval;
                  }),
                  "The pause between two of these.", within(1s, 1h)),
      redfish_row("firmware_update_resource_validation_timeout",
                  member_option([](auto& x) -> auto& {
                    return x.redfish.firmware_update_resource_validation_timeout;
                  }),
                  "How long that may take.", within(1s, 24h)),
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
      "How long a request may take with all its repetitions and its wait for others; a BMC that is "
      "silent costs that.",
      within(1s, 1h)));
  out.push_back(redfish_row("power_on_conflict_retry_attempts", member_option([](auto& x) -> auto& {
                              return x.redfish.power_on_conflict_retry_attempts;
                            }),
                            "How often a change of the power is asked for again that a BMC refuses "
                            "for the moment, as some do just after the last one.",
                            within(0, 1'000)));
  out.push_back(redfish_row("power_on_conflict_retry_interval", member_option([](auto& x) -> auto& {
                              return x.redfish.power_on_conflict_retry_interval;
                            }),
                            "The pause before that.", within(0s, 10min)));
  for (auto& row : redfish_setting_rows()) out.push_back(std::move(row));
  for (auto& row : redfish_update_rows()) out.push_back(std::move(row));
  return out;
}

}  // namespace ironbus::daemon
