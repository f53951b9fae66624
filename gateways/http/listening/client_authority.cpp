#include "gateways/http/listening/client_authority.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <ctime>
#include <memory>

namespace ironbus::http {

namespace {

struct authority_deleter {
  void operator()(BIO* x) const { BIO_free(x); }
  void operator()(X509* x) const { X509_free(x); }
  void operator()(X509_CRL* x) const { X509_CRL_free(x); }
};
template <class T>
using owned = std::unique_ptr<T, authority_deleter>;

using date = std::optional<authority_dates::time_point>;

void take_earlier(date& earliest, const ASN1_TIME* time) {
  if (time == nullptr) return;
  const auto next = to_time(*time);
  if (!earliest || next < *earliest) earliest = next;
}

bool add(SSL_CTX* server, const X509* authority, date& end) {
  // Both calls count a reference of their own and do not change the certificate.
  auto* shared = const_cast<X509*>(authority);
  if (X509_STORE_add_cert(SSL_CTX_get_cert_store(server), shared) != 1 ||
      SSL_CTX_add_client_CA(server, shared) != 1)
    return false;
  take_earlier(end, X509_get0_notAfter(authority));
  return true;
}

bool add(SSL_CTX* server, X509_CRL* list, date& end) {
  if (X509_STORE_add_crl(SSL_CTX_get_cert_store(server), list) != 1) return false;
  take_earlier(end, X509_CRL_get0_nextUpdate(list));
  return true;
}

/// Reads all items of a PEM file with `read_next`. Returns what is wrong; empty: nothing.
template <class Item>
std::string add_all(SSL_CTX* server, const std::string& path, date& end,
                    Item* (*read_next)(BIO*, Item**, pem_password_cb*, void*)) {
  ERR_clear_error();
  const owned<BIO> file{BIO_new_file(path.c_str(), "r")};
  if (!file) return "cannot be opened";
  size_t count = 0;
  for (;; ++count) {
    const owned<Item> one{read_next(file.get(), nullptr, nullptr, nullptr)};
    if (!one) break;
    if (!add(server, one.get(), end)) return "cannot be loaded";
  }
  const auto last = ERR_peek_last_error();
  const bool ended =
      ERR_GET_LIB(last) == ERR_LIB_PEM && ERR_GET_REASON(last) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (!ended) return "is damaged";
  return count > 0 ? "" : "contains none";
}

void verify_each_handshake(SSL_CTX* server, client_certificates mode) {
  const int fail = mode == client_certificates::require ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0;
  SSL_CTX_set_verify(server, SSL_VERIFY_PEER | fail, nullptr);
  SSL_CTX_set_session_cache_mode(server, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(server, SSL_OP_NO_TICKET);
  SSL_CTX_set_num_tickets(server, 0);
}

}  // namespace

std::chrono::system_clock::time_point to_time(const ASN1_TIME& time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(&time, &parts) != 1) return {};
  return std::chrono::system_clock::from_time_t(::timegm(&parts));
}

std::optional<authority_problem> verify_clients(SSL_CTX* server, const client_authority& authority,
                                                authority_dates& dates) {
  if (!authority.wanted()) return std::nullopt;
  verify_each_handshake(server, authority.mode);
  if (auto why = add_all<X509>(server, authority.ca_file, dates.authorities_end, PEM_read_bio_X509);
      !why.empty())
    return authority_problem{false, std::move(why)};
  if (authority.crl_file.empty()) return std::nullopt;
  if (auto why =
          add_all<X509_CRL>(server, authority.crl_file, dates.lists_end, PEM_read_bio_X509_CRL);
      !why.empty())
    return authority_problem{true, std::move(why)};
  X509_STORE_set_flags(SSL_CTX_get_cert_store(server),
                       X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
  return std::nullopt;
}

}  // namespace ironbus::http
