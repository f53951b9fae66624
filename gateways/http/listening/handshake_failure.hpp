#pragma once

#include <boost/system/error_code.hpp>
#include <openssl/ossl_typ.h>

#include <cstdint>
#include <string_view>

namespace ironbus::http {

/// Why a TLS handshake of a client failed.
enum class handshake_failure : uint8_t {
  no_certificate,     ///< The client sent none, and one is required.
  unknown_authority,  ///< No authority of api.client_ca_file has issued it.
  revoked,
  expired,
  not_yet_valid,
  no_revocation_list,   ///< A list of an authority is missing or out of date.
  invalid_certificate,  ///< Another fault of the client's certificate.
  rejected_by_client,   ///< The client sent an alert, for example because of our certificate.
  version,              ///< The client supports no version that is allowed.
  cipher,
  not_tls,
  timeout,
  disconnected,
  too_many,  ///< Too many handshakes were running, so this one did not start.
  other,
  count_  ///< Not a reason: the number of reasons.
};

/// The name in metrics, such as "unknown_authority".
std::string_view failure_name(handshake_failure x);

/// The reason for the error of a handshake.
handshake_failure reason_of(const boost::system::error_code& error, const SSL* connection);

}  // namespace ironbus::http
