#include "messages/platform/tls_client.hpp"

#include "messages/platform/set_tls_limits.hpp"

#include <arpa/inet.h>
#include <openssl/x509v3.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

namespace ironbus {

namespace {

using tls_file = std::string tls_client_options::*;

std::string allowed_in(tls_file file) {
  if (file == &tls_client_options::ca_file) return "certificates of authorities in PEM";
  if (file == &tls_client_options::key_file)
    return "the certificate's private key in PEM, not encrypted";
  return "a certificate in PEM, followed by its chain";
}

tls_client_problem bad_tls_file(const tls_client_options& options, tls_file file,
                                const std::string& why) {
  return {file, "'" + options.*file + "' " + why + "; allowed: " + allowed_in(file)};
}

/// OpenSSL's text for a missing file is hard to understand.
std::string unreadable_text(const std::string& path) {
  errno = 0;
  std::ifstream file{path};
  if (file && file.peek() != std::ifstream::traits_type::eof()) return {};
  if (file && errno == 0) return "is empty";
  return std::string{"cannot be read: "} + std::strerror(errno != 0 ? errno : EIO);
}

std::string tls_error_text() {
  const auto* text = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return text != nullptr ? text : "the reason is unknown";
}

/// Loads one file into the context; `load` returns 1 on success.
template <class Load>
std::optional<tls_client_problem> load_file(const tls_client_options& options, tls_file file,
                                            const char* what, Load load) {
  const auto& path = options.*file;
  if (const auto why = unreadable_text(path); !why.empty()) return bad_tls_file(options, file, why);
  ERR_clear_error();
  if (load(path.c_str()) == 1) return std::nullopt;
  return bad_tls_file(options, file,
                      std::string{"holds no usable "} + what + ": " + tls_error_text());
}

std::optional<tls_client_problem> load_files(SSL_CTX* context, const tls_client_options& options) {
  using o = tls_client_options;
  std::optional<tls_client_problem> problem;
  if (options.ca_file.empty())
    SSL_CTX_set_default_verify_paths(context);
  else
    problem = load_file(options, &o::ca_file, "certificates",
                        [&](const char* path) { return SSL_CTX_load_verify_file(context, path); });
  if (problem || options.certificate_file.empty()) return problem;
  problem = load_file(options, &o::certificate_file, "certificate", [&](const char* path) {
    return SSL_CTX_use_certificate_chain_file(context, path);
  });
  if (problem) return problem;
  return load_file(options, &o::key_file, "key", [&](const char* path) {
    return SSL_CTX_use_PrivateKey_file(context, path, SSL_FILETYPE_PEM);
  });
}

/// The options were checked at start, so OpenSSL knows the ciphers.
void limit_protocol(SSL_CTX* context, const tls_limits& limits) {
  set_tls_limits(context, limits);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  // Prevents OpenSSL from asking for the password of an encrypted key on the terminal.
  SSL_CTX_set_default_passwd_cb(context, [](char*, int, int, void*) { return -1; });
}

bool is_ip_address(const std::string& text) {
  in6_addr bytes{};
  return inet_pton(AF_INET, text.c_str(), &bytes) == 1 ||
         inet_pton(AF_INET6, text.c_str(), &bytes) == 1;
}

std::string refusal_text(int error, int depth, const std::string& name) {
  const std::string whose = depth == 0 ? "the server's certificate" : "a certificate of its chain";
  switch (error) {
    case X509_V_ERR_CERT_HAS_EXPIRED: return whose + " has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID: return whose + " is not valid yet";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return "the server's certificate was issued by an authority that is not trusted";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return "the server's certificate is not for " + name;
    default: return whose + " is rejected: " + X509_verify_cert_error_string(error);
  }
}

/// The server's alert and its usual cause.
std::string alert_text(int reason) {
  if (is_old_tls(reason))
    return "the server supports no TLS version that tls_minimum_version allows";
  switch (reason) {
    case SSL_R_WRONG_VERSION_NUMBER: return "the server does not speak TLS at this port";
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED: return "the server asks for a client certificate";
    case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
      return "the server rejects the handshake; it may ask for a client certificate";
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
      return "the server reports that the client certificate has expired";
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
      return "the server does not trust the authority of the client certificate";
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN: return "the server rejects the client certificate";
    case SSL_R_UNEXPECTED_EOF_WHILE_READING: return "the server has closed the connection";
    default: return {};
  }
}

}  // namespace

std::optional<tls_client_problem> find_problem(const tls_client_options& options) {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context{SSL_CTX_new(TLS_client_method()),
                                                                  &SSL_CTX_free};
  limit_protocol(context.get(), options.limits);
  return load_files(context.get(), options);
}

tls_peer::tls_peer(tls_client_options options, std::string host)
    : options_{std::move(options)}, host_{std::move(host)} {}

const std::string& tls_peer::name() const {
  return options_.server_name.empty() ? host_ : options_.server_name;
}

result<std::monostate> tls_peer::prepare(SSL_CTX* context) {
  refused_ = X509_V_OK;
  limit_protocol(context, options_.limits);
  SSL_CTX_set_app_data(context, this);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, &tls_peer::judge);
  SSL_CTX_set_info_callback(context, &tls_peer::ask_by_name);
  if (auto named = demand_name(context); !named) return named;
  if (const auto problem = load_files(context, options_))
    return fail(error_code::unavailable, problem->sentence);
  return std::monostate{};
}

result<std::monostate> tls_peer::demand_name(SSL_CTX* context) const {
  if (!options_.verify_host) return std::monostate{};
  auto* wanted = SSL_CTX_get0_param(context);
  X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  const bool set = is_ip_address(name())
                       ? X509_VERIFY_PARAM_set1_ip_asc(wanted, name().c_str()) == 1
                       : X509_VERIFY_PARAM_set1_host(wanted, name().data(), name().size()) == 1;
  if (set && !name().empty()) return std::monostate{};
  return fail(error_code::unavailable,
              "a certificate cannot be issued for the name '" + name() + "'");
}

std::string tls_peer::why_refused() const {
  auto text = take_tls_error();
  return refused_ == X509_V_OK ? text : refusal_text(refused_, depth_, name());
}

int tls_peer::judge(int good, X509_STORE_CTX* chain) {
  if (good == 1) return good;
  const auto* connection =
      static_cast<SSL*>(X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx()));
  auto* peer = static_cast<tls_peer*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(connection)));
  peer->refused_ = X509_STORE_CTX_get_error(chain);
  peer->depth_ = X509_STORE_CTX_get_error_depth(chain);
  return good;
}

/// rabbitmq-c makes its own connections and sends the host of the address as the server name, even
/// if it is an IP address, which RFC 6066 forbids. So the name is set when a handshake begins.
void tls_peer::ask_by_name(const SSL* connection, int event, int /*outcome*/) {
  if ((event & SSL_CB_HANDSHAKE_START) == 0) return;
  const auto* peer = static_cast<tls_peer*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(connection)));
  const auto* name = is_ip_address(peer->name()) ? nullptr : peer->name().c_str();
  SSL_set_tlsext_host_name(const_cast<SSL*>(connection), name);
}

std::string take_tls_error() {
  const auto error = ERR_peek_error();
  const auto* plain = ERR_reason_error_string(error);
  ERR_clear_error();
  if (error == 0) return {};
  auto text = ERR_GET_LIB(error) == ERR_LIB_SSL ? alert_text(ERR_GET_REASON(error)) : std::string{};
  if (!text.empty()) return text;
  return plain != nullptr ? std::string{"TLS: "} + plain : "TLS failed";
}

}  // namespace ironbus
