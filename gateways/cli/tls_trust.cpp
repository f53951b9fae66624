#include "gateways/cli/tls_trust.hpp"

#include <openssl/ssl.h>

namespace ironbus::cli {

namespace asio = boost::asio;

result<tls_trust> read_trust(const std::string& ca_file) {
  auto out = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(out->native_handle(), TLS1_2_VERSION);
  out->set_verify_mode(asio::ssl::verify_peer);
  boost::system::error_code e;
  if (ca_file.empty())
    out->set_default_verify_paths(e);
  else
    out->load_verify_file(ca_file, e);
  if (!e) return out;
  return fail(error_code::invalid, "'" + ca_file + "' is not a readable PEM file of certificates.");
}

}  // namespace ironbus::cli
