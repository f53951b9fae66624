#include "drivers/kit/http/tls_trust.hpp"

#include <boost/asio/buffer.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace ironbus {

namespace {

using tls_error = boost::system::error_code;

constexpr size_t ciphers_bytes_max = 1024;

struct version_row {
  std::string_view text;
  int number;  ///< OpenSSL's number.
};

/// Indexed by tls_version.
constexpr std::array version_rows{
    version_row{"1.1", TLS1_1_VERSION},
    version_row{"1.2", TLS1_2_VERSION},
    version_row{"1.3", TLS1_3_VERSION},
};

bool set_ciphers(boost::asio::ssl::context& out, const std::string& list) {
  const bool set = SSL_CTX_set_cipher_list(out.native_handle(), list.c_str()) == 1;
  ERR_clear_error();
  return set;
}

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

}  // namespace

std::optional<tls_version> read_tls_version(std::string_view text) {
  const auto* row = std::find_if(version_rows.begin(), version_rows.end(),
                                 [&](const version_row& one) { return one.text == text; });
  if (row == version_rows.end()) return std::nullopt;
  return static_cast<tls_version>(row - version_rows.begin());
}

bool are_tls_ciphers(const std::string& list) {
  const bool plain = std::all_of(list.begin(), list.end(),
                                 [](unsigned char byte) { return byte > ' ' && byte < 0x7f; });
  if (list.empty() || list.size() > ciphers_bytes_max || !plain) return false;
  boost::asio::ssl::context context{boost::asio::ssl::context::tls_client};
  return set_ciphers(context, list);
}

result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const tls_trust& trust) {
  auto out = std::make_shared<boost::asio::ssl::context>(boost::asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(out->native_handle(),
                                version_rows.at(static_cast<size_t>(trust.oldest)).number);
  if (!trust.ciphers.empty() && !set_ciphers(*out, trust.ciphers))
    return fail(error_code::invalid, "OpenSSL supports none of the ciphers");
  out->set_verify_mode(boost::asio::ssl::verify_peer);
  tls_error error;
  believe(*out, trust, error);
  if (error) return fail(error_code::invalid, error.message());
  return out;
}

}  // namespace ironbus
