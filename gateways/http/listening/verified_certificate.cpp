#include "gateways/http/listening/verified_certificate.hpp"

#include "messages/base/text.hpp"
#include "messages/crypto/digest.hpp"

#include <boost/asio/ip/address.hpp>
#include <openssl/bio.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace ironbus::http {

namespace {

constexpr size_t name_bytes_max = 1024;
constexpr size_t subject_bytes_max = 4096;

struct certificate_deleter {
  void operator()(BIO* x) const { BIO_free(x); }
  void operator()(GENERAL_NAMES* x) const { GENERAL_NAMES_free(x); }
};

std::string subject_of(const X509& certificate) {
  // Without ASN1_STRFLGS_ESC_MSB letters of UTF-8 are not escaped.
  constexpr unsigned long form =
      (XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB));
  const std::unique_ptr<BIO, certificate_deleter> out{BIO_new(BIO_s_mem())};
  if (!out) return {};
  X509_NAME_print_ex(out.get(), X509_get_subject_name(&certificate), 0, form);
  char* begin = nullptr;
  const auto bytes = BIO_get_mem_data(out.get(), &begin);
  if (bytes <= 0 || static_cast<size_t>(bytes) > subject_bytes_max) return {};
  return {begin, static_cast<size_t>(bytes)};
}

std::string_view bytes_of(const ASN1_STRING* text) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
          static_cast<size_t>(ASN1_STRING_length(text))};
}

bool is_printable(std::string_view text) {
  return !text.empty() && text.size() <= name_bytes_max &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

std::string address_text(std::string_view bytes) {
  namespace ip = boost::asio::ip;
  if (bytes.size() == ip::address_v4::bytes_type{}.size()) {
    ip::address_v4::bytes_type four;
    std::copy(bytes.begin(), bytes.end(), four.begin());
    return ip::address_v4{four}.to_string();
  }
  ip::address_v6::bytes_type sixteen;
  if (bytes.size() != sixteen.size()) return {};
  std::copy(bytes.begin(), bytes.end(), sixteen.begin());
  return ip::address_v6{sixteen}.to_string();
}

struct name_row {
  int kind;
  std::string_view prefix;
};
constexpr std::array<name_row, 3> text_names{{
    {GEN_DNS, "DNS:"},
    {GEN_EMAIL, "email:"},
    {GEN_URI, "URI:"},
}};

/// The text of a name; unset for other kinds and for texts that are not printable.
std::optional<std::string> name_text(const GENERAL_NAME& name) {
  if (name.type == GEN_IPADD) {
    auto address = address_text(bytes_of(name.d.iPAddress));
    return address.empty() ? std::nullopt : std::optional{"IP:" + address};
  }
  for (const auto& row : text_names) {
    if (row.kind != name.type) continue;
    const auto text = bytes_of(name.d.ia5);
    if (!is_printable(text)) return std::nullopt;
    return std::string{row.prefix} + (name.type == GEN_DNS ? lower(text) : std::string{text});
  }
  return std::nullopt;
}

std::vector<std::string> names_of(const X509& certificate) {
  std::vector<std::string> out;
  const std::unique_ptr<GENERAL_NAMES, certificate_deleter> all{static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr))};
  for (int i = 0; all && i < sk_GENERAL_NAME_num(all.get()); ++i)
    if (auto text = name_text(*sk_GENERAL_NAME_value(all.get(), i));
        text && out.size() < certificate_names_max)
      out.push_back(std::move(*text));
  return out;
}

std::string pin_of(const X509& certificate) {
  unsigned char* begin = nullptr;
  const int bytes = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(&certificate), &begin);
  if (bytes <= 0) return {};
  auto out = sha256_of({reinterpret_cast<const char*>(begin), static_cast<size_t>(bytes)});
  OPENSSL_free(begin);
  return out;
}

}  // namespace

verified_certificate identity_in(const X509& certificate) {
  return {subject_of(certificate), names_of(certificate), pin_of(certificate)};
}

certificate_ptr certificate_of(const SSL* connection) {
  if (connection == nullptr || (SSL_get_verify_mode(connection) & SSL_VERIFY_PEER) == 0) return {};
  const auto* found = SSL_get0_peer_certificate(connection);
  if (found == nullptr || SSL_get_verify_result(connection) != X509_V_OK) return {};
  return std::make_shared<const verified_certificate>(identity_in(*found));
}

}  // namespace ironbus::http
