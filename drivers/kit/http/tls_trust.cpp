#include "drivers/kit/http/tls_trust.hpp"

#include "messages/platform/set_tls_limits.hpp"

#include <boost/asio/buffer.hpp>

#include <algorithm>
#include <filesystem>

namespace ironbus {

namespace {

using tls_error = boost::system::error_code;

constexpr size_t ciphers_bytes_max = 1024;

void believe(boost::asio::ssl::context& out, const tls_trust& trust, tls_error& error) {
  std::error_code unknown;
  switch (trust.source) {
    case tls_trust::kind::system: out.set_default_verify_paths(error); break;
    case tls_trust::kind::presented:
      // A self-signed certificate was dated by its owner's own clock.
      X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(out.native_handle()),
                                  X509_V_FLAG_NO_CHECK_TIME);
      [[fallthrough]];
    case tls_trust::kind::certificates:
      out.add_certificate_authority(boost::asio::buffer(trust.value), error);
      break;
    case tls_trust::kind::file:
      if (std::filesystem::is_directory(trust.value, unknown))
        out.add_verify_path(trust.value, error);
      else
        out.load_verify_file(trust.value, error);
      break;
    case tls_trust::kind::anything: out.set_verify_mode(boost::asio::ssl::verify_none); break;
  }
  ERR_clear_error();
}

/// Sends the client certificate to servers that request one.
void identify_by(boost::asio::ssl::context& out, const tls_trust& trust, tls_error& error) {
  if (trust.certificate_file.empty()) return;
  out.use_certificate_chain_file(trust.certificate_file, error);
  if (!error) out.use_private_key_file(trust.key_file, boost::asio::ssl::context::pem, error);
  ERR_clear_error();
}

}  // namespace

bool are_tls_ciphers(const std::string& list) {
  const bool plain = std::all_of(list.begin(), list.end(),
                                 [](unsigned char byte) { return byte > ' ' && byte < 0x7f; });
  if (list.empty() || list.size() > ciphers_bytes_max || !plain) return false;
  boost::asio::ssl::context context{boost::asio::ssl::context::tls_client};
  return set_tls_limits(context.native_handle(), {.ciphers = list});
}

tls_trust trust_of_option(const std::string& verify_ca, const tls_limits& limits) {
  using kind = tls_trust::kind;
  if (verify_ca == "true") return {kind::system, {}, limits};
  if (verify_ca == "false") return {kind::anything, {}, limits};
  return {kind::file, verify_ca, limits};
}

result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const tls_trust& trust) {
  auto out = std::make_shared<boost::asio::ssl::context>(boost::asio::ssl::context::tls_client);
  if (!set_tls_limits(out->native_handle(), trust.limits))
    return fail(error_code::invalid, "OpenSSL supports none of the ciphers");
  out->set_verify_mode(boost::asio::ssl::verify_peer);
  tls_error error;
  believe(*out, trust, error);
  if (!error) identify_by(*out, trust, error);
  if (error) return fail(error_code::invalid, error.message());
  return out;
}

}  // namespace ironbus
