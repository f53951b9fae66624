#include "gateways/http/transport/tls.hpp"

#include "messages/platform/log.hpp"
#include "messages/platform/set_tls_limits.hpp"

#include <openssl/x509.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace ironbus::http {

namespace {

namespace ssl = boost::asio::ssl;
using error = boost::system::error_code;

tl::unexpected<tls_file_problem> bad_file(bool key, const std::string& path,
                                          const std::string& why) {
  const std::string allowed = key ? "the certificate's private key in PEM, not encrypted"
                                  : "a certificate in PEM, followed by its chain";
  return tl::unexpected(tls_file_problem{key, "'" + path + "' " + why + "; allowed: " + allowed});
}

/// A readable error for a missing file; OpenSSL's text is hard to read.
std::string unreadable(const std::string& path) {
  errno = 0;
  std::ifstream file{path};
  if (file && file.peek() != std::ifstream::traits_type::eof()) return {};
  if (file && errno == 0) return "is empty";
  return std::string{"cannot be read: "} + std::strerror(errno != 0 ? errno : EIO);
}

/// The options were checked at start, so OpenSSL knows the ciphers.
void harden(ssl::context& context, const tls_files& files) {
  auto* native = context.native_handle();
  set_tls_limits(native, files.limits);
  SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                  SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
  // Otherwise OpenSSL would ask on the terminal for the password of an encrypted key.
  SSL_CTX_set_default_passwd_cb(native, [](char*, int, int, void*) { return -1; });
}

tl::expected<tls_context, tls_file_problem> make_context(const tls_files& files) {
  auto out = std::make_shared<ssl::context>(ssl::context::tls_server);
  harden(*out, files);
  if (const auto why = unreadable(files.certificate); !why.empty())
    return bad_file(false, files.certificate, why);
  if (const auto why = unreadable(files.key); !why.empty()) return bad_file(true, files.key, why);
  error e;
  out->use_certificate_chain_file(files.certificate, e);
  if (e) return bad_file(false, files.certificate, "holds no usable certificate: " + e.message());
  out->use_private_key_file(files.key, ssl::context::pem, e);
  ERR_clear_error();
  if (e) return bad_file(true, files.key, "holds no usable key: " + e.message());
  return out;
}

void warn_if_expired(const tls_context& tls_context, const std::string& path) {
  const auto* shown = SSL_CTX_get0_certificate(tls_context->native_handle());
  if (shown != nullptr && X509_cmp_current_time(X509_get0_notAfter(shown)) < 0)
    log::warn("http: the certificate has expired; clients will reject it", {{log_key::file, path}});
}

}  // namespace

tl::expected<std::monostate, tls_file_problem> check_tls_files(const tls_files& x) {
  if (auto made = make_context(x); !made) return tl::unexpected(made.error());
  return {};
}

result<std::monostate> tls_certificate::load() {
  seen_ = stamps_now();
  auto made = make_context(files_);
  if (!made) return fail(error_code::invalid, made.error().sentence);
  warn_if_expired(*made, files_.certificate);
  context_ = std::move(*made);
  return {};
}

// Notes the state of the files before it reads them. So it notices the second change if the files
// change one after the other.
void tls_certificate::reload_if_changed() {
  const auto now = stamps_now();
  if (now == seen_) return;
  seen_ = now;
  auto made = make_context(files_);
  if (!made)
    return log::error("http: cannot read the certificate; the previous one stays in force",
                      {{log_key::error, made.error().sentence}});
  warn_if_expired(*made, files_.certificate);
  log::info("http: read the certificate again", {{log_key::file, files_.certificate}});
  std::lock_guard hold{mutex_};
  context_ = std::move(*made);
}

tls_context tls_certificate::current() const {
  std::lock_guard hold{mutex_};
  return context_;
}

tls_certificate::stamps tls_certificate::stamps_now() const {
  return {stamp_of(files_.certificate), stamp_of(files_.key)};
}

}  // namespace ironbus::http
