#pragma once

#include "messages/base/errors.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// The Authorization header for a node's image_pull_secret: "Basic …" for "USER:PASSWORD" in
/// base64, as container tools store it, else "Bearer …".
std::string authorization_of_secret(std::string_view secret);

/// The Authorization header for a host, "registry.example.org" or "registry.example.org:5000", from
/// a credentials file; empty: none. The file is a config.json of container tools: {"auths": {HOST:
/// {"auth": base64("USER:PASSWORD")} | {"username", "password"} | {"registrytoken"}}}. HOST may
/// have a scheme and a path. Reads the file each time. `invalid` names the file, never its content.
result<std::string> authorization_of_host(const std::string& file, const std::string& host,
                                          uint16_t port);

}  // namespace ironbus
