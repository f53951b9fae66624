#pragma once

#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// A certificate that signs itself, and its key, both as PEM.
struct own_certificate {
  std::string certificate;
  std::string private_key;  // a secret
};

/// For P-256, of that name, good for the IP address (v4 or v6) as its subject's alternative name,
/// from an hour ago for 90 days. The clock of the machine may be wrong by years: whoever trusts
/// this certificate because the agent sent it judges neither end. Nothing where OpenSSL fails.
std::optional<own_certificate> make_certificate(const std::string& name,
                                                const std::string& ip_address);

}  // namespace ironbus::ramdisk
