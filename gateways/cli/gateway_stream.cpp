#include "gateways/cli/gateway_stream.hpp"

#include <boost/asio/ssl/host_name_verification.hpp>
#include <openssl/ssl.h>

namespace ironbus::cli {

namespace asio = boost::asio;

namespace {

bool is_address(const std::string& host) {
  boost::system::error_code e;
  asio::ip::make_address(host, e);
  return !e;
}

}  // namespace

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
  return fail(error_code::invalid, "'" + ca_file + "' is no readable PEM file of certificates.");
}

gateway_stream::gateway_stream(asio::io_context& io, tls_trust trust, const std::string& host)
    : plain_(io), trust_(std::move(trust)) {
  if (!trust_) return;
  tls_.emplace(plain_, *trust_);
  tls_->set_verify_callback(asio::ssl::host_name_verification(host));
  if (!is_address(host)) SSL_set_tlsext_host_name(tls_->native_handle(), host.c_str());
}

}  // namespace ironbus::cli
