#include "gateways/cli/authorization.hpp"

#include "messages/crypto/base64.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <variant>

namespace ironbus::cli {

namespace {

constexpr size_t secret_bytes_max = 64 * 1024;  // a token of Keystone may have kilobytes

/// The first line of a file, or `otherwise` if `path` is empty.
result<std::string> read_secret(const std::string& path, const std::string& otherwise) {
  if (path.empty()) return otherwise;
  errno = 0;
  std::ifstream file{path};
  std::string out;
  if (!file || !std::getline(file, out)) {
    const auto* why = errno != 0 ? std::strerror(errno) : "it is empty";
    return fail(error_code::invalid, "'" + path + "' cannot be read: " + why + ".");
  }
  if (out.ends_with('\r')) out.pop_back();
  return out;
}

result<std::monostate> check_secret(const std::string& what, const std::string& text) {
  const bool plain =
      std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
  if (plain && text.size() <= secret_bytes_max) return {};
  return fail(error_code::invalid, "The " + what + " is too long or contains control characters.");
}

result<header> basic(const identity& identity) {
  const auto password = password_of(identity);
  if (!password) return tl::unexpected(password.error());
  if (identity.user.find(':') != std::string::npos)
    return fail(error_code::invalid, "The user's name contains a colon (RFC 7617).");
  return header{"Authorization", "Basic " + to_base64(identity.user + ":" + *password)};
}

}  // namespace

result<std::string> password_of(const identity& identity) {
  auto password = read_secret(identity.password_file, identity.password);
  if (!password) return password;
  if (password->empty())
    return fail(error_code::invalid, "User '" + identity.user +
                                         "' needs a password: --password-file FILE or $" +
                                         identity.password_variable + ".");
  if (auto ok = check_secret("user's name or password", identity.user + *password); !ok)
    return tl::unexpected(ok.error());
  return password;
}

result<header> authorization_of(const identity& identity) {
  const auto token = read_secret(identity.token_file, identity.token);
  if (!token) return tl::unexpected(token.error());
  if (!identity.user.empty() && !token->empty())
    return fail(error_code::invalid, "A user and a token are given; use only one of them.");
  if (!identity.user.empty()) return basic(identity);
  if (token->empty()) return header{};
  if (auto ok = check_secret("token", *token); !ok) return tl::unexpected(ok.error());
  return header{"X-Auth-Token", *token};
}

}  // namespace ironbus::cli
