#pragma once

#include "messages/platform/tls_limits.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// Settings of the service's own image downloads. Names in comments are option names.
struct image_options {
  using milliseconds = std::chrono::milliseconds;

  uint64_t cache_bytes_max = uint64_t{20} * 1024 * 1024 * 1024;  ///< cache_size
  std::chrono::seconds cache_ttl{7 * 24 * 3600};                 ///< Since the last use.
  bool force_raw = false;      ///< qcow2 images are converted to raw (force_raw_images).
  uint32_t downloads_max = 4;  ///< Concurrent downloads of one process (download_concurrency).
  milliseconds stall_timeout{30'000};  ///< Maximum time without data.
  std::chrono::seconds download_timeout{4 * 3600};
  uint32_t attempts_max = 5;       ///< Attempts without a new MiB (download_attempts).
  milliseconds retry_pause{1000};  ///< Before the second attempt; doubles each time.
  /// Hosts to which redirects may lead, besides the same host: host names, or ".example.org" for
  /// all subdomains.
  std::vector<std::string> redirect_hosts;
  /// Allowed networks of image servers; empty: as callback_networks.
  std::vector<std::string> networks;
  /// "true" (the system's authorities), "false" (no verification), or a PEM file of authorities.
  std::string verify_ca = "true";
  std::string registry_verify_ca;  ///< The same for registries; empty: as verify_ca.
  /// Of image servers and registries (tls_minimum_version, tls_ciphers).
  tls_limits tls{};
  /// Credentials by host, in the format of container tools (config.json); empty: none.
  std::string authentication_config;
  /// Default for nodes: who fetches boot files and ISO images. "local": this service; "http": the
  /// machine or its BMC, if it can (ramdisk_image_download_source).
  std::string boot_fetcher = "local";
};

}  // namespace ironbus
