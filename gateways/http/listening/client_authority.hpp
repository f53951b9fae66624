#pragma once

#include <openssl/ossl_typ.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// Whether a TLS server asks clients for a certificate. With `request` a client may have none. A
/// certificate that is not valid always ends the handshake.
enum class client_certificates : uint8_t { off, request, require };
inline constexpr std::array<std::string_view, 3> client_certificates_names{"off", "request",
                                                                           "require"};

/// The authorities of client certificates.
struct client_authority {
  client_certificates mode = client_certificates::off;
  std::string ca_file = {};   ///< PEM; one or more certificates of authorities.
  std::string crl_file = {};  ///< PEM; a list of each authority of a chain. Empty: none is checked.

  bool wanted() const { return mode != client_certificates::off; }
};

/// Why the files cannot be used.
struct authority_problem {
  bool crl = false;  ///< It is the file of revocation lists.
  std::string why;
};

/// Times at which a file stops being useful.
struct authority_dates {
  using time_point = std::chrono::system_clock::time_point;

  std::optional<time_point> authorities_end;  ///< Of the authority that expires first.
  std::optional<time_point> lists_end;        ///< Of the list whose next update is due first.
};

/// Makes a server verify its clients. With a mode other than `off` it neither resumes sessions nor
/// issues tickets, so that each handshake checks the certificate again.
std::optional<authority_problem> verify_clients(SSL_CTX* server, const client_authority& authority,
                                                authority_dates& dates);

/// The time in a certificate or list. A time that is not valid counts as 1970.
std::chrono::system_clock::time_point to_time(const ASN1_TIME& time);

}  // namespace ironbus::http
