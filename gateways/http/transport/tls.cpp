#include "gateways/http/transport/tls.hpp"

#include "messages/base/host_source.hpp"
#include "messages/platform/log.hpp"
#include "messages/platform/set_tls_limits.hpp"

#include <openssl/x509.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace ironbus::http {

namespace {

namespace ssl = boost::asio::ssl;
using error = boost::system::error_code;

// In the order of tls_file.
constexpr std::array<std::string_view, 4> allowed_contents{
    "a certificate in PEM, followed by its chain",
    "the certificate's private key in PEM, not encrypted",
    "certificates of authorities in PEM",
    "revocation lists of the authorities in PEM",
};

tl::unexpected<tls_file_problem> bad_file(tls_file which, const std::string& path,
                                          const std::string& why) {
  std::string sentence = "'" + path + "' " + why + "; allowed: ";
  sentence += allowed_contents.at(static_cast<size_t>(which));
  return tl::unexpected(tls_file_problem{which, std::move(sentence)});
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

std::optional<tls_file_problem> set_certificate(ssl::context& out, const tls_files& files) {
  error e;
  out.use_certificate_chain_file(files.certificate, e);
  ERR_clear_error();
  if (e)
    return bad_file(tls_file::certificate, files.certificate,
                    "holds no usable certificate: " + e.message())
        .value();
  out.use_private_key_file(files.key, ssl::context::pem, e);
  ERR_clear_error();
  if (e) return bad_file(tls_file::key, files.key, "holds no usable key: " + e.message()).value();
  return std::nullopt;
}

std::optional<tls_file_problem> set_authorities(ssl::context& out, const tls_files& files,
                                                authority_dates& dates) {
  const auto problem = verify_clients(out.native_handle(), files.clients, dates);
  if (!problem) return std::nullopt;
  return problem->crl ? bad_file(tls_file::client_crl, files.clients.crl_file, problem->why).value()
                      : bad_file(tls_file::client_ca, files.clients.ca_file, problem->why).value();
}

std::array<const std::string*, 4> paths_of(const tls_files& files) {
  return {&files.certificate, &files.key, &files.clients.ca_file, &files.clients.crl_file};
}

/// Whether a server with these options reads a file.
bool is_in_use(const tls_files& files, size_t i) {
  if (i < static_cast<size_t>(tls_file::client_ca)) return true;
  return files.clients.wanted() &&
         (i == static_cast<size_t>(tls_file::client_ca) || !files.clients.crl_file.empty());
}

tl::expected<tls_context, tls_file_problem> make_context(const tls_files& files,
                                                         authority_dates& dates) {
  auto out = std::make_shared<ssl::context>(ssl::context::tls_server);
  harden(*out, files);
  const auto paths = paths_of(files);
  for (size_t i = 0; i < paths.size(); ++i)
    if (is_in_use(files, i))
      if (const auto why = unreadable(*paths[i]); !why.empty())
        return bad_file(static_cast<tls_file>(i), *paths[i], why);
  if (auto problem = set_certificate(*out, files)) return tl::unexpected(std::move(*problem));
  if (auto problem = set_authorities(*out, files, dates))
    return tl::unexpected(std::move(*problem));
  return out;
}

/// When the first certificate of the server's chain expires.
file_expiry::time_point end_of_chain(SSL_CTX* context) {
  auto out = file_expiry::time_point::max();
  if (const auto* own = SSL_CTX_get0_certificate(context)) out = to_time(*X509_get0_notAfter(own));
  STACK_OF(X509)* chain = nullptr;
  SSL_CTX_get0_chain_certs(context, &chain);
  for (int i = 0; i < sk_X509_num(chain); ++i)
    out = std::min(out, to_time(*X509_get0_notAfter(sk_X509_value(chain, i))));
  return out;
}

std::vector<file_expiry> expiry_of(const tls_files& files, const tls_context& context,
                                   const authority_dates& dates) {
  std::vector<file_expiry> out{
      {"certificate", files.certificate, end_of_chain(context->native_handle())}};
  if (dates.authorities_end)
    out.push_back({"client_ca", files.clients.ca_file, *dates.authorities_end});
  if (dates.lists_end) out.push_back({"client_crl", files.clients.crl_file, *dates.lists_end});
  return out;
}

void warn_if_open_to_others(const std::string& key) {
  struct stat found {};
  if (::stat(key.c_str(), &found) == 0 && (found.st_mode & S_IRWXO) != 0)
    log::warn(
        "http: every user of this host may use the private key; remove the permissions of "
        "others (chmod o=)",
        {{log_key::file, key}});
}

file_expiry::time_point wall_time() { return host_source::current().system_now(); }

}  // namespace

tl::expected<std::monostate, tls_file_problem> check_tls_files(const tls_files& x) {
  authority_dates dates;
  if (auto made = make_context(x, dates); !made) return tl::unexpected(made.error());
  return {};
}

result<std::monostate> tls_certificate::load() {
  std::lock_guard one{reading_};
  seen_ = stamps_now();
  authority_dates dates;
  auto made = make_context(files_, dates);
  if (!made) return fail(error_code::invalid, made.error().sentence);
  hold(std::move(*made), dates);
  return {};
}

// Notes the state of the files before it reads them. So it notices the second change if the files
// change one after the other.
void tls_certificate::reload_if_changed() {
  std::lock_guard one{reading_};
  const auto now = stamps_now();
  if (now == seen_) return warn_of_expiry();
  seen_ = now;
  authority_dates dates;
  auto made = make_context(files_, dates);
  if (!made) {
    metrics_.note_failed(wall_time());
    return log::error("http: cannot read the certificate; the previous one stays in force",
                      {{log_key::error, made.error().sentence}});
  }
  log::info("http: read the certificate again", {{log_key::file, files_.certificate}});
  hold(std::move(*made), dates);
}

void tls_certificate::hold(tls_context context, const authority_dates& dates) {
  warn_if_open_to_others(files_.key);
  auto files = expiry_of(files_, context, dates);
  metrics_.note_loaded(files, wall_time());
  expiry_.watch(std::move(files));
  warn_of_expiry();
  std::lock_guard guard{mutex_};
  context_ = std::move(context);
}

void tls_certificate::warn_of_expiry() {
  const auto now = wall_time();
  for (const auto& file : expiry_.due(now))
    log::warn("http: " + expiry_text(file, now) + "; renew it", {{log_key::file, file.file}});
}

tls_context tls_certificate::current() const {
  std::lock_guard hold{mutex_};
  return context_;
}

tls_certificate::stamps tls_certificate::stamps_now() const {
  stamps out;
  const auto paths = paths_of(files_);
  for (size_t i = 0; i < paths.size(); ++i)
    if (is_in_use(files_, i)) out[i] = stamp_of(*paths[i]);
  return out;
}

}  // namespace ironbus::http
