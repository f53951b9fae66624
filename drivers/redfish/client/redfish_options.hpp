#pragma once

#include "drivers/redfish/client/media_share.hpp"
#include "drivers/redfish/client/vendor_row.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// Settings of the section `redfish`. Names in comments are option names.
struct redfish_options {
  using milliseconds = std::chrono::milliseconds;

  milliseconds connect_timeout{30'000};
  milliseconds request_timeout{60'000};  ///< Including all retries.
  std::string auth_type = "auto";
  std::string verify_ca = "true";           ///< Default for nodes.
  std::string tls_minimum_version = "1.2";  ///< 1.1, 1.2 or 1.3; default for nodes.
  std::string tls_ciphers;                  ///< Empty: OpenSSL's default; default for nodes.
  size_t connection_cache_size = 10'000;
  /// For a BMC that rejects power on just after a power off.
  uint32_t power_on_conflict_retry_attempts = 6;
  milliseconds power_on_conflict_retry_interval{10'000};
  /// Time limit of changes of the boot mode and of secure boot. 0: do not wait.
  milliseconds boot_mode_config_timeout{900'000};
  milliseconds boot_mode_config_interval{15'000};
  milliseconds bios_config_timeout{1'800'000};
  milliseconds raid_config_timeout{7'200'000};
  milliseconds raid_config_status_interval{60'000};
  milliseconds raid_shown_timeout{300'000};  ///< For volumes of a task that the BMC has forgotten.

  milliseconds firmware_update_status_interval{60'000};
  milliseconds firmware_update_overall_timeout{7'200'000};
  milliseconds firmware_update_reboot_delay{300'000};  ///< For a BMC that restarts.
  milliseconds firmware_update_nic_starting_wait{30'000};
  uint32_t firmware_update_required_successes = 3;
  milliseconds firmware_update_validation_interval{30'000};
  milliseconds firmware_update_resource_validation_timeout{480'000};
  /// Time limit of a BMC restart.
  milliseconds bmc_restart_timeout{900'000};
  bool enable_verify_bmc_clock = false;
  std::string vmedia_transport_protocol = "auto";  ///< Default for nodes.
  media_share nfs{};                               ///< The section `nfs`.
  media_share cifs{};                              ///< The section `cifs`.
  /// Kernel parameters on a boot ISO, in addition to the agent's.
  std::string kernel_append_params = "nofb vga=normal";
  bool agent_debug = false;  ///< The option of that name in `pxe`.
  std::string boot_place;    ///< boot_options::place.
  /// Valid rows (read_vendor_rows) that extend or override the built-in vendor table.
  std::vector<vendor_row_text> vendor_rows;

  milliseconds clock_change_timeout{30'000};
  /// From an accepted insertion or ejection until the virtual media device shows it.
  milliseconds media_change_timeout{60'000};
  milliseconds media_poll_first{1'000};
  milliseconds media_again_after{5'000};  ///< Before an order that was not executed is sent again.
  milliseconds media_read_timeout{30'000};  ///< For a device that answers with errors.
  milliseconds task_made_within{30'000};    ///< After the response that names it.
  size_t answer_bytes_max = 4 * 1024 * 1024;
  milliseconds system_read_timeout{30'000};  ///< For a system that answers with errors.
  milliseconds retry_first{500};
  milliseconds retry_longest{8'000};
  milliseconds power_poll_first{1'000};
  milliseconds bmc_restart_pause{
      60'000};  ///< A BMC that still responds has not started its restart.
  milliseconds bmc_restart_interval{10'000};
  milliseconds setting_shown_within{15'000};  ///< After the answer to the change.
  milliseconds reset_pause{15'000};           ///< A reset has no visible state to wait for.
  milliseconds known_long_enough{300'000};    ///< Cache time of resources that rarely change.
};

}  // namespace ironbus
