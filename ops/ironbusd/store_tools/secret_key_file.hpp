#pragma once

#include "messages/crypto/secret_box.hpp"
#include "ops/ironbusd/options/settings.hpp"

#include <memory>
#include <string>

namespace ironbus::daemon {

/// The file with the keys for secrets: secrets.key_file, otherwise the credential `ironbus-secrets`
/// that systemd hands over. Empty: none.
std::string secret_key_file(const settings& settings);

/// The keys of that file; null if there is no file, so that secrets stay in clear. `invalid` names
/// the file and the line, and quotes no key.
result<std::shared_ptr<const secret_box>> read_secret_box(const settings& settings);

/// Logs once that others can read the file, or that secrets leave this host in clear.
void warn_of_clear_secrets(const settings& settings);

}  // namespace ironbus::daemon
