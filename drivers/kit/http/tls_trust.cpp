#include "drivers/kit/http/tls_trust.hpp"

#include <boost/asio/buffer.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <filesystem>

namespace ironbus {

namespace {

using tls_error = boost::system::error_code;

void believe(boost::asio::ssl::context& out, const tls_trust& trust, tls_error& error) {
  std::error_code unknown;
  switch (trust.source) {
    case tls_trust::kind::system: out.set_default_verify_paths(error); break;
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

result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const tls_trust& trust) {
  auto out = std::make_shared<boost::asio::ssl::context>(boost::asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(out->native_handle(), TLS1_2_VERSION);
  out->set_verify_mode(boost::asio::ssl::verify_peer);
  tls_error error;
  believe(*out, trust, error);
  if (error) return fail(error_code::invalid, error.message());
  return out;
}

}  // namespace ironbus
