#pragma once

#include "drivers/image/image_options.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ironbus {

/// Settings of disk erasure for agents. Option names are in the comments.
struct erasure_options {
  uint32_t random_overwrites = 1;         ///< shred_random_overwrite_iterations
  bool zeros_at_last = true;              ///< shred_final_overwrite_with_zeros
  bool overwrite_if_erase_fails = false;  ///< continue_if_disk_secure_erase_fails
  bool by_ata = true;                     ///< enable_ata_secure_erase
  bool by_nvme = true;                    ///< enable_nvme_secure_erase
  uint32_t disks_at_once = 4;             ///< disk_erasure_concurrency
  bool skip_read_only = false;            ///< erase_skip_read_only
};

/// When to store the logs of a ramdisk (deploy_logs_collect).
enum class log_collection : uint8_t { never, on_failure, always, count_ };

struct ramdisk_log_options {
  log_collection collect = log_collection::on_failure;
  std::string folder = "/var/log/ironbus/deploy";  ///< (deploy_logs_local_path).
  uint32_t kept_max = 10;  ///< For each node; the oldest are deleted (deploy_logs_kept).
};

/// Settings of the agent client. Names in comments are option names.
struct agent_options {
  using milliseconds = std::chrono::milliseconds;

  /// How to verify agents that have sent no certificate: "true" (the system's authorities), "false"
  /// (not at all), or a PEM file of authorities (verify_ca).
  std::string verify_ca = "true";
  /// Agents receive these limits, too (tls_minimum_version, tls_ciphers).
  tls_limits tls{.minimum_version = "1.3"};

  milliseconds command_timeout{60000};     ///< Time limit of one request.
  uint32_t command_attempts_max = 3;       ///< Requests until an agent counts as unreachable.
  milliseconds command_retry_pause{1000};  ///< Between those.
  /// Longest poll interval (see command_poll_pause) and maximum of polls of a short command that
  /// does not wait for a heartbeat.
  milliseconds command_wait_interval{6000};
  uint32_t command_wait_attempts = 100;

  ramdisk_log_options logs;
  image_options images;

  size_t answer_bytes_max = 8 * 1024 * 1024;  ///< Larger responses fail.
  size_t answer_depth_max = 50;               ///< Of their JSON.
  size_t steps_max = 500;                     ///< Maximum of steps that an agent may offer.
  /// Additional kernel parameters of boot interfaces for an inspection.
  std::string inspection_kernel_params;
  erasure_options erasure;
};

/// The pause before the next poll of a command that was polled so often. Short at first, because
/// most commands take less than a second; twice as long each time, up to `longest`.
inline std::chrono::milliseconds command_poll_pause(uint32_t polls,
                                                    std::chrono::milliseconds longest) {
  constexpr std::chrono::milliseconds first{200};
  constexpr uint32_t doublings_max = 20;
  return std::min(longest, first * (1 << std::min(polls, doublings_max)));
}

}  // namespace ironbus
