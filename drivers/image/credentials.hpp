#pragma once

#include "messages/base/errors.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// What a node's image_pull_secret puts into the header Authorization: "Basic …" where it is
/// "USER:PASSWORD" in base64, as container tools keep it, else "Bearer …".
std::string authorization_of_secret(std::string_view secret);

/// What a file of credentials says for a host, "registry.example.org" or
/// "registry.example.org:5000"; empty: nothing. The file is a config.json of container tools:
/// {"auths": {HOST: {"auth": base64("USER:PASSWORD")} | {"username", "password"} |
/// {"registrytoken"}}}; a HOST may have a scheme before it and a path after it. Read anew each
/// time. `invalid` names the file, never what it holds.
result<std::string> authorization_of_host(const std::string& file, const std::string& host,
                                          uint16_t port);

}  // namespace ironbus
