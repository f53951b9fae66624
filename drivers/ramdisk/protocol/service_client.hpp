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
  int minor = 31;  // what is taken where the service does not say
};

/// Reads "1.95"; nothing where it is none.
std::optional<api_version> parse_api_version(const std::string& text);

/// Why the service refused, of its answer's body: error_message, faultstring or title, else the
/// text.
std::string refusal_text(const std::string& body);

/// Asks the service: lookup, heartbeat, inspection. Of several addresses the next is tried where
/// one cannot be reached, and one that answered stays the first. Of one thread.
class service_client {
public:
  explicit service_client(const kernel_parameters& parameters);

  struct looked_up {
    nlohmann::json node;
    nlohmann::json config;
  };

  /// Asks again until the service knows the node (as ironic-python-agent does: waits of 1 to 60 s
  /// by chance, after a 409 of 5, 10, 30 s); nothing after lookup_timeout.
  std::optional<looked_up> look_up(const std::vector<std::string>& macs,
                                   const std::string& node_uuid);

  struct heartbeat {
    std::string node_uuid;
    std::string callback_url;
    std::string token;        // a secret
    std::string certificate;  // PEM; empty without TLS of our own
  };

  /// Whether the service took it (202).
  bool send_heartbeat(const heartbeat& x);

  /// Sends what was found; the UUID of the node if the service gives one. Several tries.
  std::string send_inspection(const nlohmann::json& data);

  /// Of the service; asked once.
  api_version version();

private:
  web_answer ask(std::vector<std::string>& urls, web_request request, const std::string& path);
  std::optional<looked_up> try_lookup(const std::string& path, int& busy_pause);

  const kernel_parameters& parameters_;
  std::vector<std::string> urls_;
  std::vector<std::string> callbacks_;
  std::optional<api_version> version_;
};

}  // namespace ironbus::ramdisk
