#pragma once

#include "messages/platform/tls_limits.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::ramdisk {

/// The service's settings on the kernel's command line. Names are those of ironic-python-agent
/// ("ipa-api-url"). Of two with the same name, the later one counts.
struct kernel_parameters {
  std::vector<std::string> api_urls;       // without a trailing slash; none: no lookup
  std::vector<std::string> callback_urls;  // URLs for the inventory
  std::string agent_token;                 // a secret
  std::string request_id;
  std::string boot_mac;  // from BOOTIF, as aa:bb:cc:dd:ee:ff; empty if unknown
  std::optional<std::string> api_version;
  std::vector<std::string> collectors{"default", "logs"};
  bool collectors_given = false;
  std::string advertise_host;
  bool debug = false;
  bool insecure = false;  // the service's certificate is not verified
  bool collect_lldp = false;
  bool auto_tls = true;  // the agent's server uses TLS with a certificate created at start
  tls_limits tls;        // of all connections until the lookup
  int listen_port = 9999;
  int advertise_port = 9999;
  int disk_wait_attempts = 10;
  std::chrono::seconds disk_wait_delay{3};
  std::chrono::seconds lookup_timeout{600};
  std::chrono::seconds lookup_interval{1};
  std::chrono::seconds request_timeout{30};
  std::chrono::seconds image_timeout{60};  // for a connection, and between two parts
  int image_retries = 9;                   // in a row without a byte
  std::chrono::seconds image_retry_interval{10};
  std::chrono::seconds lldp_timeout{30};

  [[nodiscard]] bool has_collector(std::string_view name) const;
};

/// NAME=VALUE without quotes; NAME alone becomes "1".
std::map<std::string, std::string> parse_command_line(std::string_view text);
kernel_parameters read_kernel_parameters(const std::map<std::string, std::string>& values);

/// Converts "01-AA-BB-CC-DD-EE-FF" or "aa:bb:cc:dd:ee:ff" to the latter; empty if it is neither.
std::string mac_of(std::string_view text);
/// By oslo's rules: 1, yes, on, true.
bool is_true(std::string_view text);

}  // namespace ironbus::ramdisk
