#include "gateways/http/listening/handshake_failure.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/core/error.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

using failed_by = handshake_failure;

constexpr std::array<std::string_view, 15> failure_names{
    "no_certificate",
    "unknown_authority",
    "revoked",
    "expired",
    "not_yet_valid",
    "no_revocation_list",
    "invalid_certificate",
    "rejected_by_client",
    "version",
    "cipher",
    "not_tls",
    "timeout",
    "disconnected",
    "too_many",
    "other",
};
static_assert(failure_names.size() == static_cast<size_t>(failed_by::count_), "one without a name");

struct failure_row {
  long number;
  handshake_failure what;
};

constexpr std::array<failure_row, 12> verify_rows{{
    {X509_V_ERR_CERT_REVOKED, failed_by::revoked},
    {X509_V_ERR_CERT_HAS_EXPIRED, failed_by::expired},
    {X509_V_ERR_CERT_NOT_YET_VALID, failed_by::not_yet_valid},
    {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, failed_by::unknown_authority},
    {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, failed_by::unknown_authority},
    {X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, failed_by::unknown_authority},
    {X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, failed_by::unknown_authority},
    {X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, failed_by::unknown_authority},
    {X509_V_ERR_CERT_SIGNATURE_FAILURE, failed_by::unknown_authority},
    {X509_V_ERR_UNABLE_TO_GET_CRL, failed_by::no_revocation_list},
    {X509_V_ERR_CRL_HAS_EXPIRED, failed_by::no_revocation_list},
    {X509_V_ERR_CRL_NOT_YET_VALID, failed_by::no_revocation_list},
}};

constexpr std::array<failure_row, 8> reason_rows{{
    {SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE, failed_by::no_certificate},
    {SSL_R_UNSUPPORTED_PROTOCOL, failed_by::version},
    {SSL_R_VERSION_TOO_LOW, failed_by::version},
    {SSL_R_NO_SHARED_CIPHER, failed_by::cipher},
    {SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, failed_by::cipher},
    {SSL_R_HTTP_REQUEST, failed_by::not_tls},
    {SSL_R_WRONG_VERSION_NUMBER, failed_by::not_tls},
    {SSL_R_UNEXPECTED_EOF_WHILE_READING, failed_by::disconnected},
}};

template <size_t N>
handshake_failure found_in(const std::array<failure_row, N>& rows, long number,
                           handshake_failure otherwise) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const failure_row& x) { return x.number == number; });
  return row != rows.end() ? row->what : otherwise;
}

handshake_failure reason_in_tls(int reason, const SSL* connection) {
  if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED && connection != nullptr)
    return found_in(verify_rows, SSL_get_verify_result(connection), failed_by::invalid_certificate);
  if (reason >= SSL_AD_REASON_OFFSET) return failed_by::rejected_by_client;
  return found_in(reason_rows, reason, failed_by::other);
}

}  // namespace

std::string_view failure_name(handshake_failure x) {
  return failure_names.at(static_cast<size_t>(x));
}

handshake_failure reason_of(const boost::system::error_code& error, const SSL* connection) {
  namespace asio = boost::asio;
  if (error == boost::beast::error::timeout) return failed_by::timeout;
  if (error == asio::error::eof || error == asio::error::connection_reset ||
      error == asio::error::broken_pipe || error == asio::error::operation_aborted ||
      error == asio::ssl::error::stream_truncated)
    return failed_by::disconnected;
  if (error.category() != asio::error::get_ssl_category()) return failed_by::other;
  return reason_in_tls(ERR_GET_REASON(static_cast<unsigned long>(error.value())), connection);
}

}  // namespace ironbus::http
