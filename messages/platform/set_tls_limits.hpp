#pragma once

// In a header, because the agent of the ramdisk links none of the service's libraries.

#include "messages/platform/tls_limits.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <array>
#include <utility>

namespace ironbus {

/// OpenSSL's number of a TLS version such as "1.2"; 0 for any other text.
inline int tls_version_number(const std::string& text) {
  constexpr std::array<std::pair<const char*, int>, 3> rows{
      {{"1.1", TLS1_1_VERSION}, {"1.2", TLS1_2_VERSION}, {"1.3", TLS1_3_VERSION}}};
  for (const auto& [name, number] : rows)
    if (text == name) return number;
  return 0;
}

/// Applies the limits to a context. False if the version is unknown or OpenSSL supports none of the
/// ciphers.
inline bool set_tls_limits(SSL_CTX* context, const tls_limits& limits) {
  const auto oldest = tls_version_number(limits.minimum_version);
  if (oldest == 0 || SSL_CTX_set_min_proto_version(context, oldest) != 1) return false;
  if (limits.ciphers.empty()) return true;
  const bool set = SSL_CTX_set_cipher_list(context, limits.ciphers.c_str()) == 1;
  ERR_clear_error();
  return set;
}

/// Whether this reason of a failed handshake means that the peer does not support the minimum
/// version.
inline bool is_old_tls(int reason) {
  return reason == SSL_R_UNSUPPORTED_PROTOCOL || reason == SSL_R_TLSV1_ALERT_PROTOCOL_VERSION;
}

}  // namespace ironbus
