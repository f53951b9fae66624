#pragma once

#include "gateways/http/server.hpp"
#include "messages/callback_url.hpp"
#include "messages/declared_steps.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::http {

/// The settings of the HTTP gateway.
struct gateway_options {
  server_options server;
  /// Where ramdisks call, and nowhere else then. Empty: at the server's own address.
  std::string ramdisk_host;
  uint16_t ramdisk_port = 0;  ///< 0: any free one.
  /// Base of the links in answers, such as "https://metal.example.org". Empty: the scheme and the
  /// Host header of each request.
  std::string public_endpoint;
  bool enable_proxy_headers_parsing = false;      ///< X-Forwarded-Proto, -Host and -Prefix count.
  std::vector<std::string> cors_allowed_origins;  ///< Of web pages; "*": all.
  std::string auth_strategy = "noauth";           ///< Or "http_basic".
  std::string http_basic_auth_user_file = "/etc/ironic/htpasswd";
  std::string host_name = "localhost";              ///< The member name in sources of messages.
  size_t list_items_max = 1000;                     ///< A page is never longer.
  uint32_t shards = 64;                             ///< The same on every member.
  std::chrono::milliseconds reply_timeout{30'000};  ///< For a node's answer to a command.
  size_t body_bytes_max = 1024 * 1024;
  size_t provision_body_bytes_max = 64 * 1024 * 1024;  ///< A config drive travels in it.
  size_t json_depth_max = 25;
  size_t event_clients_max = 1000;  ///< Followers of /v1/events/stream.
  bool restrict_lookup = true;      ///< Lookup only in the states that expect a ramdisk.
  callback_rules callbacks;         ///< What a ramdisk may give as its address.
  image_rules images;               ///< Told to the ramdisk.
  std::string boot_root;            ///< Where drivers write boot files. Empty: none are served.
  std::string rescue_password_hash_algorithm = "sha256";  ///< Or "sha512".
  bool fast_track = false;                          ///< Ramdisks may stay up between workflows.
  std::chrono::seconds heartbeat_timeout{300};      ///< Told to the ramdisk.
  priority_overrides clean_step_priority_override;  ///< As the conductors have it.
};

}  // namespace ironbus::http
