#include "drivers/image/credentials.hpp"

#include "messages/base/json.hpp"
#include "messages/base/text.hpp"
#include "messages/crypto/base64.hpp"

#include <openssl/evp.h>

#include <fstream>
#include <sstream>
#include <vector>

namespace ironbus {

namespace {

bool is_pair_in_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0 || text.size() > 16 * 1024) return false;
  std::vector<unsigned char> out(text.size());
  const auto length =
      EVP_DecodeBlock(out.data(), reinterpret_cast<const unsigned char*>(text.data()),
                      static_cast<int>(text.size()));
  if (length < 0) return false;
  const std::string_view pair{reinterpret_cast<const char*>(out.data()),
                              static_cast<size_t>(length)};
  return pair.find(':') != std::string_view::npos;
}

/// "https://registry.example.org/v1/" → "registry.example.org".
std::string_view plain_host(std::string_view key) {
  if (const auto scheme = key.find("://"); scheme != std::string_view::npos)
    key.remove_prefix(scheme + 3);
  return key.substr(0, key.find('/'));
}

std::string authorization_of_entry(const json& entry) {
  if (const auto token = member_text(entry, "registrytoken"); !token.empty())
    return "Bearer " + token;
  if (const auto pair = member_text(entry, "auth"); !pair.empty()) return "Basic " + pair;
  const auto user = member_text(entry, "username");
  if (user.empty()) return {};
  return "Basic " + to_base64(user + ":" + member_text(entry, "password"));
}

tl::unexpected<failure> bad_credentials(const std::string& file, const char* why) {
  return fail(error_code::invalid, "The credentials file '" + file + "' " + why + ".");
}

}  // namespace

std::string authorization_of_secret(std::string_view secret) {
  const auto text = trim(secret, " \t\r\n");
  if (text.empty()) return {};
  return (is_pair_in_base64(text) ? "Basic " : "Bearer ") + std::string{text};
}

result<std::string> authorization_of_host(const std::string& file, const std::string& host,
                                          uint16_t port) {
  if (file.empty()) return std::string{};
  std::ifstream source_file{file};
  std::ostringstream text;
  text << source_file.rdbuf();
  if (!source_file) return bad_credentials(file, "cannot be read");
  const auto document = parse_json(text.str());
  if (!document || !document->is_object()) return bad_credentials(file, "is not a JSON object");
  const auto all = document->value("auths", json::object());
  if (!all.is_object()) return bad_credentials(file, "has no object 'auths'");
  const auto with_port = host + ":" + std::to_string(port);
  for (const auto& wanted : {with_port, host})
    for (const auto& [key, entry] : all.items())
      if (entry.is_object() && plain_host(key) == wanted) return authorization_of_entry(entry);
  return std::string{};
}

}  // namespace ironbus
