#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// How BMCs are spoken to by IPMI, the section `ipmi`. Names in comments are the options' names.
struct ipmi_options {
  std::string ipmitool_path = "/usr/bin/ipmitool";
  /// Reads the power of many machines with one process. Empty: ipmitool reads one by one.
  std::string ipmipower_path = "/usr/sbin/ipmipower";
  std::chrono::milliseconds command_retry_timeout{60'000};
  std::chrono::milliseconds min_command_interval{5'000};
  /// Tried from the last to the first where a node names none. 3: HMAC-SHA1, 17: HMAC-SHA256.
  std::vector<std::string> cipher_suite_versions{"3", "17"};
  std::vector<std::string> additional_retryable_ipmi_errors;
  bool disable_boot_timeout = true;
  /// What ipmipower is to put up with in BMCs (its -W).
  std::vector<std::string> ipmipower_workarounds;

  // Serial consoles, each of which has a port of this host.
  std::string socat_path = "/usr/bin/socat";
  std::string console_folder = "/var/lib/ironbus/consoles";
  std::string console_address = "127.0.0.1";
  std::string console_ports;  ///< "10000-10099"; empty: only what nodes name.
  /// What keeps the log of a console. Empty: ironbus-console-recorder beside the program that runs.
  std::string console_recorder_path;
  uint32_t console_log_bytes = 1024 * 1024;                        ///< Of each console; 0: no log.
  std::chrono::milliseconds console_log_kept{7 * 24 * 3'600'000};  ///< After the last word.
  /// Of a ramdisk's boot, while nobody is connected; 0: never.
  std::chrono::milliseconds console_recording_limit{3'600'000};
  std::chrono::milliseconds terminal_timeout{600'000};
  std::chrono::milliseconds console_unused_timeout{3'600'000};

  std::chrono::milliseconds power_poll_first{1'000};
  std::chrono::milliseconds reset_pause{15'000};  ///< A reset shows no state to wait for.
};

}  // namespace ironbus
