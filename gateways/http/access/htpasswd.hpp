#pragma once

#include "gateways/http/access/credentials.hpp"
#include "messages/base/errors.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// Users and the bcrypt hashes of their passwords, in the format of `htpasswd -B`.
struct password_file {
  std::map<std::string, std::string, std::less<>> hashes;  ///< By user.
  std::vector<size_t> ignored_lines;  ///< Numbers of the lines that are not "user:bcrypt hash".

  /// Whether the credentials are valid. Every refusal takes as long as the most expensive hash. So
  /// the time shows neither whether the user exists nor the cost of their hash.
  bool holds(const credentials& sent) const;
};

/// The cost of a bcrypt hash. The work doubles with each step.
int bcrypt_cost(std::string_view hash);

/// Whether a text is a bcrypt hash ($2y$, $2b$ or $2a$) of an acceptable cost.
bool is_bcrypt(std::string_view text);

/// Parses the lines of a password file. Skips empty lines and comments (#).
password_file parse_htpasswd(std::string_view text);

/// Reads a file. `invalid` if it cannot be read or contains no user, because then no login could
/// succeed.
result<password_file> read_htpasswd(const std::string& path);

/// Whether the hash matches the password. Takes tens of milliseconds, depending on the hash's cost,
/// so do not call it on a serving thread. Thread safe.
bool bcrypt_matches(const std::string& password, const std::string& hash);

}  // namespace ironbus::http
