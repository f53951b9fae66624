#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

/// How this service fetches images itself. Names in comments are the options' names.
struct image_options {
  using milliseconds = std::chrono::milliseconds;

  uint64_t cache_bytes_max = uint64_t{20} * 1024 * 1024 * 1024;  ///< cache_size
  std::chrono::seconds cache_ttl{7 * 24 * 3600};                 ///< Since it was last used.
  bool force_raw = false;              ///< qcow2 is kept as what it stands for (force_raw_images).
  uint32_t downloads_max = 4;          ///< At once, of one process (download_concurrency).
  milliseconds stall_timeout{30'000};  ///< Nothing has come for so long.
  std::chrono::seconds download_timeout{4 * 3600};
  uint32_t attempts_max = 5;       ///< Without a MiB that is new (download_attempts).
  milliseconds retry_pause{1000};  ///< Before the second one; it doubles each time.
  /// Where redirects may lead besides the server that was asked: host names, or ".example.org" for
  /// all below.
  std::vector<std::string> redirect_hosts;
  /// Where image servers may be; empty: as callback_networks.
  std::vector<std::string> networks;
  /// "true" (the system's authorities), "false" (nothing), or a file of authorities in PEM.
  std::string verify_ca = "true";
  /// Credentials by host, a file as container tools write it (config.json); empty: none.
  std::string authentication_config;
  /// Who fetches what machines boot over the network, and discs (ISO), where their nodes do not
  /// say: "local", this service; "http", the machine or its BMC, where it can
  /// (ramdisk_image_download_source).
  std::string boot_fetcher = "local";
};

}  // namespace ironbus
