#include "drivers/redfish/client/redfish_account.hpp"

#include "drivers/kit/driver_info_reader.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t credential_bytes_max = 256;
constexpr size_t path_bytes_max = 1024;
constexpr std::string_view default_root = "/redfish/v1/";

constexpr std::array<std::string_view, 3> tls_words{"1.1", "1.2", "1.3"};
constexpr std::array<std::string_view, 5> transport_words{"auto", "HTTP", "HTTPS", "NFS", "CIFS"};
constexpr std::array<std::string_view, 3> auth_words{"auto", "session", "basic"};

bool is_printable(const std::string& text) {
  return std::none_of(text.begin(), text.end(),
                      [](unsigned char byte) { return byte < ' ' || byte == 0x7f; });
}

/// Accepts an IPv6 address without brackets and scheme.
std::string whole_address(const std::string& address) {
  if (address.find("://") != std::string::npos) return address;
  const bool bare = address.find(':') != std::string::npos && parse_ip(address);
  return "https://" + (bare ? "[" + address + "]" : address);
}

void read_address(driver_info_reader& reader, redfish_account& out) {
  const auto address = reader.text("redfish_address");
  if (address.empty()) return reader.refuse_missing("redfish_address");
  const auto url = parse_http_url(whole_address(address));
  if (!url)
    return reader.refuse(
        "redfish_address",
        "a URL with http or https and a host, or the host alone (" + url.error().message + ")");
  out.bmc = {url->secure, url->host, url->port};
  const bool bare = url->path.empty() || url->path == "/";
  out.root = bare ? std::string{default_root} : url->path;
  if (!out.root.ends_with('/')) out.root += '/';
}

void read_system(driver_info_reader& reader, redfish_account& out) {
  auto path = reader.text("redfish_system_id");
  while (path.ends_with('/')) path.pop_back();
  if (path.empty()) return;
  if (!path.starts_with('/') || path.starts_with("//") || path.size() > path_bytes_max ||
      has_dot_segment(path))
    return reader.refuse("redfish_system_id", "a path such as /redfish/v1/Systems/1");
  out.system = escaped_path(path, false);
}

void read_login(driver_info_reader& reader, redfish_account& out, const redfish_options& defaults) {
  out.user = reader.text("redfish_username");
  out.password = reader.text("redfish_password");
  if (out.user.size() > credential_bytes_max || !is_printable(out.user) ||
      out.user.find(':') != std::string::npos)
    reader.refuse("redfish_username", "a text of up to 256 bytes without a colon");
  if (out.password.size() > credential_bytes_max || !is_printable(out.password))
    reader.refuse("redfish_password", "a text of up to 256 bytes");
  if (out.user.empty() && !out.password.empty()) reader.refuse_missing("redfish_username");
  if (!out.user.empty() && out.password.empty()) reader.refuse_missing("redfish_password");
  const auto word = reader.word("redfish_auth_type", auth_words).value_or(defaults.auth_type);
  const auto found = std::find(auth_words.begin(), auth_words.end(), word);
  if (found != auth_words.end())
    out.auth = static_cast<redfish_auth>(std::distance(auth_words.begin(), found));
}

void read_trust(driver_info_reader& reader, redfish_account& out, const redfish_options& defaults) {
  const auto said = reader.text_or_boolean("redfish_verify_ca");
  const auto trust = read_verify_ca(said.empty() ? defaults.verify_ca : said);
  if (!trust)
    return reader.refuse("redfish_verify_ca",
                         "true, false, or the path of a file or folder with certificates");
  out.trust = *trust;
}

void read_tls(driver_info_reader& reader, redfish_account& out, const redfish_options& defaults) {
  out.trust.limits.minimum_version =
      reader.word("redfish_tls_minimum_version", tls_words).value_or(defaults.tls_minimum_version);
  const auto said = reader.text("redfish_tls_ciphers");
  if (!said.empty() && !are_tls_ciphers(said))
    return reader.refuse("redfish_tls_ciphers",
                         "an OpenSSL cipher list with at least one supported cipher, such as "
                         "ECDHE+AESGCM:!aNULL");
  out.trust.limits.ciphers = said.empty() ? defaults.tls_ciphers : said;
}

}  // namespace

bool redfish_account::shares_connection(const redfish_account& other) const {
  return bmc == other.bmc && trust == other.trust && root == other.root && user == other.user &&
         password == other.password && second_password == other.second_password &&
         auth == other.auth;
}

std::optional<tls_trust> read_verify_ca(const std::string& text) {
  // The driver worker checks that it exists; other processes read accounts on other hosts.
  if (text.starts_with('/')) return tls_trust{tls_trust::kind::file, text};
  const auto word = boolean_word(text);
  if (!word) return std::nullopt;
  return tls_trust{*word ? tls_trust::kind::system : tls_trust::kind::anything, {}};
}

result<redfish_account> read_redfish_account(const json& driver_info,
                                             const redfish_options& defaults) {
  driver_info_reader reader{driver_info};
  redfish_account out;
  read_address(reader, out);
  read_system(reader, out);
  read_login(reader, out, defaults);
  read_trust(reader, out, defaults);
  read_tls(reader, out, defaults);
  out.media_transport = reader.word("vmedia_transport_protocol", transport_words)
                            .value_or(defaults.vmedia_transport_protocol);
  if (auto wrong = reader.wrong()) return tl::unexpected(std::move(*wrong));
  return out;
}

std::vector<driver_property> redfish_properties() {
  return {
      {"redfish_address",
       "URL of the BMC, such as https://192.0.2.1. Default scheme: https. Default path: "
       "/redfish/v1/. Required.",
       true},
      {"redfish_system_id",
       "Path of the system, such as /redfish/v1/Systems/1. Default: the only system of the BMC. "
       "Optional.",
       false},
      {"redfish_username", "User name. Without it, ironbus does not log in. Optional.", false},
      {"redfish_password", "Password. Required with redfish_username.", false},
      {"redfish_verify_ca",
       "How to verify the BMC's certificate: true (by the system's certificate authorities), false "
       "(not at all), or the path of a file or folder with certificates. Optional.",
       false},
      {"redfish_auth_type",
       "How to log in: auto (a session, or basic if that fails), session or basic. Optional.",
       false},
      {"redfish_tls_minimum_version", "The minimum TLS version: 1.1, 1.2 or 1.3. Optional.", false},
      {"redfish_tls_ciphers", "Ciphers for TLS 1.2 and earlier, as an OpenSSL list. Optional.",
       false},
  };
}

}  // namespace ironbus
