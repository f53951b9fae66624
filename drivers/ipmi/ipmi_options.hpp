#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// Settings of the section `ipmi`. Names in comments are option names.
struct ipmi_options {
  std::string ipmitool_path = "/usr/bin/ipmitool";
  /// Reads the power state of many machines with one process. Empty: ipmitool reads them one by
  /// one.
  std::string ipmipower_path = "/usr/sbin/ipmipower";
  std::chrono::milliseconds command_retry_timeout{60'000};
  std::chrono::milliseconds min_command_interval{5'000};
  /// Tried from last to first if a node names none. 3: HMAC-SHA1, 17: HMAC-SHA256.
  std::vector<std::string> cipher_suite_versions{"3", "17"};
  std::vector<std::string> additional_retryable_ipmi_errors;
  bool disable_boot_timeout = true;
  /// ipmipower's workarounds for BMCs (its -W).
  std::vector<std::string> ipmipower_workarounds;

  // Serial consoles, each on its own port of this host.
  std::string socat_path = "/usr/bin/socat";
  std::string console_folder = "/var/lib/ironbus/consoles";
  std::string console_address = "127.0.0.1";
  std::string console_ports;  ///< "10000-10099"; empty: only ports that nodes name.
  /// Path of the recorder. Empty: ironbus-console-recorder next to the running program.
  std::string console_recorder_path;
  uint32_t console_log_bytes = 1024 * 1024;                        ///< For each console; 0: no log.
  std::chrono::milliseconds console_log_kept{7 * 24 * 3'600'000};  ///< Since the last output.
  /// Of a ramdisk's boot, while no client is connected; 0: never.
  std::chrono::milliseconds console_recording_limit{3'600'000};
  std::chrono::milliseconds terminal_timeout{600'000};
  std::chrono::milliseconds console_unused_timeout{3'600'000};

  std::chrono::milliseconds power_poll_first{1'000};
  std::chrono::milliseconds setting_shown_within{5'000};  ///< After the answer to the change.
  std::chrono::milliseconds reset_pause{15'000};  ///< A reset has no visible state to wait for.
};

}  // namespace ironbus
