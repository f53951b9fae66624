#pragma once

#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// A self-signed certificate and its key, both as PEM.
struct own_certificate {
  std::string certificate;
  std::string private_key;  // a secret
};

/// Creates a P-256 certificate with that name and with the IP address (v4 or v6) as its subject's
/// alternative name. Valid from an hour ago for 90 days. The machine's clock may be wrong by years,
/// so the service, which gets the certificate from the agent, ignores the validity period. Nothing
/// if OpenSSL fails.
std::optional<own_certificate> make_certificate(const std::string& name,
                                                const std::string& ip_address);

}  // namespace ironbus::ramdisk
