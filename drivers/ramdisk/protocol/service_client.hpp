#pragma once

#include "drivers/ramdisk/http/web_client.hpp"
#include "drivers/ramdisk/start/kernel_parameters.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// A microversion of the service's API, 1.N.
struct api_version {
  int minor = 31;  // default if the service does not report it
};

/// Parses "1.95"; nothing if it is invalid.
std::optional<api_version> parse_api_version(const std::string& text);

/// The reason in the service's error response: error_message, faultstring or title, else the text.
std::string refusal_text(const std::string& body);

/// Client for the service: lookup, heartbeat, inspection. If a URL is unreachable, tries the next
/// one; a URL that responded stays first. Used by one thread.
class service_client {
public:
  explicit service_client(const kernel_parameters& parameters);

  struct looked_up {
    nlohmann::json node;
    nlohmann::json config;
  };

  /// Repeats the lookup until the service knows the node, with ironic-python-agent's pauses
  /// (random, 1 to 60 s; after a 409 5, 10, 30 s). Nothing after lookup_timeout.
  std::optional<looked_up> look_up(const std::vector<std::string>& macs,
                                   const std::string& node_uuid);

  struct heartbeat {
    std::string node_uuid;
    std::string callback_url;
    std::string token;        // a secret
    std::string certificate;  // PEM; empty without TLS
  };

  /// Whether the service accepted it (202).
  bool send_heartbeat(const heartbeat& x);

  /// Sends the inventory, with retries. Returns the node's UUID if the service reports it.
  std::string send_inspection(const nlohmann::json& data);

  /// Of the connections from now on.
  void limit_tls(tls_limits limits) { tls_ = std::move(limits); }

  /// Of the service; queried once.
  api_version version();

private:
  web_answer ask(std::vector<std::string>& urls, web_request request, const std::string& path);
  std::optional<looked_up> try_lookup(const std::string& path, int& busy_pause);

  const kernel_parameters& parameters_;
  tls_limits tls_;
  std::vector<std::string> urls_;
  std::vector<std::string> callbacks_;
  std::optional<api_version> version_;
};

}  // namespace ironbus::ramdisk
