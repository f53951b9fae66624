#pragma once

#include <openssl/ossl_typ.h>

#include <memory>
#include <string>
#include <vector>

namespace ironbus::http {

/// The identity in a client certificate whose chain the server has verified. Made once for each
/// connection.
struct verified_certificate {
  /// As `openssl x509 -noout -subject -nameopt RFC2253` shows it, such as "CN=ann,O=Example".
  std::string subject;
  /// The subject alternative names: "DNS:host.example.org" (in lower case),
  /// "email:ann@example.org", "URI:spiffe://example.org/ann" and "IP:192.0.2.1".
  std::vector<std::string> names;
  /// The SHA-256 of the SubjectPublicKeyInfo in DER, in lower-case hexadecimal digits.
  std::string spki_sha256;
};

using certificate_ptr = std::shared_ptr<const verified_certificate>;

/// The maximum number of names; further ones are left out.
inline constexpr size_t certificate_names_max = 64;

/// The identity in a certificate. Leaves out names with control characters and of other kinds.
verified_certificate identity_in(const X509& certificate);

/// The certificate of a TLS connection after its handshake; null: the client sent none, or the
/// server does not verify clients.
certificate_ptr certificate_of(const SSL* connection);

}  // namespace ironbus::http
