#pragma once

#include "gateways/http/access/credentials.hpp"
#include "messages/base/errors.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// Users and the bcrypt hashes of their passwords, as `htpasswd -B` writes them.
struct password_file {
  std::map<std::string, std::string, std::less<>> hashes;  ///< By user.
  std::vector<size_t> ignored_lines;  ///< Numbers of lines that are no "user:bcrypt hash".

  /// Whether these are a user's. Every refusal takes as long as the dearest hash, whether there is
  /// such a user or not and whatever the cost of their hash: the time tells nothing.
  bool holds(const credentials& sent) const;
};

/// The cost of a bcrypt hash: its work doubles with each.
int bcrypt_cost(std::string_view hash);

/// Whether a text is a bcrypt hash ($2y$, $2b$ or $2a$) of a cost that is worth waiting for.
bool is_bcrypt(std::string_view text);

/// Reads the lines of such a file; empty ones and those that begin with # mean nothing.
password_file parse_htpasswd(std::string_view text);

/// Reads a file. `invalid` if it cannot be read or names no user: nobody could ever log in.
result<password_file> read_htpasswd(const std::string& path);

/// Whether the hash is that of the password. Takes as long as the hash's cost says, tens of
/// milliseconds: not for a thread that serves others. Thread safe.
bool bcrypt_matches(const std::string& password, const std::string& hash);

}  // namespace ironbus::http
